package import Domain

/// Changes the images of a vendor's product and their order.
package struct ArrangeProductImages: Sendable {
  private let products: any ProductRepository
  private let answers: any AnswerRepository
  private let spendQuota: SpendUploadQuota
  private let now: WallClock

  package init(
    products: any ProductRepository, answers: any AnswerRepository,
    spendQuota: SpendUploadQuota, now: @escaping WallClock
  ) {
    self.products = products
    self.answers = answers
    self.spendQuota = spendQuota
    self.now = now
  }

  /// The images become all images of the product, in the order of display; the first is the cover.
  /// Images that are not named are removed.
  ///
  /// - Parameters:
  ///   - order: ids of images to keep, and nil for each new one, which are those in the slot.
  ///   - condition: the precondition on the product.
  /// - Throws: `notFound`; `staleVersion` if the condition fails; `rejected` at `/images` unless
  ///   they are 1 to 10, each once, and at `/images/N` for an id that the product does not have;
  ///   `keyReused`, `quotaSpent`, `unavailable`, `clientGone`; `flawedImage` and `imageTooLarge`.
  package func callAsFunction(
    _ id: Int64, _ order: [Int64?], _ slot: UploadSlot, by vendor: Vendor,
    if condition: ProductCondition, once: RecordedWrite<Product>?
  ) async throws(Failure) -> Written<Product> {
    if let earlier = try await answers.earlier(once) { return earlier }
    try await check(id, order, by: vendor, if: condition)
    try await spendQuota(images: slot.count, by: vendor)
    var new = try await slot.decoded(hasCover: order.first == .some(nil))[...]
    let images: [ArrangedImage] = order.compactMap { id in
      if let id { .kept(id) } else { new.popFirst().map(ArrangedImage.new) }
    }
    return try await store(id, images, by: vendor, if: condition, once)
  }

  private func store(
    _ id: Int64, _ images: [ArrangedImage], by vendor: Vendor, if condition: ProductCondition,
    _ once: RecordedWrite<Product>?
  ) async throws(Failure) -> Written<Product> {
    let now = now
    return try await products.change(id, once: once) { product throws(Failure) in
      try product.admit(vendor, if: condition, foreign: nil)
      try product.checkArrangement(images.map(\.keptID))
      try product.checkRepetitions(among: images)
      return ProductRevision(
        draft: product.draft(following: images), images: images,
        updatedAt: max(now(), product.summary.updatedAt))
    }
  }

  /// Finds early the errors that need no decoding, which is expensive.
  private func check(
    _ id: Int64, _ order: [Int64?], by vendor: Vendor, if condition: ProductCondition
  ) async throws(Failure) {
    guard let product = try await products.findForWriting(id) else {
      throw .notFound(.product(id, isRemoved: try await products.isRemoved(id)))
    }
    try product.admit(vendor, if: condition, foreign: nil)
    try product.checkArrangement(order)
  }
}

extension Product {
  fileprivate func checkArrangement(_ order: [Int64?]) throws(Failure) {
    guard (1...Product.imagesMax).contains(order.count) else {
      throw .rejected([FieldError("/images", .imageCount(order.count))])
    }
    let known = images.map(\.id)
    var fieldErrors: [FieldError] = []
    for (index, id) in order.enumerated() {
      guard let id else { continue }
      if !known.contains(id) {
        fieldErrors.append(FieldError("/images/\(index)", .unknownImage(of: self)))
      } else if order[..<index].contains(id) {
        fieldErrors.append(FieldError("/images/\(index)", .repeatedImage))
      }
    }
    guard fieldErrors.isEmpty else { throw .rejected(fieldErrors) }
  }

  /// A new image may equal one that is kept.
  fileprivate func checkRepetitions(among arranged: [ArrangedImage]) throws(Failure) {
    let digests = digests(of: arranged)
    let fieldErrors = digests.indices.filter { digests[..<$0].contains(digests[$0]) }
      .map { FieldError("/images/\($0)", .repeatedImage) }
    guard fieldErrors.isEmpty else { throw .rejected(fieldErrors) }
  }
}

extension Product {
  /// The digests of images that it has or gets; images must have been checked.
  package func digests(of arranged: [ArrangedImage]) -> [ImageDigest] {
    arranged.compactMap { image in
      switch image {
      case .kept(let id): images.first { $0.id == id }?.picture.digest
      case .new(let image): image.original.digest
      case .stored(let digest): digest
      }
    }
  }

  /// Its draft, in which variants have the numbers that their pictures get.
  package func draft(following arranged: [ArrangedImage]) -> ProductDraft {
    let digests = digests(of: arranged)
    return draft.withVariants(
      draft.variants?.withImages { number in
        guard images.indices.contains(number - 1) else { return nil }
        return digests.firstIndex(of: images[number - 1].picture.digest).map { $0 + 1 }
      })
  }
}

extension ValidationError {
  /// The error for an id of no image of the product.
  static func unknownImage(of product: Product) -> ValidationError {
    let known = product.images.map { String($0.id) }
    return ValidationError(
      "unknown_image", "The product has no image with this id.",
      hint: "It has \(known.joined(separator: ", ")).", allowed: .words(known))
  }

  /// The error for one image twice.
  package static let repeatedImage = ValidationError(
    "repeated_image", "The product already has this picture.", hint: "Send each picture once.")
}
