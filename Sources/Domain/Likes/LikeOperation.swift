/// Somebody tapped on the heart of a product.
package struct LikeOperation: Sendable, Hashable {
  /// Given by the device; the same operation always has the same.
  package let id: SixteenBytes
  package let productID: Int64
  /// Whether it is liked from then on.
  package let isLiked: Bool
  /// By the clock of the device.
  package let at: Timestamp

  package init(id: SixteenBytes, productID: Int64, isLiked: Bool, at: Timestamp) {
    self.id = id
    self.productID = productID
    self.isLiked = isLiked
    self.at = at
  }

  /// Whether it holds where both were made: the later one, of one moment the one of the higher id.
  ///
  /// The last comparison is for clients that give two operations one id: the outcome must not
  /// depend on the order in which they arrive.
  package func prevails(over other: LikeOperation) -> Bool {
    (at.microseconds, id.high, id.low, isLiked ? 1 : 0)
      > (other.at.microseconds, other.id.high, other.id.low, other.isLiked ? 1 : 0)
  }
}

/// What holds for one product in the likes of a shopper: the operation that prevailed.
package struct LikeState: Sendable, Hashable {
  package let operation: LikeOperation
  /// That of the shopper's likes when it was stored; a later change has a higher one.
  package let sequence: Int64

  package init(_ operation: LikeOperation, sequence: Int64) {
    self.operation = operation
    self.sequence = sequence
  }

  package var productID: Int64 { operation.productID }
  package var isLiked: Bool { operation.isLiked }
}

/// The likes of a shopper in numbers.
package struct LikeCounts: Sendable, Hashable {
  /// Products that somebody may like: a list that nobody reads to its end.
  package static let likesMax = 10_000
  /// Products that the store may remember of somebody, those with them that are liked no more.
  package static let entriesMax = 20_000
  package static let none = LikeCounts(sequence: 0, likes: 0, entries: 0)
  /// Of the last change.
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

/// A telephone or a browser of somebody who has not said who they are.
package struct Device: Sendable, Hashable {
  /// Given by the store, never reused.
  package let id: Int64
  /// For whom it acts, by the store's id: several devices may act for one shopper.
  package let shopperID: Int64
  /// Numbers of the likes that it may go on from; below it, it must begin anew.
  package let firstSequence: Int64
  /// Of its last request, as far as it is known: to the day.
  package let seenAt: Timestamp

  package init(id: Int64, shopperID: Int64, firstSequence: Int64, seenAt: Timestamp) {
    self.id = id
    self.shopperID = shopperID
    self.firstSequence = firstSequence
    self.seenAt = seenAt
  }

  /// Microseconds that pass before it is noted again that a device was seen: a day.
  package static let noteInterval: Int64 = 86_400_000_000

  /// Whether it is to be noted that it was seen now.
  package func isWorthNoting(at now: Timestamp) -> Bool {
    now.microseconds - seenAt.microseconds >= Self.noteInterval
  }
}
