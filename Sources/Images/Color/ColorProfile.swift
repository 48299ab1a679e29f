/// A colour profile that came with a picture. An unusable one counts as none.
///
/// A decoder fails or shifts all colours when the profile is for another kind of picture, so this
/// is checked beforehand. Source: ICC.1:2010 §7, §8, §10.
struct ColorProfile {
  /// The colours that it describes.
  let space: Space
  /// Whether it has a table relative to the paper's white, the usual one for print.
  let hasRelativeTable: Bool

  enum Space: String {
    case gray = "GRAY"
    case rgb = "RGB "
    case cmyk = "CMYK"

    var channels: Int {
      switch self {
      case .gray: 1
      case .rgb: 3
      case .cmyk: 4
      }
    }
  }

  /// Bytes: print profiles have one to three million.
  static let bytesMax = 4 << 20
  private static let headBytes = 128
  /// LittleCMS's limit.
  private static let tagsMax = 100
  /// Scanners, screens, printers, and spaces for working in.
  private static let classes: Set<String> = ["scnr", "mntr", "prtr", "spac"]

  /// Nil when it is no profile, is cut off, or lacks something that a conversion needs.
  ///
  /// - Parameter bytes: may continue after the profile.
  init?(_ bytes: [UInt8]) {
    guard let read = try? Self.read(bytes) else { return nil }
    self = read
  }

  private init(space: Space, hasRelativeTable: Bool) {
    self.space = space
    self.hasRelativeTable = hasRelativeTable
  }

  private static func read(_ bytes: [UInt8]) throws(ImageFault) -> ColorProfile? {
    var head = ImageCursor(bytes, 0..<bytes.count)
    let size = try head.bigEndian(4)
    guard (headBytes + 4...bytesMax).contains(size), size <= bytes.count else { return nil }
    try head.skip(8)
    guard classes.contains(try head.name()), let space = Space(rawValue: try head.name()),
      ["XYZ ", "Lab "].contains(try head.name())
    else { return nil }
    try head.skip(12)
    guard try head.name() == "acsp" else { return nil }
    var table = ImageCursor(bytes, headBytes..<size)
    let count = try table.bigEndian(4)
    guard count <= tagsMax else { return nil }
    var tags = ProfileTags(bytes, size: size)
    for _ in 0..<count { try tags.note(&table) }
    return make(space, tags)
  }

  private static func make(_ space: Space, _ tags: ProfileTags) -> ColorProfile? {
    let hasTable = tags.hasLookup("A2B0", channels: space.channels)
    let hasRelativeTable = tags.hasLookup("A2B1", channels: space.channels)
    let isUsable =
      switch space {
      case .gray: hasTable || tags.hasCurve("kTRC")
      case .rgb: hasTable || tags.hasColorants
      case .cmyk: hasTable || hasRelativeTable
      }
    return isUsable ? ColorProfile(space: space, hasRelativeTable: hasRelativeTable) : nil
  }
}

/// The tags of a profile that lie completely within it.
struct ProfileTags {
  private let bytes: [UInt8]
  private let size: Int
  private var places: [String: Range<Int>] = [:]

  init(_ bytes: [UInt8], size: Int) {
    self.bytes = bytes
    self.size = size
  }

  mutating func note(_ table: inout ImageCursor) throws(ImageFault) {
    let name = try table.name()
    let offset = try table.bigEndian(4)
    let count = try table.bigEndian(4)
    guard offset <= size, count <= size - offset else { return }
    places[name] = offset..<(offset + count)
  }

  /// Whether the tag is a table from this many channels to three. Source: §10.8, §10.9, §10.10.
  func hasLookup(_ name: String, channels: Int) -> Bool {
    guard let place = places[name], place.count >= 32,
      ["mft1", "mft2", "mAB "].contains(type(at: place))
    else { return false }
    let (inputs, outputs) = (bytes[place.lowerBound + 8], bytes[place.lowerBound + 9])
    return Int(inputs) == channels && outputs == 3
  }

  /// Source: §10.5, §10.15.
  func hasCurve(_ name: String) -> Bool {
    guard let place = places[name], place.count >= 12 else { return false }
    return ["curv", "para"].contains(type(at: place))
  }

  /// Whether it has three curves, and three colours that add up to white.
  ///
  /// Profiles without these come from programs that forgot to adapt the colours to white, and tint
  /// a picture.
  /// Source: Firefox, `qcms_profile_is_bogus`, which has the same tolerances; D50 of ICC.1:2010
  /// §7.2.16.
  var hasColorants: Bool {
    guard ["rTRC", "gTRC", "bTRC"].allSatisfy(hasCurve) else { return false }
    let colors = ["rXYZ", "gXYZ", "bXYZ"].compactMap(color)
    guard colors.count == 3 else { return false }
    let white = zip([0.9642, 1.0, 0.8249], [0.02, 0.02, 0.04])
    return white.enumerated().allSatisfy { index, expected in
      let (value, tolerance) = expected
      return abs(colors.reduce(0) { $0 + $1[index] } - value) <= tolerance
    }
  }

  /// X, Y and Z. Source: §4.6, §10.30.
  private func color(_ name: String) -> [Double]? {
    guard let place = places[name], place.count >= 20, type(at: place) == "XYZ " else {
      return nil
    }
    return (0..<3).map { index in
      let start = place.lowerBound + 8 + 4 * index
      let number = bytes[start..<(start + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      return Double(Int32(bitPattern: number)) / 65_536
    }
  }

  private func type(at place: Range<Int>) -> String {
    String(decoding: bytes[place.lowerBound..<(place.lowerBound + 4)], as: UTF8.self)
  }
}
