import Domain
import UseCases

// What the store finds out about a new list.
extension StoreContract {
  static let listRuleClauses = [
    Clause("an item type under a category that is not there is refused at its member") { ports in
      try await ports.holdRefused(
        try .of([itemType(under: 9)]), "/items/0/category_id unknown_category")
    },
    Clause("a category that has item types is not left out") { ports in
      let category = CategoryDraft(title: try Title("상의"))
      let created = try await ports.replace(with: .of([category])).after
      try await ports.replace(with: .of([itemType(under: created.items[0].id)]))
      try await ports.holdRefused(ListDocument<CategoryDraft>.empty, "/items in_use")
      try holdEqual(try await ports.lists.all(CategoryDraft.self), created)
    },
    Clause("an item type that has products is not left out, until they are gone") { ports in
      _ = try await ports.demoShop.loadOnce(try DemoShop.sample())
      var details = ProductDetails.none
      details.itemType = 1
      let product = try await ports.add(
        .sample(by: try await ports.vendor(), .sample(details: details)))
      let rest = try await ports.lists.all(ItemTypeDraft.self).sentBack { Array($0.dropFirst()) }
      try await ports.holdRefused(rest, "/items in_use")
      _ = try await ports.products.remove(product.id, at: .latest, once: nil) { _ in }
      try await ports.replace(with: rest)
      try holdEqual(try await ports.items(ItemTypeDraft.self).map(\.id), [2, 3])
    },
    Clause("a banner that links to something that is not there is refused at its link") { ports in
      let links: [LinkTarget] = [.event(999), .product(999), .category(999), .itemType(999)]
      let codes = ["unknown_event", "unknown_product", "unknown_category", "unknown_item_type"]
      for (link, code) in zip(links, codes) {
        try await ports.holdRefused(try banners([link]), "/items/0/link/id \(code)")
      }
    },
    Clause("a banner may link to everything that is there") { ports in
      _ = try await ports.demoShop.loadOnce(try DemoShop.sample())
      let product = try await ports.add(.sample(by: try await ports.vendor()))
      let event = try await ports.items(EventCategoryDraft.self)[0]
      let list = try banners([.event(event.id), .product(product.id), .category(1), .itemType(1)])
      try holdEqual(try await ports.replace(with: list).after.items.count, 4)
    },
    Clause("a link whose product went may stay in the list, and none may be added") { ports in
      let product = try await ports.add(.sample(by: try await ports.vendor()))
      let list = try banners([.product(product.id)])
      try await ports.replace(with: list)
      _ = try await ports.products.remove(product.id, at: .latest, once: nil) { _ in }
      try await ports.replace(
        with: try banners([.search(try Title("봄")), .product(product.id)]))
      try await ports.replace(with: ListDocument<EventBannerDraft>.empty)
      try await ports.holdRefused(list, "/items/0/link/id unknown_product")
    },
    Clause("a section of something that is not there is refused at its members") { ports in
      let query = ProductQuery(event: 999, category: 999, itemType: 999)
      let draft = HomeSectionDraft(
        key: try Slug("a"), content: .products(query, count: 5), titles: [], layout: .row)
      try await ports.holdRefused(
        try .of([draft]), "/items/0/products/event unknown_event",
        "/items/0/products/category unknown_category",
        "/items/0/products/item_type unknown_item_type")
    },
    Clause("an image that this site does not serve is refused at its member") { ports in
      let image = try PreparedImage.sample(2)
      let path = "/images/\(image.original.digest)/cell.png"
      let banner = EventBannerDraft(
        content: try Title("봄"), thumbnailImage: try ImageReference(path), link: nil)
      try await ports.holdRefused(try .of([banner]), "/items/0/thumbnail_image_url unknown_image")
      try await ports.images.add(image)
      try holdEqual(try await ports.replace(with: .of([banner])).after.items.count, 1)
    },
  ]

  private static func banners(_ links: [LinkTarget]) throws -> ListDocument<EventBannerDraft> {
    let image = try ImageReference("https://cdn.example/a.png")
    return try .of(
      links.map { EventBannerDraft(content: try Title("봄"), thumbnailImage: image, link: $0) })
  }

  private static func itemType(under category: Int64) throws -> ItemTypeDraft {
    ItemTypeDraft(
      categoryID: category, section: nil, title: try Title("후드 티셔츠"),
      thumbnailImage: try ImageReference("https://cdn.example/a.png"))
  }
}

extension Ports {
  /// - Parameter errors: pointers and codes.
  fileprivate func holdRefused<Draft>(
    _ document: ListDocument<Draft>, _ errors: String...
  ) async throws {
    do throws(Failure) {
      try await replace(with: document)
    } catch {
      guard case .rejected(let fieldErrors) = error else { throw error }
      try holdEqual(fieldErrors.map { "\($0.pointer) \($0.flaw.code)" }, errors)
      return
    }
    throw ContractBreach("it was taken")
  }
}
