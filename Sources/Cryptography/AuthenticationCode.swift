import COpenSSL

/// HMAC-SHA-256, by libcrypto: shows that somebody who knows the key has seen these octets.
///
/// Source: RFC 2104, FIPS 198-1.
package enum AuthenticationCode {
  /// How many octets a code has, and a key should have.
  package static let octetCount = 32

  /// Returns the 32 octets that nobody can make without `key`.
  ///
  /// A libcrypto without HMAC traps, like a system without randomness: a code that anybody can make
  /// would be worse than no process at all.
  package static func code(of octets: [UInt8], key: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: octetCount) { code, filled in
      var length = UInt32(octetCount)
      let made = HMAC(
        EVP_sha256(), key, Int32(clamping: key.count), octets, octets.count, code.baseAddress,
        &length)
      precondition(made != nil && length == octetCount, "libcrypto makes no HMAC")
      filled = octetCount
    }
  }
}
