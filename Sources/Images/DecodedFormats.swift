// GIF, WebP and HEIC are recognised, and their pixels are counted. The decoder judges everything
// else of them, in its sandbox, and gets the file as it came.

/// The size of a GIF: its canvas and its first picture, which are at its beginning.
///
/// Source: GIF89a specification, §15-§27.
enum GIFSize {
  private static let image: UInt8 = 0x2C
  private static let `extension`: UInt8 = 0x21

  /// `bytes` begin with the signature.
  static func claims(
    of bytes: [UInt8], within limit: PixelLimit
  ) throws(ImageFault) -> ImageClaims {
    var cursor = ImageCursor(bytes, 6..<bytes.count)
    let width = try cursor.littleEndian(2)
    let height = try cursor.littleEndian(2)
    let flags = try cursor.byte()
    try cursor.skip(2)
    // A table of colours.
    if flags & 0x80 != 0 { try cursor.skip(6 << (flags & 7)) }
    try skipExtensions(&cursor)
    let start = cursor.at
    let left = try cursor.littleEndian(2)
    let top = try cursor.littleEndian(2)
    // A picture beyond the canvas makes some decoders enlarge that.
    let size = try ImageSize(
      width: max(width, left + cursor.littleEndian(2)),
      height: max(height, top + cursor.littleEndian(2)), within: limit, at: start)
    return ImageClaims(decoded: .gif, size: size, sampling: .palette(bits: 8))
  }

  /// Goes behind the introducer of the first picture.
  private static func skipExtensions(_ cursor: inout ImageCursor) throws(ImageFault) {
    while true {
      let start = cursor.at
      switch try cursor.byte() {
      case image: return
      case `extension`:
        try cursor.skip(1)
        var count: Int
        repeat {
          count = Int(try cursor.byte())
          try cursor.skip(count)
        } while count > 0
      default: throw .malformed("The GIF holds no picture.", at: start)
      }
    }
  }
}

/// The size of a WebP: its canvas and its first picture.
///
/// Source: RFC 9649 §2.
enum WebPSize {
  /// A decoder's time grows with the square of the number of frames.
  static let chunksMax = 1_000

  /// `bytes` begin with `RIFF....WEBP`.
  static func claims(
    of bytes: [UInt8], within limit: PixelLimit
  ) throws(ImageFault) -> ImageClaims {
    // Phones append other things, which a decoder does not read.
    var sized = ImageCursor(bytes, 4..<8)
    let end = min(bytes.count, max(12, 8 + (try sized.littleEndian(4))))
    try countChunks(ImageCursor(bytes, 12..<end))
    return try firstPicture(ImageCursor(bytes, 12..<end), within: limit)
  }

  /// Up to the first malformed chunk, where a decoder ends as well.
  private static func countChunks(_ chunks: ImageCursor) throws(ImageFault) {
    var (cursor, count) = (chunks, 0)
    while (try? cursor.skip(4)) != nil, let length = try? cursor.littleEndian(4),
      (try? cursor.skip(length + length % 2)) != nil
    {
      count += 1
      guard count <= chunksMax else {
        throw .malformed("The WebP has more than \(chunksMax) chunks.", at: cursor.at)
      }
    }
  }

  private static func firstPicture(
    _ chunks: ImageCursor, within limit: PixelLimit
  ) throws(ImageFault) -> ImageClaims {
    var canvas: (width: Int, height: Int) = (0, 0)
    var cursor = chunks
    while cursor.rest > 0 {
      let name = try cursor.name()
      let length = try cursor.littleEndian(4)
      var chunk = try cursor.part(length)
      let start = chunk.at
      if let (width, height, isLossless) = try picture(name, &chunk) {
        let size = try ImageSize(
          width: max(canvas.width, width), height: max(canvas.height, height), within: limit,
          at: start)
        return ImageClaims(
          decoded: .webp, size: size, sampling: isLossless ? .exact : .coarse, colors: .unread)
      }
      if name == "VP8X" {
        try chunk.skip(4)
        let sides = (try chunk.littleEndian(3) + 1, try chunk.littleEndian(3) + 1)
        canvas = (max(canvas.width, sides.0), max(canvas.height, sides.1))
      }
      // Chunks begin at even places; some writers do not fill the last one.
      if length % 2 == 1, cursor.rest > 0 { try cursor.skip(1) }
    }
    throw .malformed("The WebP holds no picture.", at: cursor.at)
  }

  /// Nil for a chunk that is no picture.
  private static func picture(
    _ name: String, _ chunk: inout ImageCursor
  ) throws(ImageFault) -> (width: Int, height: Int, isLossless: Bool)? {
    switch name {
    // A key frame: a tag, a start code, and sides of 14 bits. Source: RFC 6386 §9.1.
    case "VP8 ":
      try chunk.skip(3)
      guard try chunk.bigEndian(3) == 0x9D012A else { throw noPicture(chunk) }
      let sides = (try chunk.littleEndian(2) & 0x3FFF, try chunk.littleEndian(2) & 0x3FFF)
      return (sides.0, sides.1, false)
    // A signature, and sides of 14 bits less one. Source: RFC 9649 §3.4.
    case "VP8L":
      guard try chunk.byte() == 0x2F else { throw noPicture(chunk) }
      let bits = try chunk.littleEndian(4)
      return (bits & 0x3FFF + 1, (bits >> 14) & 0x3FFF + 1, true)
    // Its place in units of two pixels, and sides less one; then how long it is shown.
    case "ANMF":
      let (left, top) = (try chunk.littleEndian(3) * 2, try chunk.littleEndian(3) * 2)
      let sides = (try chunk.littleEndian(3) + 1, try chunk.littleEndian(3) + 1)
      try chunk.skip(4)
      return (left + sides.0, top + sides.1, (try? chunk.name()) == "VP8L")
    default: return nil
    }
  }

  private static func noPicture(_ chunk: ImageCursor) -> ImageFault {
    .malformed("The picture of the WebP does not begin as one.", at: chunk.at)
  }
}

/// The size of a HEIC: the largest of its pictures, parts and previews, shown or not.
///
/// Source: ISO/IEC 14496-12 §4.2; ISO/IEC 23008-12 §6.5, §10.
enum HEICSize {
  private static let brands: Set<String> = [
    "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1",
  ]
  /// Another codec in the same boxes.
  private static let otherBrands: Set<String> = ["avif", "avis"]
  /// Boxes of one box. A decoder takes milliseconds for so many, and seconds for a million.
  static let boxesMax = 10_000
  /// Where sizes are, box in box.
  private static let path = ["meta", "iprp", "ipco", "ispe"]

  /// Whether the file calls itself HEIC by its first box.
  static func isOne(_ bytes: [UInt8]) -> Bool {
    guard bytes.hasText("ftyp", at: 4) else { return false }
    var cursor = ImageCursor(bytes, 0..<bytes.count)
    guard let length = try? cursor.bigEndian(4), length >= 16, length <= 1_024,
      length <= bytes.count
    else { return false }
    let names = stride(from: 8, to: length - 3, by: 4).filter { $0 != 12 }.map {
      String(decoding: bytes[$0..<($0 + 4)], as: UTF8.self)
    }
    return !names.contains(where: otherBrands.contains) && names.contains(where: brands.contains)
  }

  /// `bytes` begin with the box `ftyp`.
  static func claims(
    of bytes: [UInt8], within limit: PixelLimit
  ) throws(ImageFault) -> ImageClaims {
    var boxes = [ImageCursor(bytes, 0..<bytes.count)]
    for name in path {
      var found: [ImageCursor] = []
      for box in boxes { found += try contents(of: name, in: box) }
      boxes = found
    }
    var largest: ImageSize?
    for var box in boxes {
      let offset = box.at
      let (width, height) = (try box.bigEndian(4), try box.bigEndian(4))
      let size = try ImageSize(width: width, height: height, within: limit, at: offset)
      if size.pixels > largest?.pixels ?? 0 { largest = size }
    }
    guard let largest else {
      throw .malformed("The HEIC holds no picture with a size.", at: bytes.count)
    }
    return ImageClaims(decoded: .heic, size: largest, sampling: .coarse, colors: .unread)
  }

  /// The contents of the boxes with this name, up to the first malformed box.
  private static func contents(
    of name: String, in whole: ImageCursor
  ) throws(ImageFault) -> [ImageCursor] {
    var (cursor, count) = (whole, 0)
    var found: [ImageCursor] = []
    while cursor.rest > 0, let (next, box) = try? box(&cursor) {
      count += 1
      guard count <= boxesMax else {
        throw .malformed("The HEIC has more than \(boxesMax) boxes.", at: cursor.at)
      }
      guard next == name else { continue }
      var content = box
      // A version and flags come before what these two hold.
      if ["meta", "ispe"].contains(name) { guard (try? content.skip(4)) != nil else { continue } }
      found.append(content)
    }
    return found
  }

  /// Reads a head, and goes over the box. A length of 0 reaches to the end, and one of 1 is behind
  /// the name.
  private static func box(
    _ cursor: inout ImageCursor
  ) throws(ImageFault) -> (name: String, content: ImageCursor) {
    let length = try cursor.bigEndian(4)
    let name = try cursor.name()
    switch length {
    case 0: return (name, try cursor.part(cursor.rest))
    case 1:
      try cursor.skip(1)
      return (name, try cursor.part(try cursor.bigEndian(7) - 16))
    default: return (name, try cursor.part(length - 8))
    }
  }
}
