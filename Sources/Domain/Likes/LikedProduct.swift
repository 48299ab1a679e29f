/// A product in a shopper's list of likes.
package struct LikedProduct: Sendable, Hashable {
  package let id: Int64
  package let likedAt: Timestamp
  /// The product when it was liked.
  package let snapshot: LikedSnapshot
  /// The product now; nil if it was removed.
  package let current: CellProduct?

  package init(id: Int64, likedAt: Timestamp, snapshot: LikedSnapshot, current: CellProduct?) {
    self.id = id
    self.likedAt = likedAt
    self.snapshot = snapshot
    self.current = current
  }

  /// Its place in the list of likes.
  package var position: TimePosition { TimePosition(at: likedAt, id: id) }
}

/// The parts of a product that are kept when it is liked.
package struct LikedSnapshot: Sendable, Hashable {
  package let name: ProductName
  package let price: Price
  /// Nil without an image, and when the image is no longer stored.
  package let cover: ServedPicture?

  package init(name: ProductName, price: Price, cover: ServedPicture?) {
    self.name = name
    self.price = price
    self.cover = cover
  }

  package init(_ product: CellProduct) {
    self.init(name: product.name, price: product.price, cover: product.cover)
  }
}
