/// Walks the chunks of a PNG file.
///
/// Source: Portable Network Graphics, Third Edition, §5, §11.
enum PNGFile {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// Length, type and checksum.
  private static let frameOctets = 12

  private struct Chunk {
    /// Where it begins in the file.
    let start: Int
    let type: String
    let data: ArraySlice<UInt8>
    var end: Int { data.endIndex + 4 }
  }

  /// Checks the whole file and returns the size of the image.
  ///
  /// `octets` begin with the signature.
  static func size(of octets: [UInt8]) throws(ImageFlaw) -> ImageSize {
    let header = try chunk(in: octets, at: signature.count)
    guard header.type == "IHDR" else {
      throw .malformed("The first chunk of the PNG is not IHDR.", at: header.start)
    }
    let size = try size(from: header)
    var order = Order()
    var chunk = header
    while chunk.type != "IEND" {
      chunk = try self.chunk(in: octets, at: chunk.end)
      try order.note(chunk)
    }
    guard chunk.end == octets.count else { throw .trailingOctets(at: chunk.end) }
    return size
  }

  private static func chunk(in octets: [UInt8], at start: Int) throws(ImageFlaw) -> Chunk {
    guard octets.count - start >= frameOctets else { throw .truncated(at: octets.count) }
    let length = octets.number(at: start)
    let type = octets[(start + 4)..<(start + 8)]
    guard type.allSatisfy(\.isASCIILetter) else {
      throw .malformed("A chunk of the PNG has no name.", at: start + 4)
    }
    guard length <= octets.count - start - frameOctets else { throw .truncated(at: octets.count) }
    let data = octets[(start + 8)..<(start + 8 + length)]
    guard CRC32.of(octets[(start + 4)..<data.endIndex]) == octets.number(at: data.endIndex) else {
      throw .malformed("The checksum of a chunk of the PNG is wrong.", at: data.endIndex)
    }
    return Chunk(start: start, type: String(decoding: type, as: UTF8.self), data: data)
  }

  /// Reads IHDR. Source: §11.2.1.
  private static func size(from header: Chunk) throws(ImageFlaw) -> ImageSize {
    let data = Array(header.data)
    let at = header.data.startIndex
    guard data.count == 13 else { throw .malformed("IHDR has not 13 octets.", at: header.start) }
    let depths: ClosedRange<UInt8> = 1...16
    let isKnown =
      switch data[9] {
      case 0: depths.contains(data[8]) && data[8].nonzeroBitCount == 1
      case 3: (1...8).contains(data[8]) && data[8].nonzeroBitCount == 1
      case 2, 4, 6: data[8] == 8 || data[8] == 16
      default: false
      }
    guard isKnown, data[10] == 0, data[11] == 0, data[12] <= 1 else {
      throw .malformed("IHDR has values that PNG does not know.", at: at + 8)
    }
    return try ImageSize(width: data.number(at: 0), height: data.number(at: 4), at: at)
  }

  /// Which chunks may follow. Source: §5.6.
  private struct Order {
    private var hasPalette = false
    private var lastWasData = false
    private var hasData = false

    mutating func note(_ chunk: Chunk) throws(ImageFlaw) {
      let isData = chunk.type == "IDAT"
      defer { lastWasData = isData }
      switch chunk.type {
      case "IDAT":
        guard lastWasData || !hasData else { throw misplaced(chunk) }
        hasData = true
      case "PLTE":
        guard !hasPalette, !hasData else { throw misplaced(chunk) }
        hasPalette = true
      case "IEND":
        guard hasData, chunk.data.isEmpty else { throw misplaced(chunk) }
      default:
        // A small first letter says that a reader may pass over it.
        guard chunk.type.utf8.first.map({ $0 >= 0x61 }) == true else { throw misplaced(chunk) }
      }
    }

    private func misplaced(_ chunk: Chunk) -> ImageFlaw {
      .malformed("A chunk of the PNG does not belong where it stands.", at: chunk.start)
    }
  }
}

extension [UInt8] {
  /// The big-endian 32-bit number at `offset`, which must have four octets behind it.
  fileprivate func number(at offset: Int) -> Int {
    self[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
  }
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}
