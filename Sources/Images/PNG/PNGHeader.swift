/// The first chunk of a PNG file.
///
/// Source: Portable Network Graphics, Third Edition, §11.2.1.
struct PNGHeader {
  let size: ImageSize
  /// Bits of a sample.
  let depth: Int
  let kind: Kind
  private static let bytes = 13

  enum Kind: UInt8 {
    case gray = 0
    case color = 2
    case palette = 3
    case grayAndAlpha = 4
    case colorAndAlpha = 6
  }

  /// - Throws: for values that PNG does not know, and sizes beyond the limit.
  init(
    _ chunk: PNGChunk, of file: [UInt8], within limit: PixelLimit
  ) throws(ImageFault) {
    guard chunk.type == "IHDR" else {
      throw .malformed("The first chunk of the PNG is not IHDR.", at: chunk.start)
    }
    guard !chunk.isCut else { throw .truncated(at: file.count) }
    let offset = chunk.data.lowerBound
    guard chunk.data.count == Self.bytes, let kind = Kind(rawValue: file[offset + 9]),
      Self.depths(of: kind).contains(file[offset + 8]),
      file[offset + 10] == 0, file[offset + 11] == 0, file[offset + 12] <= 1
    else { throw .malformed("IHDR has values that PNG does not know.", at: offset) }
    var cursor = ImageCursor(file, chunk.data)
    let width = try cursor.bigEndian(4)
    let height = try cursor.bigEndian(4)
    size = try ImageSize(width: width, height: height, within: limit, at: offset)
    depth = Int(file[offset + 8])
    self.kind = kind
  }

  private static func depths(of kind: Kind) -> Set<UInt8> {
    switch kind {
    case .gray: [1, 2, 4, 8, 16]
    case .palette: [1, 2, 4, 8]
    case .color, .grayAndAlpha, .colorAndAlpha: [8, 16]
    }
  }

  var hasAlpha: Bool { kind == .grayAndAlpha || kind == .colorAndAlpha }

  var space: ColorProfile.Space {
    kind == .gray || kind == .grayAndAlpha ? .gray : .rgb
  }

  var sampling: ImageClaims.Sampling {
    switch kind {
    case .palette: .palette(bits: depth)
    case .gray where depth < 16: .gray(bits: depth)
    case .gray, .color, .grayAndAlpha, .colorAndAlpha: .exact
    }
  }
}

extension ImageSize {
  /// The size of a PNG, by its first bytes.
  ///
  /// - Throws: when it is no PNG, and when its size is beyond the limit.
  package init(ofPNG bytes: [UInt8], within limit: PixelLimit) throws(ImageFault) {
    guard bytes.starts(with: PNGChunk.signature) else { throw .notServed }
    let chunk = try PNGChunk.intact(in: bytes, at: PNGChunk.signature.count)
    self = try PNGHeader(chunk, of: bytes, within: limit).size
  }
}
