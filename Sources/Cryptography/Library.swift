import COpenSSL

/// Returns `count` unpredictable bytes.
///
/// A system without randomness traps: a guessable token would be worse than no process at all.
/// Source: RAND_bytes(3), which libcrypto seeds by getrandom(2).
package func randomBytes(_ count: Int) -> [UInt8] {
  guard let length = Int32(exactly: count), length > 0 else { return [] }
  return [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
    precondition(RAND_bytes(bytes.baseAddress, length) == 1, "the system gives no randomness")
    filled = count
  }
}

/// The libcrypto that this process runs with, which may be newer than the one it was built with.
package enum CryptographyLibrary {
  /// Such as `OpenSSL 3.0.17 1 Jul 2025`.
  package static var version: String {
    String(cString: OpenSSL_version(OPENSSL_VERSION))
  }
}

/// Compares two secrets in a time that depends on their length only.
///
/// Compare digests, which all have the same length: then the time reveals nothing at all.
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
