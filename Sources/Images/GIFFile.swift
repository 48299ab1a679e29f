/// A GIF file, walked up to the end of its first picture: no other is ever shown.
///
/// Source: GIF89a specification, §15-§27.
struct GIFFile {
  private(set) var claims: ImageClaims
  /// The file as far as it was read, without comments, and with an end.
  private(set) var plain: [UInt8]

  private enum Introducer {
    static let image: UInt8 = 0x2C
    static let `extension`: UInt8 = 0x21
    static let trailer: UInt8 = 0x3B
    static let graphicControl: UInt8 = 0xF9
  }

  /// `bytes` begin with the signature.
  init(_ bytes: [UInt8], within limit: PixelLimit) throws(ImageFault) {
    var cursor = ImageCursor(bytes, 6..<bytes.count)
    let width = try cursor.littleEndian(2)
    let height = try cursor.littleEndian(2)
    let flags = try cursor.byte()
    try cursor.skip(2)
    let globalBits = try Self.skipColors(flags, &cursor)
    plain = Array(bytes[..<cursor.at])
    let control = try Self.findPicture(&cursor)
    let picture = try Self.picture(&cursor, canvas: (width, height), limit)
    claims = ImageClaims(format: .gif, size: picture.size)
    claims.sampling = .palette(bits: Self.depth(picture.bits ?? globalBits ?? 8))
    let isKeyed = control.map { bytes[$0].dropFirst(3).first.map { $0 & 1 == 1 } ?? false }
    claims.mayBeTransparent = picture.leavesBorder || isKeyed == true
    if let control { plain += bytes[control] }
    plain += bytes[picture.place] + [Introducer.trailer]
  }

  /// Goes to the first picture, and returns its graphic control block.
  private static func findPicture(
    _ cursor: inout ImageCursor
  ) throws(ImageFault) -> Range<Int>? {
    var control: Range<Int>?
    while true {
      let start = cursor.at
      switch try cursor.byte() {
      case Introducer.trailer: throw .malformed("The GIF holds no picture.", at: start)
      case Introducer.image: return control
      case Introducer.extension:
        let label = try cursor.byte()
        try skipBlocks(&cursor)
        if label == Introducer.graphicControl { control = start..<cursor.at }
      default: throw .malformed("A block of the GIF is not expected.", at: start)
      }
    }
  }

  private struct Picture {
    /// Of the canvas, with this picture in it.
    let size: ImageSize
    let place: Range<Int>
    /// Whether the picture leaves a part of the canvas uncovered.
    let leavesBorder: Bool
    /// Of its own colour table.
    let bits: Int?
  }

  /// Reads the picture after its introducer. Some decoders enlarge the canvas for a picture that
  /// reaches beyond it, so both are measured together.
  private static func picture(
    _ cursor: inout ImageCursor, canvas: (width: Int, height: Int), _ limit: PixelLimit
  ) throws(ImageFault) -> Picture {
    let start = cursor.at - 1
    let left = try cursor.littleEndian(2)
    let top = try cursor.littleEndian(2)
    let width = try cursor.littleEndian(2)
    let height = try cursor.littleEndian(2)
    guard width > 0, height > 0 else { throw .noPixels(at: start) }
    let size = try ImageSize(
      width: max(canvas.width, left + width), height: max(canvas.height, top + height),
      within: limit, at: start)
    let bits = try skipColors(try cursor.byte(), &cursor)
    try cursor.skip(1)
    try skipBlocks(&cursor)
    return Picture(
      size: size, place: start..<cursor.at,
      leavesBorder: width < size.width || height < size.height, bits: bits)
  }

  /// - Returns: the bits of an index into the colour table; nil when there is no table.
  private static func skipColors(
    _ flags: UInt8, _ cursor: inout ImageCursor
  ) throws(ImageFault) -> Int? {
    guard flags & 0x80 != 0 else { return nil }
    let bits = Int(flags & 7) + 1
    try cursor.skip(3 << bits)
    return bits
  }

  /// Skips blocks of data up to the empty one.
  private static func skipBlocks(_ cursor: inout ImageCursor) throws(ImageFault) {
    while true {
      let count = Int(try cursor.byte())
      guard count > 0 else { return }
      try cursor.skip(count)
    }
  }

  /// Bits that a PNG uses for that many colours.
  private static func depth(_ bits: Int) -> Int { bits <= 2 ? bits : bits <= 4 ? 4 : 8 }
}
