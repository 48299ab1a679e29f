package import Domain

/// Stores the products of events. One method is one transaction.
package protocol EventProductRepository: Sendable {
  /// Ids of the products of an event, in the order of display; nil if the event does not exist.
  func ids(of event: Int64) async throws(Failure) -> [Int64]?

  /// The existing ones of some products.
  func known(_ ids: [Int64]) async throws(Failure) -> Set<Int64>

  /// Replaces the whole list. With `dryRun` nothing is written, the change is the same, and `once`
  /// is ignored.
  ///
  /// - Throws: `notFound` if the event does not exist; `rejected` at `/N` for unknown products;
  ///   `changedMeanwhile` if the condition fails.
  func replace(
    _ products: EventProducts, of event: Int64, if condition: EventProductsCondition,
    dryRun: Bool, once: RecordedWrite<EventProductsChange>?
  ) async throws(Failure) -> Written<EventProductsChange>
}

/// A change of an event's products.
package struct EventProductsChange: Sendable, Hashable {
  package let before: [Int64]
  package let after: [Int64]

  package init(before: [Int64], after: [Int64]) {
    self.before = before
    self.after = after
  }

  package var addedCount: Int { Set(after).subtracting(before).count }
  package var removedCount: Int { Set(before).subtracting(after).count }

  /// Decides on a replacement; pure.
  ///
  /// - Parameters:
  ///   - before: the present products; nil if the event does not exist.
  ///   - known: the existing ones of the new products.
  package static func deciding(
    _ products: EventProducts, of event: Int64, before: [Int64]?, known: Set<Int64>,
    if condition: EventProductsCondition
  ) throws(Failure) -> EventProductsChange {
    guard let before else { throw .notFound(.eventCategory("\(event)")) }
    guard condition.admits(before) else { throw .changedMeanwhile }
    let missing = Set(products.ids).subtracting(known)
    guard missing.isEmpty else {
      throw .rejected(products.fieldErrors(missing: missing).map { $0.under("/items") })
    }
    return EventProductsChange(before: before, after: products.ids)
  }
}
