package import Postgres
package import UseCases

extension Ports {
  /// The store in PostgreSQL, over one pool.
  package init(_ pool: Pool, _ machine: Machine) {
    let store = PostgresStore(pool)
    self.init(
      eventCategories: PostgresEventCategories(pool), eventProducts: store,
      eventBanners: PostgresList(pool, .eventBanners), categories: PostgresList(pool, .categories),
      itemTypes: PostgresList(pool, .itemTypes),
      homeSections: PostgresList(pool, .homeSections),
      demoShop: PostgresDemoShop(pool), products: store,
      search: store, searchRules: PostgresSearchRules(pool),
      searchTrends: store,
      vendors: store, images: store,
      accessTokens: store, answers: store,
      uploadQuota: store, searchClients: store,
      serverKeys: store, housekeeping: store,
      devices: store, likes: store,
      recentViews: store, readOnly: store,
      machine: machine)
  }
}

extension SeedShop {
  /// The lists in PostgreSQL, over one pool.
  package init(_ pool: Pool) {
    self.init(
      categories: PostgresList(pool, .categories), itemTypes: PostgresList(pool, .itemTypes),
      eventBanners: PostgresList(pool, .eventBanners),
      homeSections: PostgresList(pool, .homeSections),
      eventCategories: PostgresEventCategories(pool),
      eventProducts: PostgresStore(pool), searchRules: PostgresSearchRules(pool),
      images: PostgresStore(pool))
  }
}
