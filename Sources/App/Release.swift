import Cryptography
import Dialects
package import Operations
import Resources
import Transport
import Web

/// Which program this is.
package enum Release {
  /// Semantic version of the newest entry in the change log.
  package static let version = Contract.version

  /// The Git commit that it was built from; nil where `make release` has not written it down.
  package static let commit = Resources.commit

  /// All calls as OpenAPI.
  package static var contract: String { String(decoding: Contract.openAPI, as: UTF8.self) }

  /// Names of the contracts for apps of other servers.
  package static let dialects = Dialect.all.map(\.name)

  /// The contract of one of ``dialects``; nil for any other name.
  package static func contract(ofDialect name: String) -> String? {
    Dialect.named(name).map { String(decoding: $0.openAPI, as: UTF8.self) }
  }

  /// One line with the libraries that matter to security.
  package static var description: String { "moa \(version) (\(CryptographyLibrary.version))" }

  /// The same for `moa version`.
  package static var report: CommandReport {
    CommandReport([description]) {
      $0.key("version")
      $0.string(version)
      $0.key("cryptography")
      $0.string(CryptographyLibrary.version)
    }
  }
}
