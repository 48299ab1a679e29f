import COpenSSL

/// HMAC-SHA-256, by libcrypto: shows that somebody who knows the key has seen these bytes.
///
/// A libcrypto without HMAC traps, like a system without randomness: a code that anybody can make
/// would be worse than no process at all. Source: RFC 2104, FIPS 198-1.
package final class AuthenticationCode: Sendable {
  /// How many bytes a code has, and a key should have.
  package static let byteCount = 32
  private let codes: MessageCode
  /// Whether what libcrypto has made for one code serves for the next.
  package var reuses: Bool { codes.reuses }

  /// Makes codes that nobody can make without `key`.
  ///
  /// - Parameter mayReuse: whether what libcrypto has made for one code may serve for the next,
  ///   where that is possible.
  package init(key: [UInt8], mayReuse: Bool = true) {
    guard let keyed = moa_hmac_new(key, key.count) else {
      preconditionFailure("libcrypto makes no HMAC")
    }
    codes = MessageCode(keyed, byteCount: Self.byteCount, mayReuse: mayReuse)
  }

  /// Returns the 32 bytes of the code.
  package func code(of bytes: [UInt8]) -> [UInt8] { codes.code(of: bytes) }
}
