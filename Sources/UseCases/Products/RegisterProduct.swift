package import Domain

/// Registers a product with its images.
package struct RegisterProduct: Sendable {
  private let products: any ProductRepository
  private let lists: any ListRepository
  private let answers: any AnswerRepository
  private let spendQuota: SpendUploadQuota
  private let now: WallClock

  package init(
    products: any ProductRepository, lists: any ListRepository,
    answers: any AnswerRepository, spendQuota: SpendUploadQuota, now: @escaping WallClock
  ) {
    self.products = products
    self.lists = lists
    self.answers = answers
    self.spendQuota = spendQuota
    self.now = now
  }

  /// The images are those in the slot, in their order; the first becomes the cover.
  ///
  /// Cheap checks come first: no image is decoded for a write that was answered before, an unknown
  /// item type, a wrong number of images or a spent quota.
  /// - Throws: `keyReused`, `quotaSpent`, `unavailable`, `clientGone`; `flawedImage` and
  ///   `imageTooLarge`; `rejected` at `/images` unless there are 1 to 10.
  package func callAsFunction(
    _ draft: ProductDraft, _ slot: UploadSlot, by vendor: Vendor, once: RecordedWrite<Product>?
  ) async throws(Failure) -> Written<Product> {
    if let earlier = try await answers.earlier(once) { return earlier }
    try await checkItemType(of: draft)
    guard (1...Product.imagesMax).contains(slot.count) else {
      throw .rejected([FieldError("/images", .imageCount(slot.count))])
    }
    try draft.checkImages(slot.count)
    try await spendQuota(images: slot.count, by: vendor)
    let images = try await slot.decoded(hasCover: true)
    return try await products.add(
      ProductCreation(vendor: vendor, draft: draft, images: images, createdAt: now()), once: once)
  }

  /// An early check; the store checks again, because the item type may be removed meanwhile.
  private func checkItemType(of draft: ProductDraft) async throws(Failure) {
    guard let wanted = draft.details.itemType else { return }
    let known = try await lists.all(ItemTypeDraft.self).items
    guard known.contains(where: { $0.id == wanted }) else {
      throw .rejected([FieldError("/item_type_id", .unknownItemType)])
    }
  }
}

extension ProductDraft {
  /// - Throws: `rejected` for a variant with the number of a picture that does not come.
  fileprivate func checkImages(_ count: Int) throws(Failure) {
    do throws(Rejection) {
      try variants?.check(images: count)
    } catch {
      throw .rejected(error.fieldErrors)
    }
  }
}

extension ValidationError {
  /// A product has 1 to 10 images.
  package static func imageCount(_ count: Int) -> ValidationError {
    ValidationError(
      count == 0 ? "required" : "too_many", "There are \(count) images.",
      hint: "Send 1 to \(Product.imagesMax) parts named images.",
      allowed: .count(1...Product.imagesMax))
  }
}
