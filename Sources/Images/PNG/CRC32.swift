/// The checksum of PNG chunks: it finds accidents, not malice.
///
/// Source: Portable Network Graphics, Third Edition, §5.5 and annex D.
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { rest, _ in
      rest & 1 == 1 ? 0xEDB8_8320 ^ (rest >> 1) : rest >> 1
    }
  }

  static func of(_ bytes: ArraySlice<UInt8>) -> Int {
    let rest = bytes.reduce(UInt32.max) { rest, byte in
      table[Int(UInt8(truncatingIfNeeded: rest) ^ byte)] ^ (rest >> 8)
    }
    return Int(~rest)
  }
}
