import Domain
package import Postgres
package import UseCases

/// Loads the demo shop, once in the life of a database; so it does its products, which came later.
///
/// All lists bring their ids, because existing apps expect 1, 2, 3, ..., and the counters of the
/// store do not promise that: a transaction that is rolled back does not give its numbers back.
package struct PostgresDemoShop: DemoShopRepository {
  private let pool: Pool

  /// `pool` belongs to the loop that all calls come from.
  package init(_ pool: Pool) {
    self.pool = pool
  }

  package func loadOnce(_ shop: DemoShop) async throws(Failure) -> Bool {
    try await pool.repeatableTransaction { transaction in
      // The second of two servers waits here and then finds the mark.
      _ = try await transaction.execute(DemoShopStatements.lock, ())
      let isNew = try await transaction.execute(DemoShopStatements.mark, ()) == 1
      if isNew { try await load(lists: shop, in: transaction) }
      let hasLoaded = try await load(shop.wares, in: transaction)
      if hasLoaded {
        for event in shop.eventProducts {
          _ = try await transaction.execute(
            EventProductStatements.insertDemo,
            .init(key: event.key.text, codes: event.codes.map(\.text)))
        }
      }
      return isNew || hasLoaded
    }
  }

  private func load(lists shop: DemoShop, in transaction: Transaction) async throws {
    for image in shop.preparedImages { try await transaction.insert(image, isKept: true) }
    try await load(eventCategories: shop.eventCategories, in: transaction)
    try await load(shop, in: transaction)
    try await transaction.fill(shop.searchRules)
  }

  private func load(
    eventCategories list: EventCategoryList, in transaction: Transaction
  ) async throws {
    // As at every change of the list: somebody may be arranging it.
    _ = try await transaction.execute(EventCategoryStatements.lock, ())
    let current = try VersionedList(try await transaction.rows(EventCategoryStatements.all, 1))
    let categories = list.numbered(version: current.versionOfNewItems)
    guard current.items.isEmpty, !categories.isEmpty else { return }
    for category in categories {
      _ = try await transaction.execute(EventCategoryStatements.insertNumbered, category)
    }
    _ = try await transaction.first(DemoShopStatements.skipEventCategoryIDs, ())
    _ = try await transaction.raiseEventCategories(above: current.versionOfNewItems)
  }

  private func load(_ shop: DemoShop, in transaction: Transaction) async throws {
    _ = try await load(shop.eventBanners, .eventBanners, in: transaction)
    // Under other categories the item types would stand where they do not belong.
    guard try await load(shop.categories, .categories, in: transaction) else { return }
    _ = try await load(shop.itemTypes, .itemTypes, in: transaction)
  }

  /// Fills a list that has nothing in it.
  ///
  /// - Returns: whether it was filled.
  private func load<Draft>(
    _ items: [Placed<Draft>], _ statements: ListStatements<Draft>, in transaction: Transaction
  ) async throws -> Bool {
    guard try await transaction.first(statements.isEmpty, ()) == true else { return false }
    for item in items {
      _ = try await transaction.first(
        statements.insert, .init(id: item.id, draft: item.draft, position: item.position))
    }
    _ = try await transaction.first(statements.skipIDs, ())
    return true
  }
}
