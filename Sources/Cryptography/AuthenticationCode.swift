import COpenSSL

/// HMAC-SHA-256, by libcrypto: shows that somebody who knows the key has seen these octets.
///
/// A libcrypto without HMAC traps, like a system without randomness: a code that anybody can make
/// would be worse than no process at all. Source: RFC 2104, FIPS 198-1.
package final class AuthenticationCode: @unchecked Sendable {
  // Unchecked: the context is only copied after it was made.

  /// How many octets a code has, and a key should have.
  package static let octetCount = 32
  /// Ready for octets.
  private let keyed: OpaquePointer

  /// Makes codes that nobody can make without `key`.
  package init(key: [UInt8]) {
    guard let keyed = moa_hmac_new(key, key.count) else {
      preconditionFailure("libcrypto makes no HMAC")
    }
    self.keyed = keyed
  }

  deinit { EVP_MAC_CTX_free(keyed) }

  /// Returns the 32 octets of the code.
  package func code(of octets: [UInt8]) -> [UInt8] {
    MessageCode.make(keyed, octets, Self.octetCount)
  }
}
