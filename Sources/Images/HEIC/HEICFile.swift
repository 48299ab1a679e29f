/// A HEIC file, its boxes walked as far as the sizes and colours of its pictures.
///
/// Source: ISO/IEC 14496-12 §4.2; ISO/IEC 23008-12 §6.5, §10.
struct HEICFile {
  private(set) var claims: ImageClaims
  private let bytes: [UInt8]
  /// Where its last box ends.
  private let end: Int
  /// Where the names of the profile boxes are.
  private let profileNames: [Int]

  private static let brands: Set<String> = [
    "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1",
  ]
  /// Brands of another codec in the same boxes.
  private static let otherBrands: Set<String> = ["avif", "avis"]
  /// The number of the colours that many screens have. Source: ITU-T H.273, table 2.
  private static let displayP3 = 12

  /// Whether the first box says that the file is HEIC.
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
  init(_ bytes: [UInt8], within limit: PixelLimit) throws(ImageFault) {
    var walk = HEICWalk(bytes, within: limit)
    try walk.walk()
    let items = walk.items
    guard let size = items.primarySize ?? walk.largest else {
      throw .malformed("The HEIC holds no picture with a size.", at: walk.end)
    }
    claims = ImageClaims(format: .heic, size: size)
    claims.mayBeTransparent = walk.hasAlpha
    switch items.colors {
    case .profile(let place) where ColorProfile(Array(bytes[place]))?.space == .rgb:
      claims.colors = .profile
    case .numbered(Self.displayP3): claims.colors = .displayP3
    case .profile, .numbered, nil: break
    }
    self.bytes = bytes
    end = walk.end
    profileNames = walk.profileNames
  }

  /// The file without the films and notes that phones put after its last box. Everything in it is
  /// addressed by its place, so a profile is not cut out, but renamed to a box that decoders
  /// ignore.
  func plain(withProfile: Bool) -> [UInt8] {
    var plain = Array(bytes[..<end])
    guard !withProfile || claims.colors != .profile else { return plain }
    for start in profileNames { plain.replaceSubrange(start..<(start + 4), with: "free".utf8) }
    return plain
  }
}
