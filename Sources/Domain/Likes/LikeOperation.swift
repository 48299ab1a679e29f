/// A tap on the heart of a product.
package struct LikeOperation: Sendable, Hashable {
  /// Given by the device; a repeated operation keeps it.
  package let id: SixteenBytes
  package let productID: Int64
  /// Whether the product is liked afterwards.
  package let isLiked: Bool
  /// By the clock of the device.
  package let at: Timestamp

  package init(id: SixteenBytes, productID: Int64, isLiked: Bool, at: Timestamp) {
    self.id = id
    self.productID = productID
    self.isLiked = isLiked
    self.at = at
  }

  /// Whether this operation wins over another one for the same product: the later one does, and of
  /// one moment the one with the higher id.
  ///
  /// Clients may give two operations one id; the last comparison makes the outcome independent of
  /// the order in which they arrive.
  package func prevails(over other: LikeOperation) -> Bool {
    (at.microseconds, id.high, id.low, isLiked ? 1 : 0)
      > (other.at.microseconds, other.id.high, other.id.low, other.isLiked ? 1 : 0)
  }
}

/// The like of a shopper for one product: the operation that won.
package struct LikeState: Sendable, Hashable {
  package let operation: LikeOperation
  /// The sequence of the shopper's likes when it was stored; a later change has a higher one.
  package let sequence: Int64

  package init(_ operation: LikeOperation, sequence: Int64) {
    self.operation = operation
    self.sequence = sequence
  }

  package var productID: Int64 { operation.productID }
  package var isLiked: Bool { operation.isLiked }
}

/// The counts of a shopper's likes.
package struct LikeCounts: Sendable, Hashable {
  /// Products that one shopper may like; a longer list is never read to its end.
  package static let likesMax = 10_000
  /// Products that the store remembers for one shopper, with the unliked ones.
  package static let entriesMax = 20_000
  package static let none = LikeCounts(sequence: 0, likes: 0, entries: 0)
  /// The sequence of the last change.
  package var sequence: Int64
  package var likes: Int
  package var entries: Int
  /// Changes up to this number may have been forgotten.
  package var sweptSequence: Int64

  package init(sequence: Int64, likes: Int, entries: Int, sweptSequence: Int64 = 0) {
    self.sequence = sequence
    self.likes = likes
    self.entries = entries
    self.sweptSequence = sweptSequence
  }
}

/// A telephone or a browser of a shopper without an account.
package struct Device: Sendable, Hashable {
  /// Given by the store, never reused.
  package let id: Int64
  /// The shopper, by the store's id: several devices may act for one.
  package let shopperID: Int64
  /// The first sequence number of likes from which this device may continue; below it, it must
  /// begin anew.
  package let firstSequence: Int64
  /// The time of its last request, exact to a day.
  package let seenAt: Timestamp

  package init(id: Int64, shopperID: Int64, firstSequence: Int64, seenAt: Timestamp) {
    self.id = id
    self.shopperID = shopperID
    self.firstSequence = firstSequence
    self.seenAt = seenAt
  }

  /// Microseconds between two updates of `seenAt`: a day.
  package static let noteInterval: Int64 = 86_400_000_000

  /// Whether `seenAt` is to be updated.
  package func isWorthNoting(at now: Timestamp) -> Bool {
    now.microseconds - seenAt.microseconds >= Self.noteInterval
  }
}
