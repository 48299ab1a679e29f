package import Domain

/// Adds a product with its images.
package struct RegisterProduct: Sendable {
  private let products: any ProductRepository
  private let now: WallClock

  package init(products: any ProductRepository, now: @escaping WallClock) {
    self.products = products
    self.now = now
  }

  /// - Parameter images: in the order of display; the first becomes the cover.
  /// - Throws: `rejected` at `/images` unless there are 1 to 5; `inFlight`, `keyReused`.
  package func callAsFunction(
    _ draft: ProductDraft, images: [PreparedImage], by vendor: Vendor,
    once: OnceOnly<Product>? = nil
  ) async throws(Failure) -> Written<Product> {
    guard (1...Product.imagesMax).contains(images.count) else {
      throw .rejected([Violation("/images", .imageCount(images.count))])
    }
    return try await products.add(
      ProductCreation(vendor: vendor, draft: draft, images: images, createdAt: now()), once: once)
  }
}

extension Flaw {
  /// A product has 1 to 5 images.
  package static func imageCount(_ count: Int) -> Flaw {
    Flaw(
      count == 0 ? "required" : "too_many", "There are \(count) images.",
      hint: "Send 1 to \(Product.imagesMax) parts named images.")
  }
}
