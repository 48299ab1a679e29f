package import Domain

/// Where images are kept, each under the digest of its octets.
package protocol ImageRepository: Sendable {
  /// Nil when there is no such image.
  func find(_ digest: ImageDigest) async throws(Failure) -> StoredImage?

  /// Takes it in; the same image a second time changes nothing.
  func add(_ image: StoredImage) async throws(Failure)
}
