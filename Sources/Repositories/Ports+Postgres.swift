package import Postgres
package import UseCases

extension Ports {
  /// The store in PostgreSQL, over one pool.
  package init(_ pool: Pool, _ machine: Machine) {
    let store = PostgresStore(pool)
    self.init(
      lists: store, eventProducts: store, demoShop: store, products: store, search: store,
      searchRules: store, searchTrends: store, vendors: store, images: store, accessTokens: store,
      answers: store, uploadQuota: store, searchClients: store, serverKeys: store,
      housekeeping: store, devices: store, likes: store, recentViews: store, readOnly: store,
      machine: machine)
  }
}

extension SeedShop {
  /// The lists in PostgreSQL, over one pool.
  package init(_ pool: Pool) {
    let store = PostgresStore(pool)
    self.init(lists: store, eventProducts: store, searchRules: store)
  }
}
