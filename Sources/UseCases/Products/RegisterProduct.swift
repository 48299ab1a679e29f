package import Domain

/// Registers a product with its images.
package struct RegisterProduct: Sendable {
  private let products: any ProductRepository
  private let lists: any ListRepository
  private let answers: any AnswerRepository
  private let imagePipeline: any ImagePipeline
  private let spendQuota: SpendUploadQuota
  private let now: WallClock

  package init(
    products: any ProductRepository, lists: any ListRepository,
    answers: any AnswerRepository, imagePipeline: any ImagePipeline, spendQuota: SpendUploadQuota,
    now: @escaping WallClock
  ) {
    self.products = products
    self.lists = lists
    self.answers = answers
    self.imagePipeline = imagePipeline
    self.spendQuota = spendQuota
    self.now = now
  }

  /// The images are those of the upload in their order; the first becomes the cover.
  ///
  /// What costs little comes before what costs much: no image is decoded for somebody who is not
  /// known, for a product that breaks a rule, or for what was answered before.
  /// - Throws: what `upload` throws; `inFlight`, `keyReused`, `quotaSpent`, `unavailable`;
  ///   ``UndecodedImage``; `rejected` at `/images` unless there are 1 to 5.
  package func callAsFunction(
    _ upload: some ProductUpload
  ) async throws -> Written<Product> {
    let known = try await upload.sender()
    return try await imagePipeline.withUploadSlot(for: known == nil ? .stranger : .proven) { slot in
      try upload.open(in: slot)
      let (vendor, draft) = try await upload.product(by: known, in: slot)
      return try await answers.withClaim(of: upload.key(of: vendor.keyOwner)) { claim in
        try slot.prove()
        try await upload.rest(in: slot)
        let once = try upload.once(by: vendor.keyOwner)?.claimed(by: claim)
        if let earlier = try await answers.earlier(once) { return earlier }
        try await checkItemType(of: draft)
        try await spendQuota(images: slot.count, by: vendor)
        let images = try await slot.decoded(upload.checkClient)
        return try await store(draft, images, by: vendor, once)
      }
    }
  }

  /// The store asks again, for an item type that goes meanwhile.
  private func checkItemType(of draft: ProductDraft) async throws(Failure) {
    guard let wanted = draft.details.itemType else { return }
    let known = try await lists.all(ItemTypeDraft.self).items
    guard known.contains(where: { $0.id == wanted }) else {
      throw .rejected([FieldError("/item_type_id", .unknownItemType)])
    }
  }

  private func store(
    _ draft: ProductDraft, _ images: [PreparedImage], by vendor: Vendor,
    _ once: IdempotentWrite<Product>?
  ) async throws(Failure) -> Written<Product> {
    guard (1...Product.imagesMax).contains(images.count) else {
      throw .rejected([FieldError("/images", .imageCount(images.count))])
    }
    return try await products.add(
      ProductCreation(vendor: vendor, draft: draft, images: images, createdAt: now()), once: once)
  }
}

extension Vendor {
  /// For ``IdempotencyKey``.
  package var keyOwner: String { "vendor:\(id)" }
}

extension ValidationError {
  /// A product has 1 to 5 images.
  package static func imageCount(_ count: Int) -> ValidationError {
    ValidationError(
      count == 0 ? "required" : "too_many", "There are \(count) images.",
      hint: "Send 1 to \(Product.imagesMax) parts named images.")
  }
}
