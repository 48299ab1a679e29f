package import Domain

/// The products of an event in a seed file.
package struct EventSeed: Sendable {
  /// The key of the event category.
  package let key: Slug
  package let products: EventProducts

  package init(key: Slug, products: EventProducts) {
    self.key = key
    self.products = products
  }
}

/// Sets the products of several events, or previews the change.
struct SeedEventProducts: Sendable {
  let lists: any ListRepository
  let products: any EventProductRepository
  let history: CommandHistory?

  /// Previews the changes; those of new events count as created.
  ///
  /// - Parameter promised: the event categories of the same file; nil for the stored ones.
  /// - Throws: `rejected` at `/items/N/event` for unknown events, and at `/items/N/products/M` for
  ///   unknown products.
  func judge(
    _ seeds: [EventSeed], promised: ListDocument<EventCategoryDraft>?
  ) async throws(Failure) -> ListReport {
    let stored = try await stored()
    let keys = promised.map { Set($0.entries.map(\.draft.key)) } ?? Set(stored.keys)
    let wanted = Set(seeds.flatMap(\.products.ids))
    let missing = wanted.subtracting(try await products.known(wanted.sorted()))
    let fieldErrors = seeds.enumerated().flatMap { index, seed in
      let event = keys.contains(seed.key) ? [] : [FieldError("/event", Self.unknownEvent)]
      return
        (event
        + seed.products.fieldErrors(missing: missing).map { $0.under("/products") })
        .map { $0.under("/items/\(index)") }
    }
    guard fieldErrors.isEmpty else { throw .rejected(fieldErrors) }
    var (created, updated) = (0, 0)
    for seed in seeds {
      guard let id = stored[seed.key], let ids = try await products.ids(of: id) else {
        created += 1
        continue
      }
      if ids != seed.products.ids { updated += 1 }
    }
    return ListReport(
      created: created, updated: updated, unchanged: seeds.count - created - updated, removed: 0)
  }

  /// - Throws: `notFound` for an event that was removed meanwhile; `rejected` for such products.
  func write(_ seeds: [EventSeed]) async throws(Failure) {
    let stored = try await stored()
    for seed in seeds {
      guard let id = stored[seed.key] else { throw .notFound(.eventCategory(seed.key.text)) }
      _ = try await products.replace(
        seed.products, of: id, if: .any, dryRun: false,
        once: history.map { $0.telling($0.words.eventProducts(of: id)) })
    }
  }

  private func stored() async throws(Failure) -> [Slug: Int64] {
    let all = try await lists.all(EventCategoryDraft.self).items
    return Dictionary(all.map { ($0.key, $0.id) }) { first, _ in first }
  }

  private static let unknownEvent = ValidationError(
    "unknown_event", "No event category has this key.",
    hint: "Name a stored one, or add it to the same file.")
}

/// Sets the products of an event, or previews the change.
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

  /// With `dryRun` nothing is written, the change is the same, and `once` is ignored.
  ///
  /// - Throws: `notFound`; `rejected` for unknown products; `changedMeanwhile` if the condition
  ///   fails; `inFlight`, `keyReused`.
  package func callAsFunction(
    _ products: EventProducts, of event: Int64, if condition: EventProductsCondition = .any,
    dryRun: Bool, once: RecordedWrite<EventProductsChange>?
  ) async throws(Failure) -> Written<EventProductsChange> {
    try await repository.replace(
      products, of: event, if: condition, dryRun: dryRun, once: once)
  }
}
