package import Domain

/// Changes the images of a product of a vendor's own: which they are, and their order.
package struct ArrangeProductImages: Sendable {
  private let products: any ProductRepository
  private let now: WallClock

  package init(products: any ProductRepository, now: @escaping WallClock) {
    self.products = products
    self.now = now
  }

  /// - Parameter images: all that the product shall have, in the order of display; the first becomes
  ///   the cover. Images that are not named are taken away.
  /// - Throws: `notFound`; `staleVersion` unless `condition` admits the product as it is; `rejected`
  ///   at `/images` unless they are 1 to 5, each once, and at `/images/N` for an id that the product
  ///   does not have; `inFlight`, `keyReused`.
  package func callAsFunction(
    _ id: Int64, _ images: [ArrangedImage], by vendor: Vendor, if condition: ProductCondition,
    once: OnceOnly<Product>? = nil
  ) async throws(Failure) -> Written<Product> {
    let now = now
    return try await products.change(id, once: once) { product throws(Failure) in
      try product.admit(vendor, if: condition, foreign: nil)
      try product.checkArrangement(images.map(\.keptID))
      try product.checkRepetitions(among: images)
      return ProductRevision(
        draft: product.draft, images: images, updatedAt: max(now(), product.summary.updatedAt))
    }
  }

  /// Refuses at once what would be refused when new images have been looked at, which is dear.
  ///
  /// - Parameter order: the ids of images that stay; nil for new ones.
  /// - Throws: as the change itself.
  package func check(
    _ id: Int64, _ order: [Int64?], by vendor: Vendor, if condition: ProductCondition
  ) async throws(Failure) {
    guard let product = try await products.find(id) else {
      throw .notFound(try await products.isRemoved(id) ? .removedProduct(id) : .product("\(id)"))
    }
    try product.admit(vendor, if: condition, foreign: nil)
    try product.checkArrangement(order)
  }
}

extension Product {
  fileprivate func checkArrangement(_ order: [Int64?]) throws(Failure) {
    guard (1...Product.imagesMax).contains(order.count) else {
      throw .rejected([Violation("/images", .imageCount(order.count))])
    }
    let known = images.map(\.id)
    var violations: [Violation] = []
    for (index, id) in order.enumerated() {
      guard let id else { continue }
      if !known.contains(id) {
        violations.append(Violation("/images/\(index)", .unknownImage(of: self)))
      } else if order[..<index].contains(id) {
        violations.append(Violation("/images/\(index)", .repeatedImage))
      }
    }
    guard violations.isEmpty else { throw .rejected(violations) }
  }

  /// A new image can turn out to be one that stays.
  fileprivate func checkRepetitions(among arranged: [ArrangedImage]) throws(Failure) {
    let digests = arranged.map { image in
      switch image {
      case .kept(let id): images.first { $0.id == id }?.picture.digest
      case .new(let image): image.original.digest
      }
    }
    let violations = digests.indices.filter { digests[..<$0].contains(digests[$0]) }
      .map { Violation("/images/\($0)", .repeatedImage) }
    guard violations.isEmpty else { throw .rejected(violations) }
  }
}

extension Flaw {
  /// The product shows no image with this id.
  static func unknownImage(of product: Product) -> Flaw {
    let known = product.images.map { String($0.id) }.joined(separator: ", ")
    return Flaw(
      "unknown_image", "The product has no image with this id.", hint: "It has \(known).")
  }

  /// One image twice.
  package static let repeatedImage = Flaw(
    "repeated_image", "This picture is there already.", hint: "Send each picture once.")
}
