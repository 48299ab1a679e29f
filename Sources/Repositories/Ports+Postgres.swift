package import Postgres
package import UseCases

extension Ports {
  /// The store in PostgreSQL, over one pool.
  package init(_ pool: Pool, _ machine: Machine) {
    // What very many people write at once.
    let queue = KeyedQueue(of: pool)
    self.init(
      eventCategories: PostgresEventCategories(pool), eventProducts: PostgresEventProducts(pool),
      eventBanners: PostgresList(pool, .eventBanners), categories: PostgresList(pool, .categories),
      itemTypes: PostgresList(pool, .itemTypes),
      homeSections: PostgresList(pool, .homeSections),
      demoShop: PostgresDemoShop(pool), products: PostgresProducts(pool),
      search: PostgresProductSearch(pool), searchRules: PostgresSearchRules(pool),
      searchTrends: PostgresSearchTrends(pool),
      vendors: PostgresVendors(pool), images: PostgresImages(pool),
      accessTokens: PostgresAccessTokens(pool), answers: PostgresAnswers(pool),
      uploadQuota: PostgresUploadQuota(pool), searchClients: PostgresSearchClients(pool),
      serverKeys: PostgresServerKeys(pool), housekeeping: PostgresHousekeeping(pool),
      devices: PostgresDevices(pool, queue), likes: PostgresLikes(pool, queue),
      recentViews: PostgresRecentViews(pool, queue), machine: machine)
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
      eventProducts: PostgresEventProducts(pool), searchRules: PostgresSearchRules(pool),
      images: PostgresImages(pool))
  }
}
