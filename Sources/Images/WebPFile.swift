/// A WebP file, walked up to the end of its first picture: no other is ever shown.
///
/// Source: RFC 9649 §2.
struct WebPFile {
  private(set) var claims: ImageClaims
  private let parts: Parts

  /// Chunks of the file that make the picture.
  private struct Parts {
    /// From the extended header.
    var canvas: ImageSize?
    var flags: UInt8 = 0
    var alpha: [UInt8]?
    /// `VP8 ` or `VP8L`, or the first picture of an animation.
    var picture: (name: String, data: [UInt8])?
    var isLossless = false
    var profile: [UInt8]?
    var orientation: Int?
  }

  private enum Flag {
    static let profile: UInt8 = 0x20
    static let alpha: UInt8 = 0x10
    static let exif: UInt8 = 0x08
    static let animation: UInt8 = 0x02
  }

  /// `bytes` begin with `RIFF....WEBP`. The length after `RIFF` is ignored: editors forget to
  /// update it.
  init(_ bytes: [UInt8], within limit: PixelLimit) throws(ImageFault) {
    var parts = Parts()
    var size: ImageSize?
    var mayBeTransparent = false
    var cursor = ImageCursor(bytes, 12..<bytes.count)
    while let (name, content) = try Self.chunk(&cursor, hasPicture: size != nil) {
      var chunk = content
      let data = { Array(bytes[content.range]) }
      switch name {
      case "VP8X": try Self.readCanvas(&chunk, into: &parts, limit)
      case "ALPH" where size == nil: parts.alpha = data()
      case "VP8 " where size == nil:
        size = try Self.lossySize(&chunk, limit)
        parts.picture = (name, data())
      case "VP8L" where size == nil:
        (size, mayBeTransparent) = try Self.losslessSize(&chunk, limit)
        parts.isLossless = true
        parts.picture = (name, data())
      case "ANMF" where size == nil:
        size = try Self.frameSize(&chunk, canvas: parts.canvas, limit)
        parts.isLossless = Self.isLossless(chunk)
        parts.picture = (name, data())
      case "ICCP": parts.profile = parts.profile ?? data()
      case "EXIF":
        parts.orientation =
          parts.orientation ?? ExifOrientation.value(inTIFF: bytes[content.range])
      default: continue
      }
    }
    guard let size else { throw .malformed("The WebP holds no picture.", at: cursor.at) }
    self.parts = parts
    claims = ImageClaims(format: .webp, size: size)
    claims.mayBeTransparent =
      mayBeTransparent || parts.alpha != nil || parts.flags & Flag.alpha != 0
      || parts.picture?.name == "ANMF"
    claims.sampling = parts.isLossless ? .exact : .coarse
    if fittingProfile != nil { claims.colors = .profile }
  }

  /// Reads a chunk's head, and skips the chunk; nil at the end, or when something else follows the
  /// picture.
  private static func chunk(
    _ cursor: inout ImageCursor, hasPicture: Bool
  ) throws(ImageFault) -> (name: String, content: ImageCursor)? {
    guard cursor.rest > 0 else { return nil }
    do throws(ImageFault) {
      let name = try cursor.name()
      let length = try cursor.littleEndian(4)
      let content = try cursor.part(length)
      // Chunks begin at even places; some writers do not pad the last one.
      if length % 2 == 1, cursor.rest > 0 { try cursor.skip(1) }
      return (name, content)
    } catch {
      guard hasPicture else { throw error }
      return nil
    }
  }

  // MARK: Sizes

  /// §2.7.1: flags, three reserved bytes, and sides less one.
  private static func readCanvas(
    _ chunk: inout ImageCursor, into parts: inout Parts, _ limit: PixelLimit
  ) throws(ImageFault) {
    let flags = try chunk.byte()
    try chunk.skip(3)
    let offset = chunk.at
    let width = try chunk.littleEndian(3) + 1
    let height = try chunk.littleEndian(3) + 1
    guard parts.canvas == nil else { return }
    parts.canvas = try ImageSize(width: width, height: height, within: limit, at: offset)
    parts.flags = flags
  }

  /// §2.7.1.1: its place in units of two pixels, and sides less one; then how long it is shown.
  private static func frameSize(
    _ chunk: inout ImageCursor, canvas: ImageSize?, _ limit: PixelLimit
  ) throws(ImageFault) -> ImageSize {
    let start = chunk.at
    let left = try chunk.littleEndian(3) * 2
    let top = try chunk.littleEndian(3) * 2
    let width = try chunk.littleEndian(3) + 1
    let height = try chunk.littleEndian(3) + 1
    try chunk.skip(4)
    return try ImageSize(
      width: max(canvas?.width ?? 0, left + width),
      height: max(canvas?.height ?? 0, top + height), within: limit, at: start)
  }

  private static func isLossless(_ frame: ImageCursor) -> Bool {
    var rest = frame
    while let (name, _) = try? chunk(&rest, hasPicture: true) {
      if name == "VP8L" { return true }
    }
    return false
  }

  /// A key frame: three bytes of tag, a start code, and sides of 14 bits. Source: RFC 6386 §9.1.
  private static func lossySize(
    _ chunk: inout ImageCursor, _ limit: PixelLimit
  ) throws(ImageFault) -> ImageSize {
    let start = chunk.at
    let isKey = try chunk.byte() & 1 == 0
    try chunk.skip(2)
    guard isKey, try chunk.bigEndian(3) == 0x9D012A else {
      throw .malformed("The picture of the WebP does not begin as one.", at: start)
    }
    let offset = chunk.at
    let width = try chunk.littleEndian(2) & 0x3FFF
    let height = try chunk.littleEndian(2) & 0x3FFF
    return try ImageSize(width: width, height: height, within: limit, at: offset)
  }

  /// A signature, sides of 14 bits less one, and a bit for alpha. Source: RFC 9649 §3.4.
  private static func losslessSize(
    _ chunk: inout ImageCursor, _ limit: PixelLimit
  ) throws(ImageFault) -> (ImageSize, hasAlpha: Bool) {
    let start = chunk.at
    guard try chunk.byte() == 0x2F else {
      throw .malformed("The picture of the WebP does not begin as one.", at: start)
    }
    let bits = try chunk.littleEndian(4)
    let size = try ImageSize(
      width: bits & 0x3FFF + 1, height: (bits >> 14) & 0x3FFF + 1, within: limit, at: start + 1)
    return (size, bits >> 28 & 1 == 1)
  }

  // MARK: The file for the decoder

  private var fittingProfile: [UInt8]? {
    guard let profile = parts.profile, ColorProfile(profile)?.space == .rgb else { return nil }
    return profile
  }

  /// The same picture in a file whose lengths and flags are right.
  func plain(withProfile: Bool) -> [UInt8] {
    guard let picture = parts.picture else { return [] }
    let isAnimated = picture.name == "ANMF"
    let profile = withProfile ? fittingProfile : nil
    let orientation = parts.orientation.flatMap { $0 == 1 ? nil : $0 }
    let hasAlpha = claims.mayBeTransparent
    var flags: UInt8 = hasAlpha ? Flag.alpha : 0
    if profile != nil { flags |= Flag.profile }
    if orientation != nil { flags |= Flag.exif }
    if isAnimated { flags |= Flag.animation }
    var chunks: [UInt8] = []
    if flags & ~Flag.alpha != 0 || parts.alpha != nil {
      let sides = (claims.size.width - 1).littleEndian(3) + (claims.size.height - 1).littleEndian(3)
      chunks += Self.chunk("VP8X", [flags, 0, 0, 0] + sides)
    }
    if let profile { chunks += Self.chunk("ICCP", profile) }
    if isAnimated { chunks += Self.chunk("ANIM", [0, 0, 0, 0, 0, 0]) }
    if let alpha = parts.alpha, picture.name == "VP8 " { chunks += Self.chunk("ALPH", alpha) }
    chunks += Self.chunk(picture.name, picture.data)
    if let orientation { chunks += Self.chunk("EXIF", ExifOrientation.note(orientation)) }
    return Array("RIFF".utf8) + (chunks.count + 4).littleEndian(4) + Array("WEBP".utf8) + chunks
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    Array(name.utf8) + data.count.littleEndian(4) + data + (data.count % 2 == 1 ? [0] : [])
  }
}
