package import Domain
import Postgres
package import UseCases

/// Products of events in `moa.event_category_products`.
extension PostgresStore: EventProductRepository {
  package func ids(of event: Int64) async throws(Failure) -> [Int64]? {
    Self.list(try await rows(EventProductStatements.ids, event))
  }

  package func known(_ ids: [Int64]) async throws(Failure) -> Set<Int64> {
    Set(try await rows(EventProductStatements.known, ids))
  }

  package func replace(
    _ products: EventProducts, of event: Int64, if condition: EventProductsCondition,
    dryRun: Bool, once: RecordedWrite<EventProductsChange>?
  ) async throws(Failure) -> Written<EventProductsChange> {
    try await transaction { transaction in
      try await transaction.once(dryRun ? nil : once) {
        // A second change of this event waits here, so that the compared products stay current.
        if !dryRun { _ = try await transaction.first(EventProductStatements.lock, event) }
        let before = try await transaction.rows(EventProductStatements.ids, event)
        let known = try await transaction.rows(EventProductStatements.known, products.ids)
        let change = try EventProductsChange.deciding(
          products, of: event, before: Self.list(before), known: Set(known),
          if: condition)
        guard !dryRun, change.before != change.after else { return change }
        _ = try await transaction.execute(EventProductStatements.removeAll, event)
        _ = try await transaction.execute(
          EventProductStatements.insert, .init(event: event, products: products.ids))
        return change
      }
    }
  }

  /// Nil if the event does not exist: an event without products has one row without a product.
  private static func list(_ rows: [Int64?]) -> [Int64]? {
    rows.isEmpty ? nil : rows.compactMap { $0 }
  }
}
