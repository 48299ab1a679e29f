package import Domain

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
