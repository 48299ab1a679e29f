/// A part of a PNG file.
///
/// Source: Portable Network Graphics, Third Edition, §5.
struct PNGChunk {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// Length, type and checksum.
  private static let frameBytes = 12

  let type: String
  /// Where it begins in the file.
  let start: Int
  let data: Range<Int>
  /// Whether the file ends within it; `data` is the part that is there.
  let isCut: Bool

  /// Reads the chunk at `start`; nil at the end, or when something else is there.
  init?(in bytes: [UInt8], at start: Int) {
    guard bytes.count - start >= 8 else { return nil }
    let type = bytes[(start + 4)..<(start + 8)]
    guard type.allSatisfy(\.isASCIILetter) else { return nil }
    let length = bytes.number(at: start)
    let rest = bytes.count - start - Self.frameBytes
    self.type = String(decoding: type, as: UTF8.self)
    self.start = start
    isCut = length > rest
    data = (start + 8)..<(start + 8 + min(length, max(0, rest + 4)))
  }

  /// Where the next one begins.
  var end: Int { data.upperBound + 4 }

  /// Whether its checksum is right.
  func isIntact(in bytes: [UInt8]) -> Bool {
    guard !isCut else { return false }
    return CRC32.of(bytes[(start + 4)..<data.upperBound]) == bytes.number(at: data.upperBound)
  }

  /// Reads the chunk at `start`, which must be complete.
  ///
  /// - Throws: `truncated`, or `malformed_image` when there is no chunk or its checksum is wrong.
  static func intact(in bytes: [UInt8], at start: Int) throws(ImageFault) -> PNGChunk {
    guard let chunk = PNGChunk(in: bytes, at: start) else {
      guard bytes.count - start >= 8 else { throw .truncated(at: bytes.count) }
      throw .malformed("A chunk of the PNG has no name.", at: start + 4)
    }
    guard !chunk.isCut else { throw .truncated(at: bytes.count) }
    guard chunk.isIntact(in: bytes) else {
      throw .malformed("The checksum of a chunk of the PNG is wrong.", at: chunk.data.upperBound)
    }
    return chunk
  }

  /// A chunk with its checksum.
  static func whole(_ type: String, _ data: some Collection<UInt8>) -> [UInt8] {
    let body = Array(type.utf8) + data
    return data.count.bigEndian(4) + body + CRC32.of(body[...]).bigEndian(4)
  }
}

extension [UInt8] {
  /// The big-endian 32-bit number at `offset`, which must have four bytes.
  fileprivate func number(at offset: Int) -> Int {
    self[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
  }
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}

/// The checksum of PNG chunks and zip entries: it finds accidents, not malice.
///
/// Source: Portable Network Graphics, Third Edition, §5.5 and annex D.
package enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { rest, _ in
      rest & 1 == 1 ? 0xEDB8_8320 ^ (rest >> 1) : rest >> 1
    }
  }

  /// - Parameter sum: of the bytes before these.
  package static func of(_ bytes: ArraySlice<UInt8>, after sum: Int = 0) -> Int {
    let rest = bytes.reduce(~UInt32(truncatingIfNeeded: sum)) { rest, byte in
      table[Int(UInt8(truncatingIfNeeded: rest) ^ byte)] ^ (rest >> 8)
    }
    return Int(~rest)
  }
}
