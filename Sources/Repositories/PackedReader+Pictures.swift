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
    guard let preset = preset(), let mediaType = mediaType() else { return nil }
    return Rendition(
      preset: preset, mediaType: mediaType, width: number(), height: number(),
      octetCount: number())
  }

  private mutating func preset() -> ImagePreset? {
    switch integer(UInt8.self) {
    case 1: .thumb
    case 2: .cell
    case 3: .full
    default: nil
    }
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
