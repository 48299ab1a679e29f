/// A product as a grid shows it, or a list of suggestions: what fits below a small picture.
package struct CompactProduct: ListedProduct {
  /// As in ``ProductSummary``.
  package let id: Int64
  package let name: ProductName
  package let price: Price
  package let stock: Stock
  /// The cover in a size for grids; nil for none.
  package let cover: ServedPicture?

  package init(id: Int64, name: ProductName, price: Price, stock: Stock, cover: ServedPicture?) {
    self.id = id
    self.name = name
    self.price = price
    self.stock = stock
    self.cover = cover
  }
}
