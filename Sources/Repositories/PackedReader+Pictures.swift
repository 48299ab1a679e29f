import Domain
import UseCases

extension PackedReader {
  /// What `moa.packed_picture` writes; nil when it is malformed.
  ///
  /// - Parameter isWanted: of which presets renditions are read.
  @inline(__always)
  mutating func picture(_ isWanted: (ImagePreset) -> Bool = { _ in true }) -> Picture? {
    guard let digest = ImageDigest(octets: octets(32)), let mediaType = mediaType() else {
      return nil
    }
    let (width, height, octetCount) = (number(), number(), number())
    let color = Color(number: integer())
    let count: UInt8 = integer()
    var renditions = Renditions()
    for _ in 0..<count {
      guard !isMalformed, let preset = preset() else { return nil }
      guard isWanted(preset) else {
        skip(Self.renditionOctets)
        continue
      }
      guard let rendition = rendition(preset) else { return nil }
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

  /// Of a rendition, behind its preset: the media type, and three numbers.
  private static let renditionOctets = 1 + 3 * 4

  private mutating func rendition(_ preset: ImagePreset) -> Rendition? {
    guard let mediaType = mediaType() else { return nil }
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
