package import Domain
package import Postgres
package import UseCases

/// Products of events in `moa.event_category_products`.
package struct PostgresEventProducts: EventProductRepository {
  private let pool: Pool

  /// `pool` belongs to the loop that all calls come from.
  package init(_ pool: Pool) {
    self.pool = pool
  }

  package func ids(of event: Int64) async throws(Failure) -> [Int64]? {
    do throws(PostgresError) {
      return try await Self.list(try await pool.rows(EventProductStatements.ids, event))
    } catch { throw Failure(error) }
  }

  package func products(of event: Int64, limit: Int) async throws(Failure) -> [ProductSummary] {
    do throws(PostgresError) {
      return try await pool.rows(
        EventProductStatements.products, .init(event: event, limit: limit))
    } catch { throw Failure(error) }
  }

  package func known(_ ids: [Int64]) async throws(Failure) -> Set<Int64> {
    do throws(PostgresError) {
      return Set(try await pool.rows(EventProductStatements.known, ids))
    } catch { throw Failure(error) }
  }

  package func replace(
    _ products: EventProducts, of event: Int64, if condition: EventProductsCondition,
    dryRun: Bool, once: IdempotentWrite<EventProductsChange>?
  ) async throws(Failure) -> Written<EventProductsChange> {
    try await pool.repeatableTransaction { transaction in
      try await transaction.once(dryRun ? nil : once) {
        // A second change of this event waits here, so that what was compared stays true.
        if !dryRun { _ = try await transaction.first(EventProductStatements.lock, event) }
        let before = try await transaction.rows(EventProductStatements.ids, event)
        let known = try await transaction.rows(EventProductStatements.known, products.ids)
        let change = try EventProductsChange.deciding(
          products, of: event, before: try await Self.list(before), known: Set(known),
          if: condition)
        guard !dryRun, change.before != change.after else { return change }
        _ = try await transaction.execute(EventProductStatements.removeAll, event)
        _ = try await transaction.execute(
          EventProductStatements.insert, .init(event: event, products: products.ids))
        return change
      }
    }
  }

  /// Nil when the event is not there: one that has no products is a row without a product.
  private static func list(_ rows: [Int64?]) async throws(PostgresError) -> [Int64]? {
    rows.isEmpty ? nil : rows.compactMap { $0 }
  }
}
