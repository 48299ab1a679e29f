package import Domain
package import Postgres
package import UseCases

/// Banners, categories and item types, from a standby where it will do.
package struct ReplicatedShopWindow: ShopWindowRepository {
  private let primary: PostgresShopWindow
  private let standby: PostgresShopWindow
  private let replica: Replica

  /// Both belong to the loop that all calls come from.
  package init(_ pool: Pool, _ replica: Replica) {
    primary = PostgresShopWindow(pool)
    standby = PostgresShopWindow(replica.pool)
    self.replica = replica
  }

  package func eventBanners(limit: Int) async throws(Failure) -> [EventBanner] {
    try await replica.either(standby, primary) { window async throws(Failure) in
      try await window.eventBanners(limit: limit)
    }
  }

  package func categories(limit: Int) async throws(Failure) -> [Category] {
    try await replica.either(standby, primary) { window async throws(Failure) in
      try await window.categories(limit: limit)
    }
  }

  package func itemTypes(limit: Int) async throws(Failure) -> [ItemType] {
    try await replica.either(standby, primary) { window async throws(Failure) in
      try await window.itemTypes(limit: limit)
    }
  }
}
