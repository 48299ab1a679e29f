/// The chunks of a PNG file, walked up to the end of the image.
///
/// Source: Portable Network Graphics, Third Edition, §5, §11.
struct PNGFile {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// Chunks other than data. Real files have about a dozen.
  static let chunksMax = 4_096
  /// Length, type and checksum.
  private static let frameOctets = 12
  /// Chunks that change how the picture is drawn.
  private static let drawn: Set<String> = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "pHYs",
  ]

  let size: ImageSize
  /// Where the image ends; a file may go on.
  let end: Int
  private let mayBeTransparent: Bool
  private let hasProfile: Bool
  private let kept: [Range<Int>]
  private let octets: [UInt8]

  struct Chunk {
    /// Where it begins in the file.
    let start: Int
    let type: String
    let data: ArraySlice<UInt8>
    var end: Int { data.endIndex + 4 }
  }

  /// `octets` begin with the signature.
  init(_ octets: [UInt8]) throws(ImageFlaw) {
    let header = try Self.chunk(in: octets, at: Self.signature.count)
    guard header.type == "IHDR" else {
      throw .malformed("The first chunk of the PNG is not IHDR.", at: header.start)
    }
    size = try Self.size(from: header)
    var kept = [0..<header.end]
    var order = ChunkOrder()
    var chunk = header
    while chunk.type != "IEND" {
      chunk = try Self.chunk(in: octets, at: chunk.end)
      try order.note(chunk)
      if Self.drawn.contains(chunk.type) { Self.keep(chunk.start..<chunk.end, in: &kept) }
    }
    end = chunk.end
    // Types 4 and 6 have a channel for it. Source: §11.2.1.
    let hasChannel = header.data.dropFirst(9).first.map { $0 & 4 != 0 } ?? false
    mayBeTransparent = hasChannel || order.hasTransparency
    hasProfile = order.hasProfile
    self.kept = kept
    self.octets = octets
  }

  var outline: ImageOutline {
    ImageOutline(size: size, mayBeTransparent: mayBeTransparent, hasOtherColors: hasProfile)
  }

  var sizeAndEnd: (ImageSize, end: Int) { (size, end) }

  /// The same picture, octet by octet, without what was noted beside it: texts, times, Exif.
  var withoutMetadata: [UInt8] {
    kept.reduce(into: []) { $0 += octets[$1] }
  }

  private static func keep(_ range: Range<Int>, in kept: inout [Range<Int>]) {
    if let last = kept.last, last.upperBound == range.lowerBound {
      kept[kept.count - 1] = last.lowerBound..<range.upperBound
    } else {
      kept.append(range)
    }
  }

  static func chunk(in octets: [UInt8], at start: Int) throws(ImageFlaw) -> Chunk {
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
  private struct ChunkOrder {
    private(set) var hasTransparency = false
    private(set) var hasProfile = false
    private var hasPalette = false
    private var lastWasData = false
    private var hasData = false
    private var others = 0

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
        if chunk.type == "tRNS" { hasTransparency = true }
        if chunk.type == "iCCP" { hasProfile = true }
        others += 1
        guard others <= PNGFile.chunksMax else {
          throw .malformed("The PNG has too many chunks.", at: chunk.start)
        }
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
