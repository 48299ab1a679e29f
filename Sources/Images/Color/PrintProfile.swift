/// The profile for print colours that came without a usable one: red is the part of white that cyan
/// and black leave, and so on, as browsers and phones show such pictures.
///
/// A table of eight bits with nine steps a channel: colours between steps are at most 1 of 255 off.
/// Source: ICC.1:2010 §7, §10.10, §10.15; IEC 61966-2-1.
enum PrintProfile {
  private static let steps = 9
  /// The colorants of red, green and blue, adapted to the white of profiles.
  private static let colorants = [
    [0.4360747, 0.3850649, 0.1430804],
    [0.2225045, 0.7168786, 0.0606169],
    [0.0139322, 0.0971045, 0.7141733],
  ]
  private static let headBytes = 128
  private static let tableBytes = 4 + 2 * 12

  static var bytes: [UInt8] {
    let lookup = lookup
    let offset = headBytes + tableBytes
    let place = offset.bigEndian(4) + lookup.count.bigEndian(4)
    let tags = 2.bigEndian(4) + Array("A2B0".utf8) + place + Array("A2B1".utf8) + place
    return head(size: offset + lookup.count) + tags + lookup
  }

  private static func head(size: Int) -> [UInt8] {
    let version: [UInt8] = [4, 0x20, 0, 0]
    let kinds = Array("prtrCMYKXYZ ".utf8)
    let white = [0.9642, 1, 0.8249].flatMap(fixed)
    let start =
      size.bigEndian(4) + [0, 0, 0, 0] + version + kinds + [UInt8](repeating: 0, count: 12)
      + Array("acsp".utf8) + [UInt8](repeating: 0, count: 28) + white
    return start + [UInt8](repeating: 0, count: headBytes - start.count)
  }

  /// From channels to colours: the table, then the curve of screens, then their colorants.
  private static var lookup: [UInt8] {
    let straight = Array("curv".utf8) + [UInt8](repeating: 0, count: 8)
    let screen =
      Array("para".utf8) + [0, 0, 0, 0, 0, 3, 0, 0]
      + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed)
    // Numbers of this kind reach to just below two.
    let matrix =
      colorants.joined().flatMap { fixed($0 * 32_768 / 65_535) } + [0, 0, 0].flatMap(fixed)
    let grid = [UInt8](repeating: UInt8(steps), count: 4) + [UInt8](repeating: 0, count: 12)
    let parts = [
      straight + straight + straight, matrix, screen + screen + screen,
      grid + [1, 0, 0, 0] + colors, straight + straight + straight + straight,
    ]
    var (offsets, content): ([UInt8], [UInt8]) = ([], [])
    for part in parts {
      offsets += (32 + content.count).bigEndian(4)
      content += part + [UInt8](repeating: 0, count: (4 - part.count % 4) % 4)
    }
    return Array("mAB ".utf8) + [0, 0, 0, 0, 4, 3, 0, 0] + offsets + content
  }

  /// All combinations of cyan, magenta, yellow and black steps; black changes fastest.
  private static var colors: [UInt8] {
    let light = (0..<steps).map { 1 - Double($0) / Double(steps - 1) }
    var colors: [UInt8] = []
    for cyan in light {
      for magenta in light {
        for yellow in light {
          for black in light {
            colors += [cyan, magenta, yellow].map { UInt8(($0 * black * 255).rounded()) }
          }
        }
      }
    }
    return colors
  }

  /// A number of 16 bits before and 16 after the point. Source: §4.6.
  private static func fixed(_ number: Double) -> [UInt8] {
    Int((number * 65_536).rounded()).bigEndian(4)
  }
}
