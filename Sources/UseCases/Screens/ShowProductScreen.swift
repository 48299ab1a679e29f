package import Domain
package import ViewData

/// Shows a product, with more products of its vendor and of its item type.
package struct ShowProductScreen: Sendable {
  /// The number of other products in each section.
  package static let moreCount = 10
  private let product: ShowProduct
  private let products: BrowseProducts

  package init(product: ShowProduct, products: BrowseProducts) {
    self.product = product
    self.products = products
  }

  /// Three statements: the first finds the product, then two run concurrently.
  ///
  /// - Parameter variant: the id of the variant to show first.
  /// - Throws: `notFound`.
  package func callAsFunction(
    _ id: Int64, in wording: ScreenWording, from origin: Origin?, variant: Int64? = nil
  ) async throws(Failure) -> ProductScreen {
    let found = try await product.product(id)
    let (vendor, itemType) = (found.vendor, found.draft.details.itemType)
    async let ofVendor = outcome { [self] () throws(Failure) in
      try await others(
        than: id, ProductQuery(vendor: vendor.identifier), in: wording.products, from: origin)
    }
    async let alike = outcome { [self] () throws(Failure) in
      guard let itemType else { return Others(cells: [], hasMore: false) }
      return try await others(
        than: id, ProductQuery(itemType: itemType), in: wording.products, from: origin)
    }
    let sections = [
      section(
        "more_of_vendor", wording.moreOfVendor(vendor.name.text), try await ofVendor.get(),
        ProductsPath.list(ProductQuery(vendor: vendor.identifier))),
      section(
        "same_item_type", wording.sameItemType, try await alike.get(),
        ProductsPath.list(ProductQuery(itemType: itemType))),
    ]
    return ProductScreen(
      product: found.detail(in: wording.products, from: origin, variant: variant),
      sections: sections.compactMap { $0 })
  }

  private struct Others: Sendable {
    let cells: [ProductCell]
    let hasMore: Bool
  }

  /// Reads one more, because the product itself may be among them.
  private func others(
    than id: Int64, _ query: ProductQuery, in wording: ProductWording, from origin: Origin?
  ) async throws(Failure) -> Others {
    let page = try await products.cells(
      query, after: nil, limit: Self.moreCount + 1, in: wording, from: origin)
    let cells = page.items.filter { $0.id != id }.prefix(Self.moreCount)
    return Others(cells: Array(cells), hasMore: page.page.nextCursor != nil)
  }

  private func section(
    _ id: String, _ title: String, _ others: Others, _ path: String
  ) -> AnySection? {
    .section(
      .products, id: id, title: title, layout: "row", others.cells,
      more: others.hasMore ? ScreenLink(kind: "products", path: path, nextCursor: nil) : nil)
  }
}
