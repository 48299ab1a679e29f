package import Domain

/// Keeps an image with all that was made of it, so that it can be shown under URLs of its own.
package struct StoreImage: Sendable {
  private let repository: any ImageRepository

  package init(repository: any ImageRepository) {
    self.repository = repository
  }

  /// The same image again is the same stored image, however often it is sent.
  package func callAsFunction(_ image: PreparedImage) async throws(Failure) -> Picture {
    try await repository.add(image)
    return image.picture
  }
}
