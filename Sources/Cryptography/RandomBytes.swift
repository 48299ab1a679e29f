import COpenSSL

/// Returns `count` bytes that nobody can predict.
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
