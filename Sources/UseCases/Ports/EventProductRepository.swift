package import Domain

/// Which products belong to which events. One method is one transaction.
package protocol EventProductRepository: Sendable {
  /// Ids of the products of an event, in the order of display; nil without such an event.
  func ids(of event: Int64) async throws(Failure) -> [Int64]?

  /// The first products of an event, in the order of display, at most `limit`, as one statement.
  /// Removed products are none of them.
  func products(of event: Int64, limit: Int) async throws(Failure) -> [CellProduct]

  /// Those of some products that are in the shop.
  func known(_ ids: [Int64]) async throws(Failure) -> Set<Int64>

  /// Replaces the whole list. With `dryRun` nothing is written, the change is the same, and `once`
  /// means nothing.
  ///
  /// - Throws: `notFound` without such an event; `rejected` at `/N` for products that are not
  ///   there; `changedMeanwhile` unless `condition` admits the current list.
  func replace(
    _ products: EventProducts, of event: Int64, if condition: EventProductsCondition,
    dryRun: Bool, once: IdempotentWrite<EventProductsChange>?
  ) async throws(Failure) -> Written<EventProductsChange>
}

/// What became of the products of an event.
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
  ///   - before: what the event has; nil without such an event.
  ///   - known: those of the new ones that are in the shop.
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
