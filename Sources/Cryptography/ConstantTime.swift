import COpenSSL

/// Tells whether two secrets are equal, in a time that depends on their length only.
///
/// Compare digests, which all have one length: then the time tells nothing at all.
/// Source: CRYPTO_memcmp(3).
package func constantTimeEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  guard left.count == right.count else { return false }
  return CRYPTO_memcmp(left, right, left.count) == 0
}

/// As `constantTimeEqual` of bytes.
package func constantTimeEqual(_ left: CodeHalves, _ right: CodeHalves) -> Bool {
  withUnsafeBytes(of: left) { left in
    withUnsafeBytes(of: right) { CRYPTO_memcmp(left.baseAddress, $0.baseAddress, left.count) == 0 }
  }
}
