package import Domain

/// Changes a vendor's product.
package struct EditProduct: Sendable {
  private let products: any ProductRepository
  private let now: WallClock

  package init(products: any ProductRepository, now: @escaping WallClock) {
    self.products = products
    self.now = now
  }

  /// A patch that changes nothing makes a new version too, so that each request gets its own
  /// version.
  /// - Parameters:
  ///   - currencies: products in others are not found.
  ///   - foreign: the error for a product of another vendor; nil: `notFound`.
  /// - Throws: `notFound`; `staleVersion` if the condition fails; `rejected`; `inFlight`,
  ///   `keyReused`.
  package func callAsFunction(
    _ id: Int64, _ patch: ProductPatch, by vendor: Vendor,
    in currencies: [Currency] = Currency.allCases, if condition: ProductCondition = .any,
    foreign: Failure? = nil, once: RecordedWrite<Product>? = nil
  ) async throws(Failure) -> Written<Product> {
    let now = now
    return try await products.change(id, once: once) { product throws(Failure) in
      try product.admit(vendor, in: currencies, if: condition, foreign: foreign)
      do throws(Rejection) {
        let images = try product.imageIDs(cover: patch.cover).map(ArrangedImage.kept)
        let draft = try patch.applied(to: product.draft(following: images))
        try draft.variants?.check(images: images.count)
        return ProductRevision(
          draft: draft, images: images,
          // Clocks of servers differ, and a later change must not look older.
          updatedAt: max(now(), product.summary.updatedAt))
      } catch {
        throw .rejected(error.fieldErrors)
      }
    }
  }
}

/// Changes a variant of a vendor's product.
package struct EditVariant: Sendable {
  private let products: any ProductRepository
  private let now: WallClock

  package init(products: any ProductRepository, now: @escaping WallClock) {
    self.products = products
    self.now = now
  }

  /// - Parameter id: the variant's.
  /// - Throws: as ``EditProduct``.
  package func callAsFunction(
    _ id: Int64, of product: Int64, _ patch: VariantPatch, by vendor: Vendor,
    if condition: ProductCondition = .any, once: RecordedWrite<Product>? = nil
  ) async throws(Failure) -> Written<Product> {
    let now = now
    return try await products.change(product, once: once) { product throws(Failure) in
      try product.admit(vendor, if: condition, foreign: nil)
      let variants: Variants?
      do throws(Rejection) {
        variants = try product.draft.variants?.changing(id, patch.applied)
      } catch {
        throw .rejected(error.fieldErrors)
      }
      guard let variants else { throw .notFound(.variant("\(id)")) }
      return ProductRevision(
        draft: product.draft.withVariants(variants), images: product.images.map { .kept($0.id) },
        updatedAt: max(now(), product.summary.updatedAt))
    }
  }
}

extension Product {
  /// Whether this vendor may change the product in its present state.
  ///
  /// - Parameter vendor: nil for an administrator, who may change products of all vendors.
  func admit(
    _ vendor: Vendor?, in currencies: [Currency] = Currency.allCases,
    if condition: ProductCondition = .any, foreign: Failure? = nil
  ) throws(Failure) {
    guard currencies.contains(draft.price.currency) else { throw .notFound(.product("\(id)")) }
    guard vendor.map({ $0.id == self.vendor.id }) ?? true else {
      throw draft.isHidden
        ? .notFound(.removedProduct(id)) : foreign ?? .notFound(.product("\(id)"))
    }
    guard condition.admits(self) else { throw .staleVersion(current: version) }
  }

  /// The images in their order, with this one moved to the front.
  func imageIDs(cover: Int64?) throws(Rejection) -> [Int64] {
    let ids = images.map(\.id)
    guard let cover else { return ids }
    guard ids.contains(cover) else {
      throw Rejection([FieldError("/thumbnail_id", .unknownImage(of: self))])
    }
    return [cover] + ids.filter { $0 != cover }
  }
}

/// Removes a product.
package struct RemoveProduct: Sendable {
  private let products: any ProductRepository
  private let now: WallClock

  package init(products: any ProductRepository, now: @escaping WallClock) {
    self.products = products
    self.now = now
  }

  /// Returns the removed product.
  ///
  /// - Parameters:
  ///   - vendor: nil for an administrator.
  ///   - currencies: products in others are not found.
  ///   - foreign: the error for a product of another vendor; nil: `notFound`.
  /// - Throws: `notFound`; `staleVersion` if the condition fails; `inFlight`, `keyReused`.
  package func callAsFunction(
    _ id: Int64, by vendor: Vendor?, in currencies: [Currency] = Currency.allCases,
    if condition: ProductCondition = .any, foreign: Failure? = nil,
    once: RecordedWrite<Product>? = nil
  ) async throws(Failure) -> Written<Product> {
    try await products.remove(id, at: now(), once: once) { product throws(Failure) in
      try product.admit(vendor, in: currencies, if: condition, foreign: foreign)
    }
  }
}

/// Takes the removal of a product back.
package struct RestoreProduct: Sendable {
  /// Days after its removal; then the sweep removes its pictures and variants.
  package static let daysMax: Int64 = 30
  private let products: any ProductRepository
  private let now: WallClock

  package init(products: any ProductRepository, now: @escaping WallClock) {
    self.products = products
    self.now = now
  }

  /// Returns the product as it is then: hidden if it was. One that is not removed stays as it is.
  ///
  /// - Parameter vendor: nil for an administrator.
  /// - Throws: `notFound` for a product that was removed more than ``daysMax`` days ago, too;
  ///   `conflict` for a key or an article number that was taken meanwhile; `inFlight`, `keyReused`.
  package func callAsFunction(
    _ id: Int64, by vendor: Vendor?, once: RecordedWrite<Product>? = nil
  ) async throws(Failure) -> Written<Product> {
    let now = now()
    return try await products.restore(
      id, removedAfter: Self.limit(at: now), at: now, once: once
    ) { product throws(Failure) in
      try product.admit(vendor)
    }
  }

  /// Products that were removed before do not come back.
  static func limit(at now: Timestamp) -> Timestamp {
    Timestamp(clamping: now.microseconds - daysMax * 86_400_000_000)
  }
}
