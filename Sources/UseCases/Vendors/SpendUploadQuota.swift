package import Domain

/// Lets a vendor send images up to a number a day.
///
/// What counts is the attempt: an image that turns out to be broken costs the decoder as much.
package struct SpendUploadQuota: Sendable {
  private let repository: any UploadQuotaRepository
  private let limit: Int?

  /// - Parameter limit: images in a day; nil for any number.
  package init(repository: any UploadQuotaRepository, limit: Int?) {
    self.repository = repository
    self.limit = limit
  }

  /// - Throws: `quotaSpent`.
  package func callAsFunction(images: Int, by vendor: Vendor) async throws(Failure) {
    guard let limit, images > 0 else { return }
    guard let seconds = try await repository.take(images: images, of: vendor.id, limit: limit)
    else { return }
    throw .quotaSpent(imagesPerDay: limit, retryAfterSeconds: seconds)
  }
}
