/// Walks the blocks of a GIF file up to its trailer.
///
/// Source: GIF89a specification, §15-§27.
enum GIFFile {
  private enum Introducer {
    static let image: UInt8 = 0x2C
    static let `extension`: UInt8 = 0x21
    static let trailer: UInt8 = 0x3B
    static let graphicControl: UInt8 = 0xF9
  }

  /// `octets` begin with the signature.
  static func outline(of octets: [UInt8]) throws(ImageFlaw) -> ImageOutline {
    var cursor = ImageCursor(octets, 6..<octets.count)
    let width = try cursor.littleEndian(2)
    let height = try cursor.littleEndian(2)
    let size = try ImageSize(width: width, height: height, at: 6)
    let flags = try cursor.octet()
    try cursor.skip(2)
    try skipColors(flags, &cursor)
    var outline = ImageOutline(size: size, frames: 0)
    try walk(&cursor, &outline)
    guard outline.frames > 0 else {
      throw .malformed("The GIF holds no image.", at: cursor.at - 1)
    }
    return outline
  }

  private static func walk(
    _ cursor: inout ImageCursor, _ outline: inout ImageOutline
  ) throws(ImageFlaw) {
    while true {
      let start = cursor.at
      switch try cursor.octet() {
      case Introducer.trailer: return
      case Introducer.image: try readFrame(&cursor, &outline)
      case Introducer.extension:
        let label = try cursor.octet()
        let data = try skipBlocks(&cursor)
        // Only the control before the first frame is about what is shown.
        if label == Introducer.graphicControl, outline.frames == 0, let flags = data, flags & 1 == 1
        {
          outline.mayBeTransparent = true
        }
      default: throw .malformed("A block of the GIF is not expected.", at: start)
      }
    }
  }

  /// A frame beyond the canvas would make some decoders enlarge it, behind our limit.
  private static func readFrame(
    _ cursor: inout ImageCursor, _ outline: inout ImageOutline
  ) throws(ImageFlaw) {
    let start = cursor.at
    let left = try cursor.littleEndian(2)
    let top = try cursor.littleEndian(2)
    let width = try cursor.littleEndian(2)
    let height = try cursor.littleEndian(2)
    let canvas = outline.size
    guard width > 0, height > 0, left + width <= canvas.width, top + height <= canvas.height else {
      throw .malformed("A picture of the GIF is not within it.", at: start)
    }
    if outline.frames == 0, width < canvas.width || height < canvas.height {
      outline.mayBeTransparent = true
    }
    try skipColors(try cursor.octet(), &cursor)
    guard (1...11).contains(try cursor.octet()) else {
      throw .malformed("A picture of the GIF has a code size that is not expected.", at: start)
    }
    _ = try skipBlocks(&cursor)
    outline.frames += 1
    guard outline.frames <= ImageHeader.framesMax else { throw .tooManyFrames(at: start) }
  }

  private static func skipColors(
    _ flags: UInt8, _ cursor: inout ImageCursor
  ) throws(ImageFlaw) {
    if flags & 0x80 != 0 { try cursor.skip(3 << (Int(flags & 7) + 1)) }
  }

  /// Goes over blocks of data to the empty one, and returns the first octet of the first.
  private static func skipBlocks(_ cursor: inout ImageCursor) throws(ImageFlaw) -> UInt8? {
    var first: UInt8?
    while true {
      let count = Int(try cursor.octet())
      guard count > 0 else { return first }
      let start = cursor.at
      try cursor.skip(count)
      first = first ?? cursor.octets[start]
    }
  }
}
