package import Domain
package import Images
package import UseCases

extension SampleImages {
  /// How many pixels a picture may have: as on arrival.
  package static let pixelLimit = PixelLimit(
    sideMax: ImageLimits.arrivingSidePixelsMax, pixelsMax: ImageLimits.arrivingPixelsMax)

  /// A PNG or JPEG as it is stored.
  ///
  /// - Throws: what is wrong with it.
  package static func stored(
    _ bytes: [UInt8], by digest: some SecretDigest
  ) throws(ImageFault) -> StoredImage {
    let file = try ImageFile(bytes, within: pixelLimit)
    guard let digest = ImageDigest(bytes: digest.digest(bytes)) else {
      preconditionFailure("a digest has 32 bytes")
    }
    return StoredImage(
      digest: digest, mediaType: file.format == .png ? .png : .jpeg, bytes: bytes,
      width: file.size.width, height: file.size.height)
  }
}
