package import Domain
import Postgres
package import UseCases

/// Images in `moa.images`, by the digests of their bytes, and their renditions in
/// `moa.image_renditions`.
extension PostgresStore: ImageRepository {
  package func find(_ digest: ImageDigest) async throws(Failure) -> StoredImage? {
    try await first(ImageStatements.find, digest)?.image(digest)
  }

  package func find(
    _ digest: ImageDigest, preset: ImagePreset
  ) async throws(Failure) -> PreparedRendition? {
    let key = ImageStatements.RenditionKey(digest: digest, preset: preset)
    return try await first(ImageStatements.findRendition, key)?.rendition(key)
  }

  package func served(_ digests: Set<ImageDigest>) async throws(Failure) -> Set<ImageAddress> {
    return Set(try await rows(ImageStatements.served, digests).compactMap { $0 })
  }

  package func add(_ image: StoredImage) async throws(Failure) {
    try await execute(ImageStatements.insert, image)
  }

  package func add(
    _ image: PreparedImage, once: IdempotentWrite<Picture>?
  ) async throws(Failure) -> Written<Picture> {
    try await transaction { transaction in
      try await transaction.once(once) {
        try await transaction.insert(image, isKept: true)
        return image.picture
      }
    }
  }
}

extension Transaction {
  /// Stores an image with its renditions; existing rows do not change.
  ///
  /// Store several images in the order of their digests: otherwise two writers of the same images
  /// could deadlock.
  ///
  /// - Parameter isKept: whether the sweep keeps the image, even if nothing refers to it.
  func insert(_ image: PreparedImage, isKept: Bool) async throws(PostgresError) {
    let arrival = ImageStatements.Arrival(image: image, isKept: isKept)
    try await execute(ImageStatements.insertPrepared, arrival)
    for rendition in image.renditions {
      try await execute(
        ImageStatements.insertRendition,
        ImageStatements.RenditionOfImage(digest: image.original.digest, rendition: rendition))
    }
  }
}
