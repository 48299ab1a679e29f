/// A product in the list of what somebody likes.
package struct LikedProduct: Sendable, Hashable {
  package let id: Int64
  package let likedAt: Timestamp
  /// As it was when it was liked.
  package let snapshot: LikedSnapshot
  /// As it is now; nil for one that was removed.
  package let current: CellProduct?

  package init(id: Int64, likedAt: Timestamp, snapshot: LikedSnapshot, current: CellProduct?) {
    self.id = id
    self.likedAt = likedAt
    self.snapshot = snapshot
    self.current = current
  }
}

/// What is kept of a product when somebody likes it.
package struct LikedSnapshot: Sendable, Hashable {
  package let name: ProductName
  package let price: Price
  /// Nil for none, and when the image is not stored any more.
  package let cover: ServedPicture?

  package init(name: ProductName, price: Price, cover: ServedPicture?) {
    self.name = name
    self.price = price
    self.cover = cover
  }

  /// Of a product as it is.
  package init(_ product: CellProduct) {
    self.init(name: product.name, price: product.price, cover: product.cover)
  }
}

/// The place of a product among likes, the newest first: a page goes on behind it.
package struct LikePosition: Sendable, Hashable {
  package let at: Timestamp
  package let id: Int64

  package init(at: Timestamp, id: Int64) {
    self.at = at
    self.id = id
  }

  /// Where this product stands.
  package init(_ product: LikedProduct) {
    self.init(at: product.likedAt, id: product.id)
  }
}
