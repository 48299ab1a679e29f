import COpenSSL

/// A keyed hash of 16 bytes for whole answers: Poly1305 of the bytes, and SipHash-2-4 of that.
///
/// A polynomial is the fastest hash of many bytes that libcrypto has, and two texts have the same
/// only by chance. But two polynomials in the open would reveal its key; so only their SipHash,
/// with a key of its own, is shown. Two texts of n bytes have the same hash with a probability of
/// at most (n + 15) / 2^107, and of 2^-128 more.
///
/// Source: RFC 8439, 2.5 (Poly1305); D. J. Bernstein, "The Poly1305-AES message-authentication
/// code", theorem 3.3 (the probability); M. N. Wegman, J. L. Carter, "New hash functions and their
/// use in authentication and set equality" and D. Boneh, V. Shoup, "A Graduate Course in Applied
/// Cryptography", 7.3 (a pseudorandom function of a universal hash).
package final class ContentHash: Sendable {
  /// How many bytes a key of the polynomial has; SipHash has one of its own.
  package static let keyBytes = 32
  private let polynomials: MessageCode
  private let cover: SipHash
  /// Whether what libcrypto has made for one hash serves for the next.
  package var reuses: Bool { polynomials.reuses && cover.reuses }

  /// Nil where libcrypto has no Poly1305: it may be built without, and FIPS 140 does not know it.
  ///
  /// - Parameters:
  ///   - key: `keyBytes` for the polynomial; anything else traps.
  ///   - cover: hashes the polynomial, by a key that serves for nothing else.
  package init?(key: [UInt8], cover: SipHash) {
    precondition(key.count == Self.keyBytes, "a key of Poly1305 has 32 bytes")
    guard let keyed = moa_poly1305_new(key) else { return nil }
    polynomials = MessageCode(keyed, byteCount: 16, isSetBackBy: key)
    self.cover = cover
  }

  /// Returns the 16 bytes of the hash.
  package func hash(of bytes: [UInt8]) -> CodeHalves {
    let (high, low) = bytes.withUnsafeBytes(polynomials.halves)
    return withUnsafeBytes(of: (high.bigEndian, low.bigEndian), cover.hash)
  }
}
