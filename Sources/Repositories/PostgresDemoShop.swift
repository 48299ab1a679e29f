import Domain
import Postgres
package import UseCases

/// Loads the demo shop once in the life of a database, and its products once, because they were
/// added to the demo shop later.
///
/// The items of all lists have fixed ids, because existing apps expect 1, 2, 3, ...; the store's
/// counters do not guarantee that, because a rollback does not return ids.
extension PostgresStore: DemoShopRepository {
  package func loadOnce(_ shop: DemoShop) async throws(Failure) -> Bool {
    try await transaction { transaction in
      // A second server waits here and then finds the mark.
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
    try await transaction.insert(shop.preparedImages, isKept: true)
    var kept: [any SeededList] = []
    // Skips lists whose parent list had items already: their items would get the wrong parents.
    for list in shop.lists.lists where !kept.contains(where: { $0.isParent(of: list) }) {
      if try await !transaction.fill(list) { kept.append(list) }
    }
    try await transaction.fill(shop.searchRules)
  }
}

/// The statements that load a demo shop.
enum DemoShopStatements {
  static let lock = Statement<Void, Void>(
    "lock table moa.demo_shop in exclusive mode", effect: .write)

  static let mark = Statement<Void, Void>(
    """
    insert into moa.demo_shop (is_loaded)
    values (true)
    on conflict on constraint demo_shop_only_row do nothing
    """, effect: .write)
}
