import COpenSSL

/// SipHash-2-4 of 16 bytes, by libcrypto: proves, as an HMAC does, that somebody who knows the key
/// has seen these bytes, and takes a third of the time for a short text.
///
/// Whoever does not know the key can neither foresee it nor find two texts that have the same; who
/// knows it can. Source: J.-P. Aumasson, D. J. Bernstein, "SipHash: a fast short-input PRF"
/// (131002.net/siphash), and `siphash.c` of theirs for 16 bytes (github.com/veorq/SipHash);
/// EVP_MAC-SIPHASH(7).
package final class SipHash: Sendable {
  /// How many bytes a key has.
  package static let keyBytes = 16
  /// How many bytes a hash has.
  package static let byteCount = 16
  private let codes: MessageCode
  /// Whether what libcrypto has made for one hash serves for the next.
  package var reuses: Bool { codes.reuses }

  /// Nil where libcrypto has none: it may be built without, and FIPS 140 does not know it.
  ///
  /// - Parameter key: `keyBytes`; anything else traps.
  package init?(key: [UInt8]) {
    precondition(key.count == Self.keyBytes, "a key of SipHash has 16 bytes")
    guard let keyed = moa_siphash_new(key, Self.byteCount) else { return nil }
    codes = MessageCode(keyed, byteCount: Self.byteCount)
  }

  /// Returns the 16 bytes of the hash.
  package func hash(of bytes: [UInt8]) -> CodeHalves { bytes.withUnsafeBytes(hash) }

  func hash(of bytes: UnsafeRawBufferPointer) -> CodeHalves { codes.halves(of: bytes) }
}
