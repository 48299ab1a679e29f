package import Domain

/// Finds the bytes of an image's URL.
package struct FindImage: Sendable {
  private let repository: any ImageRepository

  package init(repository: any ImageRepository) {
    self.repository = repository
  }

  /// An image in the requested size, or its substitute.
  package struct Shown: Sendable, Hashable {
    package let mediaType: StoredImage.MediaType
    package let bytes: [UInt8]
    /// The size of the image; nil for the original, also as a substitute.
    package let preset: ImagePreset?
    /// Whether the original replaces the requested size, which may be made later.
    package let isStandIn: Bool
  }

  /// - Parameter preset: the size; nil for the original. The original replaces a size that was not
  ///   made, because the image is small or the tool is missing.
  /// - Throws: `notFound`.
  package func callAsFunction(
    _ digest: ImageDigest, as preset: ImagePreset?
  ) async throws(Failure) -> Shown {
    if let preset, let made = try await repository.find(digest, preset: preset) {
      return Shown(mediaType: made.mediaType, bytes: made.bytes, preset: preset, isStandIn: false)
    }
    guard let image = try await repository.find(digest) else {
      throw .notFound(.image("/images/\(digest.hex)"))
    }
    let isStandIn = preset?.changes(width: image.width, height: image.height) ?? false
    return Shown(
      mediaType: image.mediaType, bytes: image.bytes, preset: nil, isStandIn: isStandIn)
  }
}
