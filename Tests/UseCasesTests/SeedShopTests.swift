import Domain
import Fakes
import Testing
import UseCases

/// A merchandiser fills a shop from one file.
@Suite struct SeedShopTests {
  let store = FakeStore()

  private var seed: SeedShop {
    let ports = store.ports
    return SeedShop(
      lists: ports.lists, eventProducts: ports.eventProducts, searchRules: ports.searchRules)
  }

  /// Categories by their ids, with an item type under each of some.
  private static func lists(_ categories: [Int64], under: [Int64]) throws -> ShopSeed {
    var seed = ShopSeed()
    seed.add(
      try ListDocument(
        categories.map {
          ListEntry(
            CategoryDraft(title: try Title("카테고리 \($0)")), known: KnownItem(id: $0))
        }))
    seed.add(
      try ListDocument(
        under.map { category in
          ListEntry(
            ItemTypeDraft(
              categoryID: category, section: nil, title: try Title("품목"),
              thumbnailImage: try ImageReference("https://cdn.example/a.png")),
            known: KnownItem(id: category))
        }))
    return seed
  }

  @Test("rules of searching may lead to what comes with the same file, and to nothing else")
  func rules() async throws {
    var lists = try Self.lists([1], under: [1])
    lists.searchRules = try SearchRules(
      .init(
        synonyms: [["반팔", "반소매"]],
        redirects: [("상의", .category(1)), ("품목", .itemType(1)), ("행사", .event(9))]))
    let failure = await #expect(throws: Failure.self) {
      try await seed(lists, dryRun: false)
    }
    guard case .rejected(let fieldErrors)? = failure else {
      throw Failure.bug("rules that lead nowhere were taken")
    }
    #expect(fieldErrors.map(\.pointer) == ["/search/redirects/행사/id"])
    #expect(try await store.ports.items(CategoryDraft.self).isEmpty)
    lists.searchRules = try SearchRules(
      .init(redirects: [("상의", .category(1)), ("품목", .itemType(1))]))
    let reports = try await seed(lists, dryRun: false)
    #expect(reports.map(\.list) == ["categories", "item_types", "search"])
    #expect(reports.map(\.report.created) == [1, 1, 2])
    #expect(try await store.rules() == lists.searchRules)
  }

  @Test("item types may stand under categories that come with the same file")
  func together() async throws {
    let reports = try await seed(try Self.lists([1, 2], under: [2, 1]), dryRun: false)
    #expect(reports.map(\.list) == ["categories", "item_types"])
    #expect(reports.map(\.report.created) == [2, 2])
    #expect(try await store.ports.items(ItemTypeDraft.self).map(\.categoryID) == [2, 1])
  }

  @Test("a category and all that stands under it may go together")
  func going() async throws {
    _ = try await seed(try Self.lists([1, 2], under: [1, 2]), dryRun: false)
    let reports = try await seed(try Self.lists([2], under: [2]), dryRun: false)
    #expect(reports.map(\.report.removed) == [1, 1])
    #expect(try await store.ports.items(CategoryDraft.self).map(\.id) == [2])
  }

  @Test("item types may stand under a category that the file names by its title alone")
  func unnamed() async throws {
    _ = try await seed(try Self.lists([1], under: [1]), dryRun: false)
    var lists = try Self.lists([1], under: [1])
    lists.add(try ListDocument.of([CategoryDraft(title: try Title("카테고리 1"))]))
    let reports = try await seed(lists, dryRun: false)
    #expect(reports.map(\.report.unchanged) == [1, 1])
  }

  @Test("banners and sections may lead to what comes with the same file")
  func links() async throws {
    var lists = try Self.lists([1], under: [1])
    lists.add(try Self.banner(.category(1)))
    lists.add(try Self.section(itemType: 1))
    let reports = try await seed(lists, dryRun: false)
    #expect(reports.map(\.report.created) == [1, 1, 1, 1])
  }

  @Test("a banner that leads to what the same file removes keeps all from being written")
  func lostLinks() async throws {
    _ = try await seed(try Self.lists([1, 2], under: [1, 2]), dryRun: false)
    var lists = try Self.lists([2], under: [2])
    lists.add(try Self.banner(.category(1)))
    do {
      _ = try await seed(lists, dryRun: false)
      Issue.record("it was taken")
    } catch {
      #expect(error.pointers == ["/event_banners/0/link/id"])
    }
    #expect(try await store.ports.items(CategoryDraft.self).map(\.id) == [1, 2])
  }

  private static func banner(_ link: LinkTarget) throws -> ListDocument<EventBannerDraft> {
    let image = try ImageReference("https://cdn.example/a.png")
    let draft = EventBannerDraft(content: try Title("봄"), thumbnailImage: image, link: link)
    return try .of([draft])
  }

  private static func section(itemType: Int64) throws -> ListDocument<HomeSectionDraft> {
    let draft = HomeSectionDraft(
      key: try Slug("a"), content: .products(ProductQuery(itemType: itemType), count: 5),
      titles: [], layout: .row)
    return try .of([draft])
  }

  @Test("what is wrong in one list keeps all of them from being written")
  func refusal() async throws {
    let lists = try Self.lists([1], under: [7])
    do {
      _ = try await seed(lists, dryRun: false)
      Issue.record("it was taken")
    } catch {
      #expect(error.pointers == ["/item_types/0/category_id"])
    }
    #expect(try await store.ports.items(CategoryDraft.self) == [])
  }

  @Test("a dry run tells the same and writes nothing")
  func dryRun() async throws {
    let reports = try await seed(try Self.lists([1], under: [1]), dryRun: true)
    #expect(reports.map(\.report.created) == [1, 1])
    #expect(try await store.ports.items(CategoryDraft.self) == [])
  }

  @Test("events get their products by their keys, also those that come with the same file")
  func eventProducts() async throws {
    let ports = store.ports
    let product = try await ports.add(.sample(by: try await ports.vendor()))
    var lists = ShopSeed()
    lists.add(try ListDocument.sample("a", "b"))
    lists.eventProducts = [EventSeed(key: try Slug("b"), products: try EventProducts([product.id]))]
    let reports = try await seed(lists, dryRun: false)
    #expect(reports.map(\.list) == ["event_categories", "event_products"])
    let event = try #require(try await ports.items(EventCategoryDraft.self).last)
    #expect(try await ports.eventProducts.ids(of: event.id) == [product.id])
    let again = try await seed(lists, dryRun: true)
    #expect(again.map(\.report.unchanged) == [2, 1])
  }

  @Test("events and products that are not there are told at their places")
  func unknownEventProducts() async throws {
    var lists = ShopSeed()
    lists.add(try ListDocument.sample("a"))
    lists.eventProducts = [
      EventSeed(key: try Slug("a"), products: try EventProducts([7])),
      EventSeed(key: try Slug("c"), products: try EventProducts([])),
    ]
    do {
      _ = try await seed(lists, dryRun: false)
      Issue.record("it was taken")
    } catch {
      #expect(
        error.pointers == ["/event_products/0/products/0", "/event_products/1/event"])
    }
    #expect(try await store.ports.items(EventCategoryDraft.self) == [])
  }

  @Test("a list that is not in the file stays as it is")
  func absent() async throws {
    _ = try await seed(try Self.lists([1], under: [1]), dryRun: false)
    var other = ShopSeed()
    other.add(try ListDocument.sample("a"))
    let reports = try await seed(other, dryRun: false)
    #expect(reports.map(\.list) == ["event_categories"])
    #expect(try await store.ports.items(CategoryDraft.self).map(\.id) == [1])
  }
}

extension Failure {
  fileprivate var pointers: [String] {
    if case .rejected(let fieldErrors) = self { fieldErrors.map(\.pointer) } else { [] }
  }
}
