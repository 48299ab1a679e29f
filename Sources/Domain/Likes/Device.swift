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
