package import Domain

/// Tells the time of day. Handed in, so that use cases stay functions of their input.
package typealias WallClock = @Sendable () -> Timestamp

/// Makes that many bytes that nobody can guess.
package typealias RandomBytes = @Sendable (_ count: Int) -> [UInt8]

/// A cryptographic digest, and the comparison that goes with it.
package protocol SecretDigest: Sendable {
  /// SHA-256, 32 bytes.
  func digest(_ bytes: [UInt8]) -> [UInt8]

  /// Compares in a time that depends on the lengths only. Different lengths are never equal.
  func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool
}
