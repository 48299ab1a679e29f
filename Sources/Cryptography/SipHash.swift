import COpenSSL

/// SipHash-1-3 of 16 octets, by libcrypto: tells octets apart, several times as quickly as a digest.
///
/// Whoever does not know the key can neither foresee it nor find two texts that have the same; who
/// knows it can. For messages that prove who sent them, its authors ask for 2-4; tables of hashes,
/// which are only to be told apart, are kept by 1-3 in Rust, Python and Swift. Source: `siphash.c` of
/// its authors (github.com/veorq/SipHash); EVP_MAC-SIPHASH(7).
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
  package func hash(of octets: [UInt8]) -> [UInt8] { codes.code(of: octets) }
}
