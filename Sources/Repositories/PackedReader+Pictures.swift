import Domain
import UseCases

extension PackedReader {
  /// What `moa.packed_picture` writes; nil when it is malformed.
  mutating func picture() -> Picture? {
    guard let original = original() else { return nil }
    var renditions = Renditions()
    for _ in 0..<original.renditionCount {
      guard let record = record(Rendition.packedOctets) else { return nil }
      guard let rendition = Rendition(packed: record) else { return refuse() }
      renditions.insert(rendition)
    }
    return Picture(
      digest: original.digest, mediaType: original.mediaType, width: original.width,
      height: original.height, octetCount: original.octetCount, color: original.color,
      renditions: renditions)
  }

  /// As `picture`, of which it reads no more than is shown where `preset` is wanted: of the other
  /// renditions what they were made for, and not what they are.
  mutating func picture(servedAs preset: ImagePreset) -> ServedPicture? {
    guard let original = original() else { return nil }
    var found: Rendition?
    for _ in 0..<original.renditionCount {
      guard let record = record(Rendition.packedOctets) else { return nil }
      guard let made = ImagePreset(packed: record) else { return refuse() }
      guard found == nil, made.packed == preset.packed else { continue }
      guard let rendition = Rendition(packed: record) else { return refuse() }
      found = rendition
    }
    if let found { return ServedPicture(found, of: original.digest, color: original.color) }
    return ServedPicture(
      original: original.digest, mediaType: original.mediaType, width: original.width,
      height: original.height, octetCount: original.octetCount, color: original.color)
  }

  /// Pictures with their ids, one behind the other, up to the end.
  mutating func productImages() -> [ProductImage]? {
    var images: [ProductImage] = []
    while !isAtEnd {
      let id: Int64 = integer()
      guard !isMalformed, let picture = picture() else { return nil }
      images.append(ProductImage(id: id, picture: picture))
    }
    return images
  }

  @inline(__always)
  private mutating func original() -> PackedOriginal? {
    guard let record = record(PackedOriginal.octets) else { return nil }
    guard let original = PackedOriginal(record) else { return refuse() }
    return original
  }
}

/// What a picture begins with.
private struct PackedOriginal {
  /// The digest, the media type, three numbers, the colour, and the count.
  static let octets = 32 + 1 + 3 * 4 + 4 + 1
  let digest: ImageDigest
  let mediaType: StoredImage.MediaType
  let width, height, octetCount: Int
  let color: Color
  /// How many renditions follow.
  let renditionCount: UInt8

  @inline(__always)
  init?(_ record: PackedRecord) {
    guard let digest = ImageDigest(octets: record.octets(32, at: 0)),
      let mediaType = StoredImage.MediaType(packed: record.integer(UInt8.self, at: 32))
    else { return nil }
    self.digest = digest
    self.mediaType = mediaType
    width = record.number(at: 33)
    height = record.number(at: 37)
    octetCount = record.number(at: 41)
    color = Color(number: record.integer(Int32.self, at: 45))
    renditionCount = record.integer(UInt8.self, at: 49)
  }
}

extension Rendition {
  /// Its preset, its media type, and three numbers.
  fileprivate static let packedOctets = 1 + 1 + 3 * 4

  @inline(__always)
  fileprivate init?(packed record: PackedRecord) {
    guard let preset = ImagePreset(packed: record),
      let mediaType = StoredImage.MediaType(packed: record.integer(UInt8.self, at: 1))
    else { return nil }
    self.init(
      preset: preset, mediaType: mediaType, width: record.number(at: 2),
      height: record.number(at: 6), octetCount: record.number(at: 10))
  }
}

extension ImagePreset {
  /// What a rendition begins with.
  @inline(__always)
  fileprivate init?(packed record: PackedRecord) {
    switch record.integer(UInt8.self, at: 0) {
    case Self.thumb.packed: self = .thumb
    case Self.cell.packed: self = .cell
    case Self.full.packed: self = .full
    default: return nil
    }
  }

  /// What `moa.packed_picture` writes. To compare these takes no call, as it takes for presets of
  /// another module.
  fileprivate var packed: UInt8 {
    switch self {
    case .thumb: 1
    case .cell: 2
    case .full: 3
    }
  }
}

extension StoredImage.MediaType {
  /// What `moa.packed_type` writes.
  fileprivate init?(packed octet: UInt8) {
    switch octet {
    case 1: self = .png
    case 2: self = .jpeg
    default: return nil
    }
  }
}
