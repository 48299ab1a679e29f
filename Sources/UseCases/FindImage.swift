package import Domain

/// Finds an image by the digest of its octets.
package struct FindImage: Sendable {
  private let repository: any ImageRepository

  package init(repository: any ImageRepository) {
    self.repository = repository
  }

  /// - Throws: `notFound`.
  package func callAsFunction(_ digest: ImageDigest) async throws(Failure) -> StoredImage {
    guard let image = try await repository.find(digest) else { throw .notFound }
    return image
  }
}
