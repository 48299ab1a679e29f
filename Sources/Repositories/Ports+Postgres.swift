package import Postgres
package import UseCases

extension Ports {
  /// The store in PostgreSQL, over one pool.
  package init(_ pool: Pool, _ machine: Machine) {
    self.init(
      eventCategories: PostgresEventCategories(pool), eventProducts: PostgresEventProducts(pool),
      shopWindow: PostgresShopWindow(pool),
      demoShop: PostgresDemoShop(pool), products: PostgresProducts(pool),
      vendors: PostgresVendors(pool), images: PostgresImages(pool),
      accessTokens: PostgresAccessTokens(pool), answers: PostgresAnswers(pool),
      uploadQuota: PostgresUploadQuota(pool), serverKeys: PostgresServerKeys(pool),
      housekeeping: PostgresHousekeeping(pool), machine: machine)
  }
}
