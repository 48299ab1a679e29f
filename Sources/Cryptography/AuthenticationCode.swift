import COpenSSL

/// HMAC-SHA-256, by libcrypto: shows that somebody who knows the key has seen these octets.
///
/// A libcrypto without HMAC traps, like a system without randomness: a code that anybody can make
/// would be worse than no process at all. Source: RFC 2104, FIPS 198-1.
package final class AuthenticationCode: Sendable {
  /// How many octets a code has, and a key should have.
  package static let octetCount = 32
  private let message: MessageCode

  /// Makes codes that nobody can make without `key`.
  ///
  /// - Parameter canReset: whether libcrypto can set a context back; by default it is tried.
  package init(key: [UInt8], canReset: Bool? = nil) {
    guard let keyed = moa_hmac_new(key, key.count) else {
      preconditionFailure("libcrypto makes no HMAC")
    }
    message = MessageCode(keyed, octetCount: Self.octetCount, canReset: canReset)
  }

  /// Returns the 32 octets of the code.
  package func code(of octets: [UInt8]) -> [UInt8] { message.code(of: octets) }
}
