import Domain
import UseCases

extension StoreContract {
  static let listClauses = [
    Clause("a list comes back in the order in which it was written, with what stays itself") {
      ports in
      let created = try await ports.write("상의", "바지", "신발")
      try holdEqual(created.map(\.title.text), ["상의", "바지", "신발"])
      try holdEqual(created.map(\.position), [1, 2, 3])
      let (top, shoes) = (created[0], created[2])
      let list = try PlacedList([
        .init(id: shoes.id, draft: shoes.draft),
        .init(id: nil, draft: CategoryDraft(title: try Title("가방"))),
        .init(id: top.id, draft: CategoryDraft(title: try Title("윗옷"))),
      ])
      let change = try await ports.replace(list)
      try holdEqual(change.plan.created.count, 1)
      try holdEqual(change.plan.updated.map(\.id), [shoes.id, top.id])
      try holdEqual(change.plan.removed, [created[1].id])
      let stored = try await ports.categories.all(limit: 10)
      try holdEqual(change.after, stored)
      try holdEqual(stored.map(\.title.text), ["신발", "가방", "윗옷"])
      try holdEqual([stored[0].id, stored[2].id], [shoes.id, top.id])
      try hold(!created.map(\.id).contains(stored[1].id), "an id was given twice")
    },
    Clause("the same list once more changes nothing") { ports in
      let created = try await ports.write("상의", "바지")
      let change = try await ports.replace(try created.asList)
      try hold(change.plan.isEmpty, "it changed something")
      try holdEqual(change.plan.unchangedCount, 2)
      try holdEqual(change.after, created)
    },
    Clause("a list without ids, written twice, changes nothing") { ports in
      let titles = ["상의", "상의", "바지"]
      let list = try PlacedList<CategoryDraft>(
        titles.map { .init(id: nil, draft: CategoryDraft(title: try Title($0))) })
      let created = try await ports.replace(list).after
      let again = try await ports.replace(list)
      try hold(again.plan.isEmpty, "it changed something")
      try holdEqual(again.after, created)
    },
    Clause("items may bring their ids, and others are given none of these") { ports in
      let list = try PlacedList([
        .init(id: nil, draft: CategoryDraft(title: try Title("가방"))),
        .init(id: 7, draft: CategoryDraft(title: try Title("신발"))),
      ])
      let stored = try await ports.replace(list).after
      try holdEqual(stored[1].id, 7)
      try hold(stored[0].id > 7, "an id stands before one that was brought")
      let more = try await ports.replace(
        try PlacedList(
          stored.map { .init(id: $0.id, draft: $0.draft) }
            + [.init(id: nil, draft: CategoryDraft(title: try Title("모자")))]))
      try hold(more.after[2].id > stored[0].id, "an id was given twice")
    },
    Clause("a dry run of a list tells the change and writes nothing") { ports in
      let created = try await ports.write("상의")
      let change = try await ports.replace(try PlacedList([]), dryRun: true)
      try holdEqual(change.plan.removed, created.map(\.id))
      try holdEqual(try await ports.categories.all(limit: 9), created)
    },
    Clause("a list that changed meanwhile is not replaced, whoever wrote it") { ports in
      let created = try await ports.write("상의")
      let refusal = await ports.refusal(
        try PlacedList<CategoryDraft>([]), in: ports.categories, if: ChangeCondition { $0.isEmpty })
      try holdEqual(refusal, .changedMeanwhile)
      try holdEqual(try await ports.categories.all(limit: 9), created)
    },
    Clause("an item type under a category that is not there is refused at its member") { ports in
      let list = try PlacedList([.init(id: nil, draft: ItemTypeDraft.sample(under: 9))])
      let refusal = await ports.refusal(list, in: ports.itemTypes)
      guard case .rejected(let fieldErrors)? = refusal else {
        throw ContractBreach("it was taken")
      }
      try holdEqual(fieldErrors.map(\.pointer), ["/items/0/category_id"])
    },
    Clause("a category that has item types is not left out") { ports in
      let category = try await ports.write("상의")[0]
      _ = try await ports.itemTypes.replace(
        try PlacedList([.init(id: nil, draft: .sample(under: category.id))]), if: .any,
        promised: .nothing, dryRun: false, once: nil)
      let refusal = await ports.refusal(try PlacedList<CategoryDraft>([]), in: ports.categories)
      guard case .rejected(let fieldErrors)? = refusal else {
        throw ContractBreach("it was left out")
      }
      try holdEqual(fieldErrors.map(\.flaw.code), ["in_use"])
      try holdEqual(try await ports.categories.all(limit: 9), [category])
    },
    Clause("an item type that has products is not left out, until they are gone") { ports in
      _ = try await ports.demoShop.loadOnce(try DemoShop.sample())
      var details = ProductDetails.none
      details.itemType = 1
      let product = try await ports.add(
        .sample(by: try await ports.vendor(), .sample(details: details)))
      let rest = try PlacedList(
        try await ports.itemTypes.all(limit: 9).dropFirst().map {
          .init(id: $0.id, draft: $0.draft)
        })
      guard case .rejected? = await ports.refusal(rest, in: ports.itemTypes) else {
        throw ContractBreach("it was left out")
      }
      _ = try await ports.products.remove(product.id, at: .latest, once: nil) { _ in }
      try holdEqual(await ports.refusal(rest, in: ports.itemTypes), nil)
    },
    Clause("a new store has the usual sections of the home screen") { ports in
      let sections = try await ports.homeSections.all(limit: 99)
      try holdEqual(sections.map(\.draft), try HomeSectionDraft.usual())
      try holdEqual(sections.map(\.id), [1, 2, 3, 4])
    },
    Clause("sections of the home screen come back as they were given, and may swap keys") { ports in
      let titles = [LocalizedTitle(language: try Slug("en"), title: try Title("Cheap"))]
      let query = ProductQuery(
        sort: .priceAscending, onlyOnSale: true, onlyInStock: true, event: 3, category: 4,
        itemType: 5)
      let drafts = [
        HomeSectionDraft(
          key: try Slug("cheap"), content: .products(query, count: 7), titles: titles,
          layout: .row),
        HomeSectionDraft(
          key: try Slug("on-sale"), content: .eventCategories, titles: [], layout: .grid),
      ]
      for drafts in [drafts, drafts.reversed()] {
        let list = try PlacedList(zip([1, 2] as [Int64], drafts).map { .init(id: $0, draft: $1) })
        _ = try await ports.homeSections.replace(
          list, if: .any, promised: .everything, dryRun: false, once: nil)
        let stored = try await ports.homeSections.all(limit: 99)
        try holdEqual(stored.map(\.draft), drafts)
      }
    },
    Clause("links of banners come back as they were given") { ports in
      let image = try ImageReference("https://cdn.example/a.png")
      let links: [LinkTarget?] = [
        nil, .event(3), .product(4), .category(5), .itemType(6), .search(try Title("겨울 코트")),
        .url(try ImageReference("https://shop.example/about?a=b")),
      ]
      let list = try PlacedList(
        try links.map { link in
          .init(
            id: nil,
            draft: EventBannerDraft(content: try Title("봄"), thumbnailImage: image, link: link))
        })
      _ = try await ports.eventBanners.replace(
        list, if: .any, promised: .everything, dryRun: false, once: nil)
      let stored = try await ports.eventBanners.all(limit: 9)
      try holdEqual(stored.map(\.link), links)
    },
  ]
}

extension Ports {
  fileprivate func write(_ titles: String...) async throws -> [Category] {
    let entries = try titles.map { title in
      PlacedList<CategoryDraft>.Entry(id: nil, draft: CategoryDraft(title: try Title(title)))
    }
    return try await replace(try PlacedList(entries)).after
  }

  fileprivate func replace(
    _ list: PlacedList<CategoryDraft>, dryRun: Bool = false
  ) async throws -> PlacedListChange<CategoryDraft> {
    try await categories.replace(
      list, if: .any, promised: .nothing, dryRun: dryRun, once: nil
    ).made
  }

  /// Why a list is not taken; nil when it is.
  func refusal<Draft>(
    _ list: PlacedList<Draft>, in repository: any PlacedListRepository<Draft>,
    if condition: ChangeCondition<[Placed<Draft>]> = .any
  ) async -> Failure? {
    do throws(Failure) {
      _ = try await repository.replace(
        list, if: condition, promised: .nothing, dryRun: false, once: nil)
      return nil
    } catch {
      return error
    }
  }
}

extension ListPromise {
  /// That links up to 9 lead somewhere.
  fileprivate static let everything = ListPromise(
    targets: PromisedTargets(
      Dictionary(
        uniqueKeysWithValues: ["event", "product", "category", "item_type"].map {
          ($0, Set(1...9))
        })))
}

extension ItemTypeDraft {
  fileprivate static func sample(under category: Int64) throws -> ItemTypeDraft {
    ItemTypeDraft(
      categoryID: category, section: nil, title: try Title("후드 티셔츠"),
      thumbnailImage: try ImageReference("https://cdn.example/a.png"))
  }
}

extension [Category] {
  fileprivate var asList: PlacedList<CategoryDraft> {
    get throws { try PlacedList(map { .init(id: $0.id, draft: $0.draft) }) }
  }
}
