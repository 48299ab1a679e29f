package import Domain
package import ViewData

/// Shows one product, and more of its vendor.
package struct ShowProductScreen: Sendable {
  /// Other products of the vendor.
  package static let moreCount = 10
  private let product: ShowProduct
  private let products: BrowseProducts

  package init(product: ShowProduct, products: BrowseProducts) {
    self.product = product
    self.products = products
  }

  /// Two statements, one behind the other: the second asks for the vendor that the first has found.
  ///
  /// - Throws: `notFound`.
  package func callAsFunction(
    _ id: Int64, in wording: ScreenWording, from origin: Origin?
  ) async throws(Failure) -> ProductScreen {
    let found = try await product.product(id)
    let vendor = found.summary.vendor
    // One more, for the product itself may be among them.
    let page = try await products.cells(
      ProductQuery(vendor: vendor.identifier), after: nil, limit: Self.moreCount + 1, from: origin)
    let others = page.items.filter { $0.id != id }.prefix(Self.moreCount)
    let more = AnySection.section(
      .products, id: "more_of_vendor", title: wording.moreOfVendor(vendor.name.text),
      layout: "row", Array(others),
      more: page.next == nil
        ? nil
        : ScreenLink(
          kind: "products", path: ProductsPath.vendor(vendor.identifier.text), nextCursor: nil))
    return ProductScreen(
      product: found.detail(from: origin), sections: [more].compactMap { $0 })
  }
}
