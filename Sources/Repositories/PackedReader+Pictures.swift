import Domain
import UseCases

extension PackedReader {
  /// What `moa.packed_picture` writes; nil when it is malformed.
  mutating func picture() -> Picture? {
    guard let digest = ImageDigest(octets: octets(32)), let mediaType = mediaType() else {
      return nil
    }
    let (width, height, octetCount) = (number(), number(), number())
    let color = Color(number: integer())
    let count: UInt8 = integer()
    var renditions = Renditions()
    for _ in 0..<count {
      guard !isMalformed, let rendition = rendition() else { return nil }
      renditions.insert(rendition)
    }
    return Picture(
      digest: digest, mediaType: mediaType, width: width, height: height,
      octetCount: octetCount, color: color, renditions: renditions)
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

  private mutating func rendition() -> Rendition? {
    let number = Int(integer(UInt8.self))
    let presets: [ImagePreset] = [.thumb, .cell, .full]
    guard presets.indices.contains(number - 1), let mediaType = mediaType() else { return nil }
    return Rendition(
      preset: presets[number - 1], mediaType: mediaType, width: self.number(),
      height: self.number(), octetCount: self.number())
  }

  private mutating func mediaType() -> StoredImage.MediaType? {
    switch integer(UInt8.self) {
    case 1: .png
    case 2: .jpeg
    default: nil
    }
  }

  private mutating func number() -> Int { Int(integer(Int32.self)) }
}
