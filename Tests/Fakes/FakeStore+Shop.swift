package import Domain
package import UseCases

extension FakeStore: ShopWindowRepository {
  package func eventBanners(limit: Int) async throws(Failure) -> [EventBanner] {
    try reading { state throws(Failure) in Array((state.shop?.eventBanners ?? []).prefix(limit)) }
  }

  package func categories(limit: Int) async throws(Failure) -> [Category] {
    try reading { state throws(Failure) in Array((state.shop?.categories ?? []).prefix(limit)) }
  }

  package func itemTypes(limit: Int) async throws(Failure) -> [ItemType] {
    try reading { state throws(Failure) in Array((state.shop?.itemTypes ?? []).prefix(limit)) }
  }
}

extension FakeStore: DemoShopRepository {
  package func loadOnce(_ shop: DemoShop) async throws(Failure) -> Bool {
    try reading { state throws(Failure) in
      guard state.shop == nil else { return false }
      state.shop = shop
      for image in shop.images { state.take(PreparedImage(image)) }
      if state.eventCategories.isEmpty {
        state.eventCategories = shop.eventCategories.numbered
        state.nextEventCategoryID = max(
          state.nextEventCategoryID, Int64(state.eventCategories.count + 1))
      }
      return true
    }
  }
}
