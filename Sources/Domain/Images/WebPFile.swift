/// Walks the chunks of a WebP file.
///
/// Source: RFC 9649 §2.
enum WebPFile {
  /// Chunks of a file: an animation has one for each picture, and a handful besides.
  private static let chunksMax = ImageHeader.framesMax + 64

  /// `octets` begin with `RIFF....WEBP`.
  static func outline(of octets: [UInt8]) throws(ImageFlaw) -> ImageOutline {
    var header = ImageCursor(octets, 4..<octets.count)
    let length = try header.littleEndian(4)
    var cursor = try header.part(length)
    try cursor.skip(4)
    var walk = Walk()
    var count = 0
    while cursor.rest > 0 {
      let start = cursor.at
      count += 1
      guard count <= chunksMax else { throw .malformed("The WebP has too many chunks.", at: start) }
      let name = try cursor.name()
      let length = try cursor.littleEndian(4)
      var chunk = try cursor.part(length)
      // Chunks begin at even octets; some writers leave the last one unfilled.
      if length % 2 == 1, cursor.rest > 0 { try cursor.skip(1) }
      try walk.note(name, &chunk, isFirst: count == 1, at: start)
    }
    return try walk.outline(at: cursor.at)
  }

  private struct Walk {
    private var canvas: ImageSize?
    private var picture: ImageSize?
    private var isTransparent = false
    private var hasProfile = false
    private var frames = 0

    mutating func note(
      _ name: String, _ chunk: inout ImageCursor, isFirst: Bool, at start: Int
    ) throws(ImageFlaw) {
      switch name {
      case "VP8X":
        guard isFirst else { throw misplaced(start) }
        try readCanvas(&chunk)
      case "VP8 ": try add(try WebPFile.lossySize(&chunk), start)
      case "VP8L":
        let (size, hasAlpha) = try WebPFile.losslessSize(&chunk)
        isTransparent = isTransparent || hasAlpha
        try add(size, start)
      case "ANMF": try readFrame(&chunk, start)
      default:
        guard !isFirst else { throw misplaced(start) }
        if name == "ALPH" { isTransparent = true }
        if name == "ICCP" { hasProfile = true }
      }
    }

    func outline(at end: Int) throws(ImageFlaw) -> ImageOutline {
      guard let size = canvas ?? picture, picture != nil || frames > 0 else {
        throw .malformed("The WebP holds no image.", at: end)
      }
      return ImageOutline(
        size: size, frames: max(1, frames), mayBeTransparent: isTransparent || frames > 0,
        hasOtherColors: hasProfile)
    }

    /// §2.7.1: flags, three reserved octets, and sides less one.
    private mutating func readCanvas(_ chunk: inout ImageCursor) throws(ImageFlaw) {
      let flags = try chunk.octet()
      try chunk.skip(3)
      let offset = chunk.at
      let width = try chunk.littleEndian(3) + 1
      let height = try chunk.littleEndian(3) + 1
      canvas = try ImageSize(width: width, height: height, at: offset)
      isTransparent = flags & 0x10 != 0
    }

    private mutating func add(_ size: ImageSize, _ start: Int) throws(ImageFlaw) {
      guard picture == nil, frames == 0 else { throw misplaced(start) }
      guard canvas.map({ $0.width == size.width && $0.height == size.height }) ?? true else {
        throw .malformed("The picture of the WebP has another size than the whole.", at: start)
      }
      picture = size
    }

    /// §2.7.1.1: place in units of two pixels, sides less one.
    private mutating func readFrame(_ chunk: inout ImageCursor, _ start: Int) throws(ImageFlaw) {
      guard let canvas, picture == nil else { throw misplaced(start) }
      let left = try chunk.littleEndian(3) * 2
      let top = try chunk.littleEndian(3) * 2
      let width = try chunk.littleEndian(3) + 1
      let height = try chunk.littleEndian(3) + 1
      guard left + width <= canvas.width, top + height <= canvas.height else {
        throw .malformed("A picture of the WebP is not within it.", at: start)
      }
      frames += 1
      guard frames <= ImageHeader.framesMax else { throw .tooManyFrames(at: start) }
    }

    private func misplaced(_ start: Int) -> ImageFlaw {
      .malformed("A chunk of the WebP does not belong where it stands.", at: start)
    }
  }

  /// A key frame: three octets of tag, a start code, and sides of 14 bits. Source: RFC 6386 §9.1.
  private static func lossySize(_ chunk: inout ImageCursor) throws(ImageFlaw) -> ImageSize {
    let start = chunk.at
    let isKey = try chunk.octet() & 1 == 0
    try chunk.skip(2)
    guard isKey, try chunk.bigEndian(3) == 0x9D012A else {
      throw .malformed("The picture of the WebP does not begin as one.", at: start)
    }
    let offset = chunk.at
    let width = try chunk.littleEndian(2) & 0x3FFF
    let height = try chunk.littleEndian(2) & 0x3FFF
    return try ImageSize(width: width, height: height, at: offset)
  }

  /// A signature, sides of 14 bits less one, a bit for alpha, and the version. Source: RFC 9649 §3.4.
  private static func losslessSize(
    _ chunk: inout ImageCursor
  ) throws(ImageFlaw) -> (ImageSize, hasAlpha: Bool) {
    let start = chunk.at
    guard try chunk.octet() == 0x2F else {
      throw .malformed("The picture of the WebP does not begin as one.", at: start)
    }
    let bits = try chunk.littleEndian(4)
    guard bits >> 29 == 0 else {
      throw .malformed("The picture of the WebP has a version that is not known.", at: start)
    }
    let size = try ImageSize(
      width: bits & 0x3FFF + 1, height: (bits >> 14) & 0x3FFF + 1, at: start + 1)
    return (size, bits >> 28 & 1 == 1)
  }
}
