package import Domain

/// Gives an event its products, or tells what that would change.
package struct ArrangeEventProducts: Sendable {
  private let repository: any EventProductRepository

  package init(repository: any EventProductRepository) {
    self.repository = repository
  }

  /// Ids of its products, in the order of display.
  ///
  /// - Throws: `notFound`.
  package func ids(of event: Int64) async throws(Failure) -> [Int64] {
    guard let ids = try await repository.ids(of: event) else {
      throw .notFound(.eventCategory("\(event)"))
    }
    return ids
  }

  /// With `dryRun` nothing is written, and the change is the same; `once` then means nothing.
  ///
  /// - Throws: `notFound`; `rejected` for products that are not there; `changedMeanwhile` unless
  ///   `condition` admits the current list; `inFlight`, `keyReused`.
  package func callAsFunction(
    _ products: EventProducts, of event: Int64, if condition: EventProductsCondition = .any,
    dryRun: Bool, once: IdempotentWrite<EventProductsChange>?
  ) async throws(Failure) -> Written<EventProductsChange> {
    try await repository.replace(
      products, of: event, if: condition, dryRun: dryRun, once: once)
  }
}
