package import Domain
package import ViewData

/// Shows a product.
package struct ShowProduct: Sendable {
  private let repository: any ProductRepository

  package init(repository: any ProductRepository) {
    self.repository = repository
  }

  /// The product with this id.
  ///
  /// - Throws: `notFound`.
  package func product(_ id: Int64) async throws(Failure) -> Product {
    if let product = try await repository.find(id) { return product }
    throw .notFound(.product(id, isRemoved: try await repository.isRemoved(id)))
  }

  /// The product with this id if it is this vendor's, also a hidden one; nil if it is another's.
  ///
  /// - Throws: `notFound`.
  package func product(_ id: Int64, of vendor: Vendor) async throws(Failure) -> Product? {
    guard let own = try await repository.findForWriting(id), own.vendor.id == vendor.id else {
      _ = try await product(id)
      return nil
    }
    return own
  }

  /// The product with this code.
  ///
  /// - Throws: `notFound`.
  package func product(_ code: ProductCode) async throws(Failure) -> Product {
    guard let product = try await repository.find(code) else {
      throw .notFound(.product(code.text))
    }
    return product
  }
}

extension Product {
  /// The detail that a screen draws.
  ///
  /// - Parameter variant: the id of the variant to show first; nil, or the id of none of its
  ///   variants: the first that can be bought.
  package func detail(
    in wording: ProductWording, from origin: Origin?, variant: Int64? = nil
  ) -> ProductDetail {
    ProductDetail(self, variant: variant, in: wording, origin: origin)
  }
}
