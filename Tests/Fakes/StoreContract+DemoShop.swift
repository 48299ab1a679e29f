import Domain
import UseCases

extension StoreContract {
  static let demoShopClauses = [
    Clause("an empty store shows nothing and knows no image") { ports in
      try holdEqual(try await ports.items(EventBannerDraft.self), [])
      try holdEqual(try await ports.items(CategoryDraft.self), [])
      try holdEqual(try await ports.items(ItemTypeDraft.self), [])
      try holdEqual(try await ports.images.find(try StoredImage.sample(9).digest), nil)
    },
    Clause("the demo shop is loaded whole, in its order, with its repetitions") { ports in
      let shop = try DemoShop.sample()
      try hold(try await ports.demoShop.loadOnce(shop), "it was not loaded")
      let banners = try await ports.items(EventBannerDraft.self)
      try holdEqual(banners.map(\.draft), shop.drafts(EventBannerDraft.self))
      let departments = try await ports.items(CategoryDraft.self)
      try holdEqual(departments.map(\.draft), shop.drafts(CategoryDraft.self))
      let itemTypes = try await ports.items(ItemTypeDraft.self)
      try holdEqual(itemTypes.map(\.draft), shop.drafts(ItemTypeDraft.self))
      let configs = try await ports.items(AppConfigDraft.self)
      try holdEqual(configs.map(\.draft), shop.drafts(AppConfigDraft.self))
      for image in shop.images {
        try holdEqual(try await ports.images.find(image.digest), image)
      }
      let categories = try await ports.items(EventCategoryDraft.self)
      try holdEqual(categories.map(\.draft), shop.drafts(EventCategoryDraft.self))
      try holdEqual(categories.map(\.id), [1, 2])
    },
    Clause("the demo shop is loaded once, however many ask at once") { ports in
      let shop = try DemoShop.sample()
      let loads = try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<4 {
          group.addTask { try await ports.demoShop.loadOnce(shop) }
        }
        return try await group.reduce(into: 0) { count, loaded in count += loaded ? 1 : 0 }
      }
      try holdEqual(loads, 1)
      let banners = try await ports.items(EventBannerDraft.self)
      try holdEqual(banners.map(\.draft), shop.drafts(EventBannerDraft.self))
    },
    Clause("what people did to the demo shop stays when it is loaded again") { ports in
      let shop = try DemoShop.sample()
      _ = try await ports.demoShop.loadOnce(shop)
      _ = try await ports.replace(with: ListDocument<EventCategoryDraft>.empty)
      try hold(try await ports.demoShop.loadOnce(shop) == false, "it was loaded twice")
      try holdEqual(try await ports.items(EventCategoryDraft.self), [])
    },
    Clause("the demo shop's event categories are 1, 2, ... whatever was before") { ports in
      _ = try await ports.replace(with: .sample("a", "b", "c", "d"))
      _ = try await ports.replace(with: ListDocument<EventCategoryDraft>.empty)
      try hold(try await ports.demoShop.loadOnce(try DemoShop.sample()), "it was not loaded")
      try holdEqual(try await ports.items(EventCategoryDraft.self).map(\.id), [1, 2])
      let created = try await ports.replace(with: .sample("luxury", "beauty", "mine")).created
      try holdEqual(created.map(\.id), [5])
    },
    Clause("the demo shop's event categories are a change of their list") { ports in
      _ = try await ports.replace(with: .sample("a", "b"))
      _ = try await ports.replace(with: ListDocument<EventCategoryDraft>.empty)
      let before = try await ports.lists.all(EventCategoryDraft.self).version
      _ = try await ports.demoShop.loadOnce(try DemoShop.sample())
      let loaded = try await ports.lists.all(EventCategoryDraft.self)
      try hold(loaded.version > before, "the list has its old version")
      try hold(
        loaded.items.allSatisfy { $0.version >= before && $0.version < loaded.version },
        "rows have versions that others had")
      _ = try await ports.demoShop.loadOnce(try DemoShop.sample())
      try holdEqual(try await ports.lists.all(EventCategoryDraft.self), loaded)
    },
    Clause("a new event category does not clash with those of the demo shop") { ports in
      _ = try await ports.demoShop.loadOnce(try DemoShop.sample())
      let created = try await ports.replace(with: .sample("luxury", "beauty", "mine")).created
      try holdEqual(created.map(\.id), [3])
    },
    Clause("event categories that were there before the demo shop stay") { ports in
      let created = try await ports.replace(with: .sample("mine")).created
      try hold(try await ports.demoShop.loadOnce(try DemoShop.sample()), "it was not loaded")
      try holdEqual(try await ports.items(EventCategoryDraft.self), created)
    },
  ]
}
