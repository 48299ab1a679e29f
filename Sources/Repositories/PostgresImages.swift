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

  package func served(
    _ digests: Set<ImageDigest>
  ) async throws(Failure) -> [ImageAddress: ImageSummary] {
    let served = try await rows(ImageStatements.served, digests).compactMap(\.self)
    return Dictionary(served.map { ($0.address, $0.summary) }) { first, _ in first }
  }

  package func add(_ image: StoredImage) async throws(Failure) {
    try await execute(ImageStatements.insert, image)
  }

  package func add(
    _ image: PreparedImage, isKept: Bool, once: RecordedWrite<Picture>?
  ) async throws(Failure) -> Written<Picture> {
    try await transaction { transaction in
      try await transaction.once(
        once,
        changing: {
          let digests: Set = [image.original.digest]
          let isNew = try await transaction.rows(ImageStatements.served, digests).isEmpty
          try await transaction.insert([image], isKept: isKept)
          return (before: isNew ? nil : image.picture, after: image.picture)
        })
    }
  }

  package func refuseRemoved(_ images: [PreparedImage]) async throws(Failure) {
    try images.refuse(
      Set(try await rows(ImageStatements.removed, images.files).compactMap(\.self)))
  }

  package func remove(
    _ digest: ImageDigest, at instant: Timestamp, once: RecordedWrite<RemovedImage>?
  ) async throws(Failure) -> Written<RemovedImage> {
    try await transaction(mayRepeat: true) { transaction in
      try await transaction.once(once) {
        try await transaction.remove(.init(digest: digest, instant: instant))
      }
    }
  }
}

extension Transaction {
  /// Stores images with their renditions; existing rows do not change.
  ///
  /// In the order of their digests: otherwise two writers of the same images could deadlock.
  ///
  /// - Parameter isKept: whether the sweep keeps the images, even if nothing refers to them.
  /// - Throws: `flawedImage` for an image that was removed for good.
  func insert(_ images: [PreparedImage], isKept: Bool) async throws {
    guard !images.isEmpty else { return }
    let new = Dictionary(images.map { ($0.original.digest, $0) }) { first, _ in first }
    for image in new.values.sorted(by: { $0.original.digest.hex < $1.original.digest.hex }) {
      try await insert(image, isKept: isKept)
    }
    // A later statement than the inserts, so that it sees a removal for which they waited.
    let removed = try await rows(ImageStatements.removed, images.files).compactMap(\.self)
    try images.refuse(Set(removed))
  }

  private func insert(_ image: PreparedImage, isKept: Bool) async throws(PostgresError) {
    let arrival = ImageStatements.Arrival(image: image, isKept: isKept)
    try await execute(ImageStatements.insertPrepared, arrival)
    for rendition in image.renditions {
      try await execute(
        ImageStatements.insertRendition,
        ImageStatements.RenditionOfImage(digest: image.original.digest, rendition: rendition))
    }
  }

  /// Locks lists, products and the image in the order in which other writers do.
  ///
  /// - Throws: `notFound`.
  fileprivate func remove(_ removal: ImageStatements.Removal) async throws -> RemovedImage {
    let lists = ListTables.withImages
    for list in lists { try await execute(list.lock) }
    _ = try await rows(ImageStatements.lockProducts, removal.digest)
    guard try await execute(ImageStatements.refuse, removal) > 0 else {
      throw Failure.notFound(.image("/images/\(removal.digest.hex)"))
    }
    let products = try await execute(ImageStatements.unshow, removal)
    var items = 0
    for list in lists { items += Int(try await first(list.unshow, removal.digest) ?? 0) }
    try await execute(ImageStatements.delete, removal.digest)
    return RemovedImage(products: products, listItems: items)
  }
}
