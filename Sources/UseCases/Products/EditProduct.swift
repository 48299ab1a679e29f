package import Domain

/// Changes a product of a vendor's own.
package struct EditProduct: Sendable {
  private let products: any ProductRepository
  private let now: WallClock

  package init(products: any ProductRepository, now: @escaping WallClock) {
    self.products = products
    self.now = now
  }

  /// A patch that changes nothing makes a new version too: whoever asked for it is told a version
  /// that nobody else has.
  /// - Parameter foreign: what is thrown for a product of another vendor; nil hides it by
  ///   `notFound`.
  /// - Throws: `notFound`; `staleVersion` unless `condition` admits the product as it is;
  ///   `rejected`; `inFlight`, `keyReused`.
  package func callAsFunction(
    _ id: Int64, _ patch: ProductPatch, by vendor: Vendor, if condition: ProductCondition = .any,
    foreign: Failure? = nil, once: IdempotentWrite<Product>? = nil
  ) async throws(Failure) -> Written<Product> {
    let now = now
    return try await products.change(id, once: once) { product throws(Failure) in
      try product.admit(vendor, if: condition, foreign: foreign)
      do throws(Rejection) {
        return ProductRevision(
          draft: try patch.applied(to: product.draft),
          images: try product.imageIDs(cover: patch.cover).map(ArrangedImage.kept),
          // Clocks of several servers differ; what was changed later must not look older.
          updatedAt: max(now(), product.summary.updatedAt))
      } catch {
        throw .rejected(error.fieldErrors)
      }
    }
  }
}

extension Product {
  /// Whether this vendor may change it, as it is.
  func admit(
    _ vendor: Vendor, if condition: ProductCondition, foreign: Failure?
  ) throws(Failure) {
    guard self.vendor.id == vendor.id else { throw foreign ?? .notFound(.product("\(id)")) }
    guard condition.admits(self) else { throw .staleVersion(current: version) }
  }

  /// The images in their order, with this one as the first.
  fileprivate func imageIDs(cover: Int64?) throws(Rejection) -> [Int64] {
    let ids = images.map(\.id)
    guard let cover else { return ids }
    guard ids.contains(cover) else {
      throw Rejection([FieldError("/thumbnail_id", .unknownImage(of: self))])
    }
    return [cover] + ids.filter { $0 != cover }
  }
}

/// Removes a product of a vendor's own.
package struct RemoveProduct: Sendable {
  private let products: any ProductRepository
  private let now: WallClock

  package init(products: any ProductRepository, now: @escaping WallClock) {
    self.products = products
    self.now = now
  }

  /// Answers what it was.
  ///
  /// - Parameter foreign: what is thrown for a product of another vendor; nil hides it by
  ///   `notFound`.
  /// - Throws: `notFound`; `staleVersion` unless `condition` admits the product as it is;
  ///   `inFlight`, `keyReused`.
  package func callAsFunction(
    _ id: Int64, by vendor: Vendor, if condition: ProductCondition = .any,
    foreign: Failure? = nil, once: IdempotentWrite<Product>? = nil
  ) async throws(Failure) -> Written<Product> {
    try await products.remove(id, at: now(), once: once) { product throws(Failure) in
      try product.admit(vendor, if: condition, foreign: foreign)
    }
  }
}
