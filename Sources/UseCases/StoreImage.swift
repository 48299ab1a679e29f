package import Domain

/// Takes an image in, so that it can be shown under a URL of its own.
package struct StoreImage: Sendable {
  private let repository: any ImageRepository
  private let digest: @Sendable ([UInt8]) -> [UInt8]

  /// - Parameter digest: SHA-256, 32 octets.
  package init(
    repository: any ImageRepository, digest: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) {
    self.repository = repository
    self.digest = digest
  }

  /// The same image again is the same stored image, however often it is sent.
  package func callAsFunction(_ file: ImageFile) async throws(Failure) -> StoredImage {
    guard let digest = ImageDigest(octets: digest(file.octets)) else {
      throw .bug("the digest of an image has not 32 octets")
    }
    let image = StoredImage(file, digest: digest)
    try await repository.add(image)
    return image
  }
}
