extension UInt128 {
  /// Nil unless there are 16 octets; the first one is the highest.
  init?(octets: UnsafeRawBufferPointer) {
    guard octets.count == 16 else { return nil }
    self.init(bigEndian: octets.loadUnaligned(as: UInt128.self))
  }

  /// 16, the highest first.
  var octets: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }

  /// The first eight octets.
  var high: UInt64 { UInt64(truncatingIfNeeded: self >> 64) }

  /// The last eight octets.
  var low: UInt64 { UInt64(truncatingIfNeeded: self) }
}
