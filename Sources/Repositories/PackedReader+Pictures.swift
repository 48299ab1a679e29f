import Domain
import UseCases

extension PackedReader {
  /// What `moa.packed_picture` writes; nil when it is malformed.
  mutating func picture() -> Picture? {
    guard let original = original() else { return nil }
    var renditions = Renditions()
    for _ in 0..<original.renditionCount {
      guard let record = record(RenditionRecord.octets) else { return nil }
      guard let rendition = RenditionRecord.rendition(record) else { return refuse() }
      renditions.insert(rendition)
    }
    return Picture(
      digest: original.digest, mediaType: original.mediaType, width: original.width,
      height: original.height, octetCount: original.octetCount, color: original.color,
      renditions: renditions)
  }

  /// As `picture`, of which it reads no more than is shown where `preset` is wanted.
  mutating func picture(servedAs preset: ImagePreset) -> ServedPicture? {
    guard let original = original() else { return nil }
    var found: Rendition?
    for _ in 0..<original.renditionCount {
      guard let record = record(RenditionRecord.octets) else { return nil }
      guard let rendition = RenditionRecord.rendition(record) else { return refuse() }
      if found == nil, rendition.preset.packed == preset.packed { found = rendition }
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

  /// What a picture begins with.
  private struct Original {
    let digest: ImageDigest
    let mediaType: StoredImage.MediaType
    let width, height, octetCount: Int
    let color: Color
    /// How many renditions follow.
    let renditionCount: UInt8
  }

  @inline(__always)
  private mutating func original() -> Original? {
    guard let record = record(32 + 1 + 4 * 4 + 1) else { return nil }
    guard let digest = ImageDigest(octets: record.octets(32, at: 0)),
      let mediaType = StoredImage.MediaType(packed: record.integer(UInt8.self, at: 32))
    else { return refuse() }
    return Original(
      digest: digest, mediaType: mediaType, width: record.number(at: 33),
      height: record.number(at: 37), octetCount: record.number(at: 41),
      color: Color(number: record.integer(Int32.self, at: 45)),
      renditionCount: record.integer(UInt8.self, at: 49))
  }
}

/// Where the fields of a rendition stand: its preset, its media type, and three numbers.
private enum RenditionRecord {
  static let octets = 1 + 1 + 3 * 4

  @inline(__always)
  static func rendition(_ record: PackedRecord) -> Rendition? {
    guard let preset = ImagePreset(packed: record.integer(UInt8.self, at: 0)),
      let mediaType = StoredImage.MediaType(packed: record.integer(UInt8.self, at: 1))
    else { return nil }
    return Rendition(
      preset: preset, mediaType: mediaType, width: record.number(at: 2),
      height: record.number(at: 6), octetCount: record.number(at: 10))
  }
}

extension ImagePreset {
  fileprivate init?(packed octet: UInt8) {
    switch octet {
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
