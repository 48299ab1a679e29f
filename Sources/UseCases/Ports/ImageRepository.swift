package import Domain

/// Where images are kept, each under the digest of its bytes. One method is one transaction.
package protocol ImageRepository: Sendable {
  /// Nil when there is no such image.
  func find(_ digest: ImageDigest) async throws(Failure) -> StoredImage?

  /// What was made of the image for `preset`; nil when there is no such image, or nothing was.
  func find(
    _ digest: ImageDigest, preset: ImagePreset
  ) async throws(Failure) -> PreparedRendition?

  /// Of the images with these digests, all that is served of them.
  func served(_ digests: Set<ImageDigest>) async throws(Failure) -> Set<ImageAddress>

  /// Takes it in for good, as `add` of a prepared one does; the same image a second time changes
  /// nothing.
  func add(_ image: StoredImage) async throws(Failure)

  /// Takes it in with what was made of it. Where the image is there already it stays, and gets
  /// those renditions that it has not.
  ///
  /// It is kept for good, other than those that a product brings: who uploads an image by itself
  /// may name its URL where the store does not see it.
  func add(
    _ image: PreparedImage, once: IdempotentWrite<Picture>?
  ) async throws(Failure) -> Written<Picture>
}
