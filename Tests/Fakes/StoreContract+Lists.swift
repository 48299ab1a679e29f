import Domain
import UseCases

// What the store does with any list; event categories and categories stand for lists with keys and
// without.
extension StoreContract {
  static let listClauses = [
    Clause("a list of an empty store has version 1 and no items") { ports in
      try holdEqual(try await ports.lists.all(EventCategoryDraft.self), .empty)
      try holdEqual(try await ports.lists.shown(EventCategoryDraft.self, at: .latest), [])
    },
    Clause("created items get ids and come back in the order of the list") { ports in
      let created = try await ports.replace(with: .sample("c", "a", "b")).after.items
      try holdEqual(created.map(\.key.text), ["c", "a", "b"])
      try holdEqual(created.map(\.position), [1, 2, 3])
      try hold(created.allSatisfy { $0.version == 1 && $0.id > 0 }, "ids and versions begin at 1")
      try holdEqual(Set(created.map(\.id)).count, 3)
      try holdEqual(try await ports.items(EventCategoryDraft.self), created)
    },
    Clause("start is inclusive and end is exclusive") { ports in
      let start = "2026-03-01T00:00:01Z"
      let end = "2026-03-02T00:00:59+09:00"
      try await ports.replace(
        with: ListDocument([
          .sample("bounded", from: start, to: end), .sample("begins", from: start),
          .sample("ends", to: end), .sample("always"),
        ]))
      let expected = [
        "2026-03-01T00:00:00.999999Z": ["ends", "always"],
        start: ["bounded", "begins", "ends", "always"],
        "2026-03-01T15:00:58.999999Z": ["bounded", "begins", "ends", "always"],
        end: ["begins", "always"],
      ]
      for (text, keys) in expected {
        let instant = Timestamp(rfc3339: text) ?? .earliest
        let shown = try await ports.lists.shown(EventCategoryDraft.self, at: instant)
        try holdEqual(shown.map(\.item.key.text), keys)
      }
    },
    Clause("texts and times come back as they went in") { ports in
      let titles = [
        "봄 아우터", "👩‍👩‍👧‍👦🏳️‍🌈", "' or 1=1 --", "$1 \\ \"x\" %00", "\u{E9} ≠ e", "밤\u{FEFF}낮",
        String(repeating: "👨‍👩‍👧‍👦", count: 100),
      ]
      let entries = try titles.enumerated().map { index, title in
        try ListEntry.sample(
          "key-\(index)", title: title, from: "0001-01-01T00:00:00Z",
          to: "9999-12-31T23:59:59.999999Z")
      }
      try await ports.replace(with: ListDocument(entries))
      let stored = try await ports.items(EventCategoryDraft.self)
      try holdEqual(stored.map { Array($0.title.text.utf8) }, titles.map { Array($0.utf8) })
      try holdEqual(stored.map { ListEntry($0.draft, schedule: $0.schedule) }, entries)
    },
    Clause("five hundred items are replaced at once") { ports in
      let entries = try (0..<EventCategoryDraft.countMax).map { try ListEntry.sample("key-\($0)") }
      try await ports.replace(with: ListDocument(entries))
      try await ports.replace(with: ListDocument(entries.reversed()))
      let stored = try await ports.items(EventCategoryDraft.self)
      try holdEqual(stored.map(\.draft), entries.reversed().map(\.draft))
    },
    Clause("changes at once happen one after the other") { ports in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<8 {
          let entry = try ListEntry.sample("key-\(number)")
          group.addTask { _ = try await ArrangeList(ports.lists).add(entry) }
        }
        try await group.waitForAll()
      }
      let stored = try await ports.items(EventCategoryDraft.self)
      try holdEqual(stored.map(\.position), Array(1...8))
    },
    Clause("the same list once more changes nothing") { ports in
      let created = try await ports.replace(with: .sample("a", "b")).after
      let again = try await ports.replace(with: .sample("a", "b"))
      try holdEqual(ListReport(again.plan).numbers, [0, 0, 2, 0])
      try holdEqual(again.after, created)
    },
    Clause("every change makes a new version of the list, and nothing else does") { ports in
      try holdEqual(try await ports.replace(with: .sample("a", "b")).after.version, 2)
      try holdEqual(try await ports.replace(with: .sample("a", "b")).after.version, 2)
      try holdEqual(
        try await ports.replace(with: .sample("b"), dryRun: true).after.version, 2)
      try holdEqual(try await ports.replace(with: .sample("b", "a")).after.version, 3)
      let empty = ListDocument<EventCategoryDraft>.empty
      try holdEqual(try await ports.replace(with: empty).after.version, 4)
      try holdEqual(
        try await ports.lists.all(EventCategoryDraft.self),
        ArrangedList(version: 4, contentVersion: 4, items: []))
    },
    Clause("a new order alone changes no item, and the list but for its content") { ports in
      let created = try await ports.replace(with: .sample("a", "b", "c")).after
      let change = try await ports.replace(with: .sample("c", "b", "a"))
      try holdEqual(ListReport(change.plan).numbers, [0, 0, 3, 0])
      let stored = try await ports.lists.all(EventCategoryDraft.self)
      try holdEqual(stored, change.after)
      try holdEqual(stored.items.map(\.id), created.items.map(\.id).reversed())
      try holdEqual(stored.items.map(\.version), [1, 1, 1])
      try holdEqual(stored.items.map(\.position), [1, 2, 3])
      try holdEqual([stored.version, stored.contentVersion], [3, 2])
    },
    Clause("a replacement creates, updates and removes together") { ports in
      let created = try await ports.replace(with: .sample("a", "b", "c")).after.items
      let drafts = [try EventCategoryDraft.sample("b", title: "새 제목"), try .sample("d")]
      let change = try await ports.replace(with: .of(drafts))
      try holdEqual(change.plan.removed.map(\.key.text), ["a", "c"])
      let stored = try await ports.items(EventCategoryDraft.self)
      try holdEqual(stored, change.after.items)
      try holdEqual(stored.map(\.draft), drafts)
      try holdEqual(stored[0].id, created[1].id)
      try holdEqual(stored.map(\.version), [2, 2])
    },
    Clause("a removal closes the gap that it leaves") { ports in
      let created = try await ports.replace(with: .sample("a", "b", "c")).after.items
      _ = try await ArrangeList<EventCategoryDraft>(ports.lists).remove(created[1].id, if: .any)
      let stored = try await ports.items(EventCategoryDraft.self)
      try holdEqual(stored.map(\.position), [1, 2])
      try holdEqual(stored.map(\.version), [1, 1])
    },
    Clause("ids are not given again") { ports in
      let before = try await ports.replace(with: .sample("a")).after.items
      try await ports.replace(with: ListDocument<EventCategoryDraft>.empty)
      let after = try await ports.replace(with: .sample("a")).after.items
      try hold(before.map(\.id) != after.map(\.id), "a removed id came back")
    },
    Clause("an item that is added again has a version that the removed one never had") { ports in
      try await ports.replace(with: .sample("a", "b"))
      let changed = try EventCategoryDraft.sample("b", title: "둘")
      try await ports.replace(with: .of([.sample("a", title: "하나"), changed]))
      let highest = try await ports.items(EventCategoryDraft.self).map(\.version).max() ?? 0
      try await ports.replace(with: .of([changed]))
      let list = try await ports.replace(with: .of([changed, .sample("a")])).after
      try hold(list.items.last.map { $0.version > highest } ?? false, "a version came back")
      try hold(list.items.allSatisfy { $0.version < list.version }, "an item is ahead of its list")
    },
    Clause("a dry run writes nothing and tells the same plan") { ports in
      let created = try await ports.replace(with: .sample("a", "b")).after
      let dry = try await ports.replace(with: .sample("b", "c"), dryRun: true)
      try holdEqual(dry.after, created)
      try holdEqual(try await ports.lists.all(EventCategoryDraft.self), created)
      try holdEqual(try await ports.replace(with: .sample("b", "c")).plan, dry.plan)
    },
    Clause("a failure of the rule is passed on and nothing is written") { ports in
      let created = try await ports.replace(with: .sample("a")).after
      let failure = await ports.failure { () throws(Failure) in
        _ = try await ports.lists.change(
          EventCategoryDraft.self, promise: .nothing, dryRun: false, once: nil
        ) { _ throws(Failure) in throw .staleVersion(current: 7) }
      }
      try holdEqual(failure, .staleVersion(current: 7))
      try holdEqual(try await ports.lists.all(EventCategoryDraft.self), created)
    },
    Clause("a key that is taken is a conflict and nothing is written") { ports in
      let created = try await ports.replace(with: .sample("a", "b")).after
      let entry = try ListEntry.sample("a")
      let failure = await ports.failure { () throws(Failure) in
        _ = try await ports.lists.change(
          EventCategoryDraft.self, promise: .nothing, dryRun: false, once: nil
        ) { ListPlan.adding(entry, to: $0) }
      }
      guard case .conflict(let flaw)? = failure else { throw ContractBreach("it was added") }
      try holdEqual(flaw.code, "key_taken")
      try holdEqual(try await ports.lists.all(EventCategoryDraft.self), created)
    },
    Clause("a list without keys keeps its items by their ids") { ports in
      let created = try await ports.replace(with: .categories("상의", "바지", "신발")).after
      let (top, shoes) = (created.items[0], created.items[2])
      let list = try ListDocument([
        ListEntry(shoes.draft, known: KnownItem(id: shoes.id)),
        ListEntry(CategoryDraft(title: try Title("가방"))),
        ListEntry(CategoryDraft(title: try Title("윗옷")), known: KnownItem(id: top.id)),
      ])
      let change = try await ports.replace(with: list)
      try holdEqual(ListReport(change.plan).numbers, [1, 1, 1, 1])
      let stored = try await ports.items(CategoryDraft.self)
      try holdEqual(stored.map(\.title.text), ["신발", "가방", "윗옷"])
      try holdEqual([stored[0].id, stored[2].id], [shoes.id, top.id])
      try hold(!created.items.map(\.id).contains(stored[1].id), "an id was given twice")
    },
    Clause("a list without keys and ids, written twice, changes nothing") { ports in
      let list = try ListDocument.categories("상의", "상의", "바지")
      let created = try await ports.replace(with: list).after
      try holdEqual(try await ports.replace(with: list).after, created)
    },
    Clause("items without keys may bring their ids, and others are given none of these") { ports in
      let list = try ListDocument([
        ListEntry(CategoryDraft(title: try Title("가방"))),
        ListEntry(CategoryDraft(title: try Title("신발")), known: KnownItem(id: 7)),
      ])
      let stored = try await ports.replace(with: list).after
      try holdEqual(stored.items[1].id, 7)
      try hold(stored.items[0].id > 7, "an id is below one that was brought")
      let more = try await ports.replace(
        with: try stored.sentBack { try $0 + ListDocument.categories("모자").entries })
      try hold(more.after.items[2].id > stored.items[0].id, "an id was given twice")
    },
    Clause("a new store has the usual sections of the home screen") { ports in
      try holdEqual(try await ports.lists.all(HomeSectionDraft.self), HomeSectionDraft.usual)
    },
    Clause("every list comes back as it was given") { ports in
      let promise = ListPromise(
        Dictionary(
          uniqueKeysWithValues: ["event", "product", "category", "item_type"].map {
            ($0, Set(1...9))
          }))
      try await ports.keeps([CategoryDraft(title: try Title("상의"))], promise)
      try await ports.keeps(try samples(of: ItemTypeDraft.self), promise)
      try await ports.keeps(try samples(of: EventBannerDraft.self), promise)
      try await ports.keeps(try samples(of: HomeSectionDraft.self), promise)
      let plain = AppConfigDraft(platform: try Slug("web"))
      try await ports.keeps([try AppConfigDraft.sample, plain], promise)
    },
  ]

  private static func samples(of list: ItemTypeDraft.Type) throws -> [ItemTypeDraft] {
    let image = try ImageReference("https://cdn.example/a.png")
    return try [nil, 100].map { section in
      ItemTypeDraft(
        categoryID: 1, section: section, title: try Title("후드 티셔츠"), thumbnailImage: image)
    }
  }

  private static func samples(of list: EventBannerDraft.Type) throws -> [EventBannerDraft] {
    let image = try ImageReference("https://cdn.example/a.png")
    let links: [LinkTarget?] = [
      nil, .event(3), .product(4), .category(5), .itemType(6), .search(try Title("겨울 코트")),
      .url(try ImageReference("https://shop.example/about?a=b")),
    ]
    return try links.map {
      EventBannerDraft(content: try Title("봄"), thumbnailImage: image, link: $0)
    }
  }

  private static func samples(of list: HomeSectionDraft.Type) throws -> [HomeSectionDraft] {
    let titles = [LocalizedTitle(language: try Slug("en"), title: try Title("Cheap"))]
    let query = ProductQuery(
      sort: .priceAscending, onlyOnSale: true, onlyInStock: true, event: 3, category: 4,
      itemType: 5)
    return [
      HomeSectionDraft(
        key: try Slug("cheap"), content: .products(query, count: 7), titles: titles, layout: .row),
      HomeSectionDraft(
        key: try Slug("on-sale"), content: .eventCategories, titles: [], layout: .grid),
      HomeSectionDraft(
        key: try Slug("banners"), content: .eventBanners, titles: [], layout: .carousel),
    ]
  }
}

extension Ports {
  /// Holds that a list comes back with its contents, times and order, twice.
  fileprivate func keeps<Draft: ListedDraft>(_ drafts: [Draft], _ promise: ListPromise) async throws
  {
    let schedule = try Schedule(startsAt: .earliest, endsAt: .latest)
    for drafts in [drafts, drafts.reversed()] {
      let document = try ListDocument(drafts.map { ListEntry($0, schedule: schedule) })
      _ = try await ArrangeList(lists).replace(with: document, promise: promise)
      let stored = try await items(Draft.self)
      try holdEqual(stored.map(\.draft), drafts)
      try hold(stored.allSatisfy { $0.schedule == schedule }, "the times are others")
      let shown = try await self.lists.shown(Draft.self, at: .earliest)
      try holdEqual(shown.map(\.item), stored)
    }
  }

  fileprivate func failure(_ body: () async throws(Failure) -> Void) async -> Failure? {
    do throws(Failure) {
      try await body()
      return nil
    } catch {
      return error
    }
  }
}

extension ListDocument<CategoryDraft> {
  fileprivate static func categories(_ titles: String...) throws -> Self {
    try .of(titles.map { CategoryDraft(title: try Title($0)) })
  }
}

extension ListReport {
  fileprivate var numbers: [Int] { [created, updated, unchanged, removed] }
}
