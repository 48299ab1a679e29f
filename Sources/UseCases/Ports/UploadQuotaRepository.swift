/// Where it is counted how much each vendor sends.
package protocol UploadQuotaRepository: Sendable {
  /// Counts so many more images of a vendor, unless they would be more than `limit` in a day. A day
  /// begins with the first image after the one before.
  ///
  /// - Returns: nil when they are counted; otherwise the seconds until the day ends.
  func take(images: Int, of vendorID: Int64, limit: Int) async throws(Failure) -> Int?
}
