package import Domain

/// Tells what changed. A read is one statement, so that all of its answer is of one moment.
package protocol ChangeRepository: Sendable {
  /// The place after the newest change.
  func newestChange() async throws(Failure) -> ChangePlace

  /// The changes after `place`, with the cells of those `products` that changed.
  func changes(
    after place: ChangePlace, among products: [Int64]
  ) async throws(Failure) -> FoundChanges

  /// The first things that changed after `place`, each once, in the order of their newest changes.
  ///
  /// - Parameter limit: the most things.
  func changes(after place: ChangePlace, limit: Int) async throws(Failure) -> FoundChanges
}

/// A place between two changes, in the order of all changes.
package struct ChangePlace: Sendable, Hashable {
  /// The history that the number belongs to. A shop that was restored or failed over goes on in
  /// another one, because it may have lost the newest changes.
  package let era: SixteenBytes
  /// The number of the change before it.
  package let sequence: Int64

  package init(era: SixteenBytes, sequence: Int64) {
    self.era = era
    self.sequence = sequence
  }
}

/// The changes after a place.
package struct FoundChanges: Sendable, Hashable {
  package struct OfProduct: Sendable, Hashable {
    package let id: Int64
    /// Nil if it was removed.
    package let product: CellProduct?

    package init(id: Int64, product: CellProduct?) {
      self.id = id
      self.product = product
    }
  }

  /// The place after them.
  package var next: ChangePlace
  /// Whether it is unknown what else changed: all may have.
  package var isWhole = false
  package var changedHome = false
  package var changedConfig = false
  package var events: [Int64] = []
  package var products: [OfProduct] = []
  package var vendors: [Seller] = []
  /// Whether there is more: products that were not asked about; in a feed, changes after `next`.
  package var hasMore = false

  package init(next: ChangePlace) {
    self.next = next
  }
}
