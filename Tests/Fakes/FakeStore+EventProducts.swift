package import Domain
package import UseCases

extension FakeStore: EventProductRepository {
  package func ids(of event: Int64) async throws(Failure) -> [Int64]? {
    try reading { state throws(Failure) in state.products(of: event)?.map(\.id) }
  }

  package func products(of event: Int64, limit: Int) async throws(Failure) -> [CellProduct] {
    try reading { state throws(Failure) in
      (state.products(of: event) ?? []).prefix(limit).map(\.summary)
    }
  }

  package func known(_ ids: [Int64]) async throws(Failure) -> Set<Int64> {
    try reading { state throws(Failure) in Set(ids).intersection(state.products.map(\.id)) }
  }

  package func replace(
    _ products: EventProducts, of event: Int64, if condition: EventProductsCondition,
    dryRun: Bool, once: IdempotentWrite<EventProductsChange>?
  ) async throws(Failure) -> Written<EventProductsChange> {
    try writing(dryRun ? nil : once) { state throws(Failure) in
      let change = try EventProductsChange.deciding(
        products, of: event, before: state.products(of: event)?.map(\.id),
        known: Set(state.products.map(\.id)), if: condition)
      if !dryRun { state.eventProducts[event] = change.after }
      return change
    }
  }
}

extension FakeStore.State {
  /// Nil without such an event.
  fileprivate func products(of event: Int64) -> [Product]? {
    guard eventCategories.contains(where: { $0.id == event }) else { return nil }
    return (eventProducts[event] ?? []).compactMap { id in products.first { $0.id == id } }
  }
}
