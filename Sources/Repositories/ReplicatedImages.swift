package import Domain
package import Postgres
package import UseCases

/// Images, which never change under their digest, from a standby where it has them.
package struct ReplicatedImages: ImageRepository {
  private let primary: PostgresImages
  private let standby: PostgresImages
  private let replica: Replica

  /// Both belong to the loop that all calls come from.
  package init(_ pool: Pool, _ replica: Replica) {
    primary = PostgresImages(pool)
    standby = PostgresImages(replica.pool)
    self.replica = replica
  }

  package func find(_ digest: ImageDigest) async throws(Failure) -> StoredImage? {
    try await replica.eitherHas(standby, primary) { images async throws(Failure) in
      try await images.find(digest)
    }
  }

  package func find(
    _ digest: ImageDigest, preset: ImagePreset
  ) async throws(Failure) -> PreparedRendition? {
    try await replica.eitherHas(standby, primary) { images async throws(Failure) in
      try await images.find(digest, preset: preset)
    }
  }

  /// Who refers to an image has just uploaded it.
  package func served(_ digests: Set<ImageDigest>) async throws(Failure) -> Set<ImageAddress> {
    try await primary.served(digests)
  }

  package func add(_ image: StoredImage) async throws(Failure) { try await primary.add(image) }

  package func add(
    _ image: PreparedImage, once: OnceOnly<Picture>?
  ) async throws(Failure) -> Written<Picture> {
    try await primary.add(image, once: once)
  }
}
