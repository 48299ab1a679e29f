/// A product as a grid shows it, or a list of suggestions: what fits below a small picture.
package struct ProductOutline: ListedProduct {
  /// As in ``ProductSummary``.
  package let id: Int64
  package let name: ProductName
  package let price: Price
  package let stock: Stock
  /// Nil for none, as in ``ProductSummary``.
  package let cover: Picture?

  package init(id: Int64, name: ProductName, price: Price, stock: Stock, cover: Picture?) {
    self.id = id
    self.name = name
    self.price = price
    self.stock = stock
    self.cover = cover
  }
}

extension ProductSummary {
  package var outline: ProductOutline {
    ProductOutline(id: id, name: name, price: price, stock: stock, cover: cover)
  }
}

extension ProductOutline {
  package var footprint: Int { MemoryLayout<Self>.stride + name.text.utf8.count }
}
