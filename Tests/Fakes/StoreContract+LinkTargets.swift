import Domain
import UseCases

extension StoreContract {
  static let linkTargetClauses = [
    Clause("a banner that leads to something that is not there is refused at its link") { ports in
      let links: [LinkTarget] = [.event(999), .product(999), .category(999), .itemType(999)]
      let refusal = await ports.refusal(try banners(links), in: ports.eventBanners)
      guard case .rejected(let fieldErrors)? = refusal else { throw ContractBreach("it was taken") }
      try holdEqual(fieldErrors.map(\.pointer), (0...3).map { "/items/\($0)/link/id" })
      try holdEqual(
        fieldErrors.map(\.flaw.code),
        ["unknown_event", "unknown_product", "unknown_category", "unknown_item_type"])
    },
    Clause("a banner may lead to everything that is there") { ports in
      _ = try await ports.demoShop.loadOnce(try DemoShop.sample())
      let product = try await ports.add(.sample(by: try await ports.vendor()))
      let event = try await ports.eventCategories.all(limit: 1).items[0]
      let links: [LinkTarget] = [
        .event(event.id), .product(product.id), .category(1), .itemType(1),
      ]
      try holdEqual(await ports.refusal(try banners(links), in: ports.eventBanners), nil)
    },
    Clause("a link whose product went may stay in the list, and none may be added") { ports in
      let product = try await ports.add(.sample(by: try await ports.vendor()))
      let list = try banners([.product(product.id)])
      try holdEqual(await ports.refusal(list, in: ports.eventBanners), nil)
      _ = try await ports.products.remove(product.id, at: .latest, once: nil) { _ in }
      let longer = try banners([.search(try Title("봄")), .product(product.id)])
      try holdEqual(await ports.refusal(longer, in: ports.eventBanners), nil)
      try holdEqual(await ports.refusal(try banners([]), in: ports.eventBanners), nil)
      guard case .rejected? = await ports.refusal(list, in: ports.eventBanners) else {
        throw ContractBreach("it was taken")
      }
    },
    Clause("a section of something that is not there is refused at its member") { ports in
      let query = ProductQuery(event: 999, category: 999, itemType: 999)
      let draft = HomeSectionDraft(
        key: try Slug("a"), content: .products(query, count: 5), titles: [], layout: .row)
      let refusal = await ports.refusal(
        try PlacedList([.init(id: nil, draft: draft)]), in: ports.homeSections)
      guard case .rejected(let fieldErrors)? = refusal else { throw ContractBreach("it was taken") }
      try holdEqual(
        fieldErrors.map(\.pointer),
        ["event", "category", "item_type"].map { "/items/0/products/\($0)" })
    },
  ]

  private static func banners(_ links: [LinkTarget]) throws -> PlacedList<EventBannerDraft> {
    let image = try ImageReference("https://cdn.example/a.png")
    return try PlacedList(
      try links.map { link in
        .init(
          id: nil,
          draft: EventBannerDraft(content: try Title("봄"), thumbnailImage: image, link: link))
      })
  }
}
