package import Domain

/// Finds the bytes behind the URL of an image.
package struct FindImage: Sendable {
  private let repository: any ImageRepository

  package init(repository: any ImageRepository) {
    self.repository = repository
  }

  /// What is shown where an image is wanted in a size.
  package struct Shown: Sendable, Hashable {
    package let mediaType: StoredImage.MediaType
    package let bytes: [UInt8]
    /// The size that it was made for; nil for the original, also where that stands in.
    package let preset: ImagePreset?
    /// Whether something smaller may still be made for the size that was asked for.
    package let isStandIn: Bool
  }

  /// - Parameter preset: the size; nil for the original. The original stands in for a size that was
  ///   not made, because the image is small or nobody could make it.
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
    let isLarger = preset.map { max(image.width, image.height) > $0.side } ?? false
    return Shown(
      mediaType: image.mediaType, bytes: image.bytes, preset: nil, isStandIn: isLarger)
  }
}
