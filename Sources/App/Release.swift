import Cryptography

/// Which program this is.
package enum Release {
  /// Semantic version of the newest entry in the change log.
  package static let version = "0.1.0"

  /// One line with the libraries that matter to security.
  package static var description: String { "moa \(version) (\(CryptographyLibrary.version))" }
}
