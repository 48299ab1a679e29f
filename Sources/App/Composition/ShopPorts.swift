import Postgres
import Repositories
import UseCases

/// The ports of what everybody may read: on the primary alone, or with a standby beside it.
///
/// Chosen once, so that a server without a standby does not even ask whether it has one.
struct ShopPorts {
  let eventCategories: any EventCategoryRepository
  let window: any ShopWindowRepository
  let images: any ImageRepository
  let products: any ProductRepository

  init(_ pool: Pool, _ replica: Replica?) {
    guard let replica else {
      eventCategories = PostgresEventCategories(pool)
      window = PostgresShopWindow(pool)
      images = PostgresImages(pool)
      products = PostgresProducts(pool)
      return
    }
    eventCategories = ReplicatedEventCategories(pool, replica)
    window = ReplicatedShopWindow(pool, replica)
    images = ReplicatedImages(pool, replica)
    products = ReplicatedProducts(pool, replica)
  }
}
