/// Walks the boxes of a HEIC file as far as the sizes of its images.
///
/// Only the walk tells where the last box ends: its data may end with any octets. A line end behind
/// it, which one client puts between an image and the delimiter, is too short for a box.
/// Source: ISO/IEC 14496-12 §4.2; ISO/IEC 23008-12 §6.5.3, §10.
enum HEICFile {
  /// Boxes within boxes. Photographs of phones have four levels.
  static let depthMax = 8
  /// Boxes in all: a photograph in 48 parts has some hundred.
  static let boxesMax = 10_000

  private static let brands: Set<String> = [
    "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1",
  ]
  /// Another codec in the same boxes.
  private static let otherBrands: Set<String> = ["avif", "avis"]
  /// Boxes that hold boxes, with the octets that stand before these.
  private static let containers: [String: Int] = [
    "meta": 4, "iprp": 0, "ipco": 0, "moov": 0, "trak": 0, "mdia": 0, "minf": 0, "stbl": 0,
    "dinf": 0, "edts": 0, "udta": 0, "grpl": 0, "moof": 0, "traf": 0,
  ]

  /// Whether the file calls itself HEIC by its first box.
  static func isOne(_ octets: [UInt8]) -> Bool {
    guard octets.hasText("ftyp", at: 4) else { return false }
    var cursor = ImageCursor(octets, 0..<octets.count)
    guard let length = try? cursor.bigEndian(4), length >= 16, length <= 1_024,
      length <= octets.count
    else { return false }
    let names = stride(from: 8, to: length - 3, by: 4).filter { $0 != 12 }.map {
      String(decoding: octets[$0..<($0 + 4)], as: UTF8.self)
    }
    return !names.contains(where: otherBrands.contains) && names.contains(where: brands.contains)
  }

  /// `octets` begin with the box `ftyp`.
  static func outline(of octets: [UInt8]) throws(ImageFlaw) -> ImageOutline {
    var walk = Walk()
    try walk.boxes(in: ImageCursor(octets, 0..<octets.count), depth: 1)
    guard let size = walk.largest else {
      throw .malformed("The HEIC holds no image with a size.", at: octets.count)
    }
    return ImageOutline(
      size: size, mayBeTransparent: walk.hasAlpha, hasOtherColors: walk.hasProfile)
  }

  private struct Walk {
    /// The whole picture and each of its parts have sizes of their own.
    private(set) var largest: ImageSize?
    private(set) var hasAlpha = false
    private(set) var hasProfile = false
    private var count = 0

    mutating func boxes(in whole: ImageCursor, depth: Int) throws(ImageFlaw) {
      var cursor = whole
      while cursor.rest > 0, depth > 1 || !cursor.restIsLineEnd {
        let start = cursor.at
        guard depth <= HEICFile.depthMax else { throw .tooDeep(at: start) }
        count += 1
        guard count <= HEICFile.boxesMax else {
          throw .malformed("The HEIC has too many boxes.", at: start)
        }
        var (name, content) = try HEICFile.box(&cursor)
        if let skipped = HEICFile.containers[name] {
          try content.skip(skipped)
          try boxes(in: content, depth: depth + 1)
        } else {
          try note(name, &content)
        }
      }
    }

    private mutating func note(_ name: String, _ box: inout ImageCursor) throws(ImageFlaw) {
      switch name {
      case "ispe":
        try box.skip(4)
        let offset = box.at
        let width = try box.bigEndian(4)
        let height = try box.bigEndian(4)
        let size = try ImageSize(width: width, height: height, at: offset)
        if size.width * size.height > largest.map({ $0.width * $0.height }) ?? 0 { largest = size }
      case "auxC":
        let text = String(decoding: box.octets[box.at..<box.end], as: UTF8.self)
        hasAlpha = hasAlpha || text.contains("alpha") || text.contains("auxid:1")
      case "colr":
        let kind = box.rest >= 4 ? try box.name() : ""
        hasProfile = hasProfile || kind == "prof" || kind == "rICC"
      default: break
      }
    }
  }

  /// Reads a head, goes over the box, and returns its content. §4.2.
  private static func box(
    _ cursor: inout ImageCursor
  ) throws(ImageFlaw) -> (name: String, content: ImageCursor) {
    let start = cursor.at
    let length = try cursor.bigEndian(4)
    let name = try cursor.name()
    switch length {
    case 0: return (name, try cursor.part(cursor.rest))
    case 1:
      guard try cursor.octet() == 0 else { throw .truncated(at: cursor.end) }
      let long = try cursor.bigEndian(7)
      guard long >= 16 else { throw .malformed("A box of the HEIC has no length.", at: start) }
      return (name, try cursor.part(long - 16))
    default:
      guard length >= 8 else { throw .malformed("A box of the HEIC has no length.", at: start) }
      return (name, try cursor.part(length - 8))
    }
  }
}

extension ImageCursor {
  fileprivate var restIsLineEnd: Bool { octets[at..<end].elementsEqual([0x0D, 0x0A]) }
}
