import COpenSSL

/// SipHash-2-4 of 16 octets, by libcrypto: proves, as an HMAC does, that somebody who knows the key
/// has seen these octets, and takes a third of the time for a short text.
///
/// Whoever does not know the key can neither foresee it nor find two texts that have the same; who
/// knows it can. Source: J.-P. Aumasson, D. J. Bernstein, "SipHash: a fast short-input PRF"
/// (131002.net/siphash), and `siphash.c` of theirs for 16 octets (github.com/veorq/SipHash);
/// EVP_MAC-SIPHASH(7).
package final class SipHash: Sendable {
  /// How many octets a key has.
  package static let keyOctets = 16
  /// How many octets a hash has.
  package static let octetCount = 16
  private let codes: MessageCode
  /// Whether what libcrypto has made for one hash serves for the next.
  package var reuses: Bool { codes.reuses }

  /// Nil where libcrypto has none: it may be built without, and FIPS 140 does not know it.
  ///
  /// - Parameter key: `keyOctets`; anything else traps.
  package init?(key: [UInt8]) {
    precondition(key.count == Self.keyOctets, "a key of SipHash has 16 octets")
    guard let keyed = moa_siphash_new(key, Self.octetCount) else { return nil }
    codes = MessageCode(keyed, octetCount: Self.octetCount)
  }

  /// Returns the 16 octets of the hash.
  package func hash(of octets: [UInt8]) -> CodeHalves { octets.withUnsafeBytes(hash) }

  func hash(of octets: UnsafeRawBufferPointer) -> CodeHalves { codes.halves(of: octets) }
}
