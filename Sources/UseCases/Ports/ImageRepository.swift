package import Domain

/// Where images are kept, each under the digest of its octets.
package protocol ImageRepository: Sendable {
  /// Nil when there is no such image.
  func find(_ digest: ImageDigest) async throws(Failure) -> StoredImage?
}
