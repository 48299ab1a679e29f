package import Domain

/// Stores an image with its smaller sizes.
package struct StoreImage: Sendable {
  private let repository: any ImageRepository
  private let answers: any AnswerRepository
  private let spendQuota: SpendUploadQuota?

  package init(
    repository: any ImageRepository, answers: any AnswerRepository,
    spendQuota: SpendUploadQuota? = nil
  ) {
    self.repository = repository
    self.answers = answers
    self.spendQuota = spendQuota
  }

  /// Stores the image of an upload. An image that is sent again is stored once.
  ///
  /// - Parameter vendor: whose quota is spent, and whose image is swept a day later unless a
  ///   product shows it; nil for an administrator, whose image is kept.
  /// - Throws: `keyReused`, `quotaSpent`, `unavailable`, `clientGone`; `flawedImage` and
  ///   `imageTooLarge`.
  package func callAsFunction(
    _ slot: UploadSlot, by vendor: Vendor? = nil, once: RecordedWrite<StoredPicture>?
  ) async throws(Failure) -> Written<StoredPicture> {
    if let earlier = try await answers.earlier(once) { return earlier }
    if let vendor { try await spendQuota?(images: 1, by: vendor) }
    let image = try await decoded(slot, isCover: vendor != nil)
    return try await repository.add(
      image, isKept: vendor == nil, once: once?.reading(image.stored)
    ).mapping(image.stored)
  }

  /// Prepares the image without storing it.
  ///
  /// - Throws: `unavailable`, `clientGone`; `flawedImage` and `imageTooLarge`.
  package func dryRun(_ slot: UploadSlot) async throws(Failure) -> StoredPicture {
    let image = try await decoded(slot)
    try await repository.refuseRemoved([image])
    return image.stored(image.picture)
  }

  private func decoded(
    _ slot: UploadSlot, isCover: Bool = false
  ) async throws(Failure) -> PreparedImage {
    guard let image = try await slot.decoded(hasCover: isCover).first else {
      throw .bug("an image has gone")
    }
    return image
  }
}

/// A stored picture, with the path of its original. It was encoded again and may be smaller than
/// the upload.
package struct StoredPicture: Sendable {
  package let path: String
  package let picture: Picture

  package init(path: String, picture: Picture) {
    self.path = path
    self.picture = picture
  }
}

extension PreparedImage {
  @Sendable fileprivate func stored(_ picture: Picture) -> StoredPicture {
    StoredPicture(path: original.path, picture: picture)
  }
}
