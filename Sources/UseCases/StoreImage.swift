package import Domain

/// Keeps an image with all that was made of it, so that it can be shown under URLs of its own.
package struct StoreImage: Sendable {
  private let repository: any ImageRepository

  package init(repository: any ImageRepository) {
    self.repository = repository
  }

  /// The same image again is the same stored image, however often it is sent.
  ///
  /// - Throws: `inFlight`, `keyReused`.
  package func callAsFunction(
    _ image: PreparedImage, once: OnceOnly<Picture>?
  ) async throws(Failure) -> Written<Picture> {
    try await repository.add(image, once: once)
  }
}
