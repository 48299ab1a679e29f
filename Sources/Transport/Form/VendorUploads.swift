import Domain
import HTTP
import UseCases

/// Takes in the images of vendors, as many as each may send.
struct VendorUploads: Sendable {
  let workshop: any ImageWorkshop
  let spend: SpendUploadQuota
  /// Nil for any number.
  let imagesPerDay: Int?

  /// Makes of the images of a form, which was not answered before, what is stored.
  ///
  /// - Throws: 429 when the vendor has sent as many as it may, 413 or 422 that names the part, 503
  ///   when nobody can look at them now.
  func prepared(
    _ images: inout ArrivedImages, of vendor: Vendor, for request: Request
  ) async throws(Problem) -> [PreparedImage] {
    let count = images.kept.count
    try await answering { () throws(Failure) in
      try await spend(images: count, by: vendor, limit: imagesPerDay)
    }
    return try await images.prepared(by: workshop, for: request)
  }
}
