/// The pictures in a HEIC file, and the properties of the one that is shown.
///
/// Source: ISO/IEC 14496-12 §8.11.4, §12.1.5; ISO/IEC 23008-12 §9.3.
struct HEICItems {
  /// How colours are described: by a profile at a place of the file, or by a number of ITU-T H.273.
  enum Colors: Equatable {
    case profile(Range<Int>)
    case numbered(Int)
  }

  struct Property {
    var size: ImageSize?
    var colors: Colors?
  }

  private var primary: Int?
  /// In the order of the file, which numbers them.
  private var properties: [Property] = []
  /// The properties of each item, counted from 1.
  private var associations: [Int: [Int]] = [:]
  /// Items whose properties are read: a photograph in 200 parts has as many.
  private static let itemsMax = 10_000

  var primarySize: ImageSize? { shown.lazy.compactMap(\.size).first }

  /// A profile takes precedence over numbers. When the picture itself has neither, its parts may.
  var colors: Colors? {
    let told = shown.compactMap(\.colors)
    let all = told.isEmpty ? properties.compactMap(\.colors) : told
    return all.first { if case .profile = $0 { true } else { false } } ?? all.first
  }

  private var shown: [Property] {
    let indices = primary.flatMap { associations[$0] } ?? []
    return indices.compactMap { properties.indices.contains($0 - 1) ? properties[$0 - 1] : nil }
  }

  mutating func add(_ property: Property) { properties.append(property) }

  mutating func readPrimary(_ box: inout ImageCursor) throws(ImageFault) {
    let version = try box.byte()
    try box.skip(3)
    primary = try box.bigEndian(version == 0 ? 2 : 4)
  }

  mutating func readAssociations(_ box: inout ImageCursor) throws(ImageFault) {
    let version = try box.byte()
    let isWide = try box.bigEndian(3) & 1 == 1
    let count = try box.bigEndian(4)
    guard count <= Self.itemsMax else { return }
    for _ in 0..<count {
      let item = try box.bigEndian(version == 0 ? 2 : 4)
      for _ in 0..<(try box.byte()) {
        // The highest bit says whether a reader has to understand it.
        let index = try isWide ? box.bigEndian(2) & 0x7FFF : box.bigEndian(1) & 0x7F
        associations[item, default: []].append(index)
      }
    }
  }

  static func colors(in place: ImageCursor) -> Colors? {
    var box = place
    switch try? box.name() {
    case "prof", "rICC": return .profile(box.range)
    case "nclx": return (try? box.bigEndian(2)).map { .numbered($0) }
    default: return nil
    }
  }
}
