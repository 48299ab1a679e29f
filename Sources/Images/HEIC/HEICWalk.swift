/// One walk through the boxes of a HEIC file.
struct HEICWalk {
  private let bytes: [UInt8]
  private let limit: PixelLimit
  /// Where the last box ends.
  private(set) var end = 0
  /// The largest size of the whole picture and of its parts, which have sizes of their own.
  private(set) var largest: ImageSize?
  private(set) var hasAlpha = false
  private(set) var items = HEICItems()
  /// Where the names of the profile boxes are.
  private(set) var profileNames: [Int] = []
  private var hasData = false
  private var count = 0

  /// Boxes within boxes. Photographs of phones have four levels.
  static let depthMax = 8
  /// Boxes in all: a photograph in 200 parts has some hundred.
  static let boxesMax = 10_000

  /// Boxes that contain boxes, with the number of bytes before these.
  private static let containers: [String: Int] = [
    "meta": 4, "iprp": 0, "ipco": 0, "moov": 0, "trak": 0, "mdia": 0, "minf": 0, "stbl": 0,
    "dinf": 0, "edts": 0, "udta": 0, "grpl": 0, "moof": 0, "traf": 0,
  ]

  init(_ bytes: [UInt8], within limit: PixelLimit) {
    self.bytes = bytes
    self.limit = limit
  }

  /// Reads the file up to something that is no box and follows a complete picture.
  mutating func walk() throws(ImageFault) {
    var cursor = ImageCursor(bytes, 0..<bytes.count)
    while cursor.rest > 0 {
      end = cursor.at
      let box: Box
      do throws(ImageFault) { box = try next(&cursor) } catch {
        guard error.code == "truncated", isWhole else { throw error }
        return
      }
      // Another file follows: phones append films.
      if box.name == "ftyp", end > 0, isWhole { return }
      try enter(box, depth: 1, isProperty: false)
    }
    end = cursor.at
    guard hasData || largest == nil else { throw .truncated(at: end) }
  }

  private var isWhole: Bool { hasData && largest != nil }

  private struct Box {
    let name: String
    let start: Int
    let content: ImageCursor
  }

  private mutating func boxes(
    in whole: ImageCursor, depth: Int, areProperties: Bool
  ) throws(ImageFault) {
    var cursor = whole
    while cursor.rest > 0 {
      guard depth <= Self.depthMax else { throw .tooDeep(at: cursor.at) }
      try enter(try next(&cursor), depth: depth, isProperty: areProperties)
    }
  }

  private mutating func enter(_ box: Box, depth: Int, isProperty: Bool) throws(ImageFault) {
    count += 1
    guard count <= Self.boxesMax else {
      throw .malformed("The HEIC has more than \(Self.boxesMax) boxes.", at: box.start)
    }
    var content = box.content
    if let skipped = Self.containers[box.name] {
      try content.skip(skipped)
      try boxes(in: content, depth: depth + 1, areProperties: box.name == "ipco")
      if isProperty { items.add(HEICItems.Property()) }
    } else {
      let property = try read(box.name, &content)
      if case .profile? = property.colors { profileNames.append(box.start + 4) }
      if isProperty { items.add(property) }
    }
  }

  private mutating func read(
    _ name: String, _ box: inout ImageCursor
  ) throws(ImageFault) -> HEICItems.Property {
    var property = HEICItems.Property()
    switch name {
    case "ispe": property.size = try readSize(&box)
    case "colr": property.colors = HEICItems.colors(in: box)
    case "auxC":
      let text = String(decoding: bytes[box.range], as: UTF8.self)
      hasAlpha = hasAlpha || text.contains("alpha") || text.contains("auxid:1")
    case "pitm": try items.readPrimary(&box)
    case "ipma": try items.readAssociations(&box)
    case "mdat", "idat": hasData = true
    default: break
    }
    return property
  }

  private mutating func readSize(_ box: inout ImageCursor) throws(ImageFault) -> ImageSize {
    try box.skip(4)
    let offset = box.at
    let width = try box.bigEndian(4)
    let height = try box.bigEndian(4)
    let size = try ImageSize(width: width, height: height, within: limit, at: offset)
    if size.pixels > largest?.pixels ?? 0 { largest = size }
    return size
  }

  /// Reads a box's head, and skips the box. Source: ISO/IEC 14496-12 §4.2.
  private func next(_ cursor: inout ImageCursor) throws(ImageFault) -> Box {
    let start = cursor.at
    let length = try cursor.bigEndian(4)
    let name = try cursor.name()
    switch length {
    case 0: return Box(name: name, start: start, content: try cursor.part(cursor.rest))
    case 1:
      guard try cursor.byte() == 0 else { throw .truncated(at: cursor.end) }
      let long = try cursor.bigEndian(7)
      guard long >= 16 else { throw noLength(start) }
      return Box(name: name, start: start, content: try cursor.part(long - 16))
    default:
      guard length >= 8 else { throw noLength(start) }
      return Box(name: name, start: start, content: try cursor.part(length - 8))
    }
  }

  /// After a complete picture it is something else.
  private func noLength(_ start: Int) -> ImageFault {
    isWhole ? .truncated(at: start) : .malformed("A box of the HEIC has no length.", at: start)
  }
}
