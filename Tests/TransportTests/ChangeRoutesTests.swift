import Domain
import Fakes
import Foundation
import HTTP
import Testing
import Transport
import UseCases
import ViewData
import Web

/// `GET /v1/changes`: what an app that comes back has to load again.
@Suite(.realStore) struct ChangeRoutesTests {
  static let path = "/v1/changes"

  /// Where changes begin that are made from now on.
  private static func begin(_ shop: Shop) async throws -> String {
    try await shop.ports.number()
    let answer = try await shop.send(.get, path)
    #expect(answer.status == 200)
    let first = try JSONDecoder().decode(ShopChanges.self, from: Data(answer.body.utf8))
    #expect(answer.body == #"{"next":"\#(first.next)"}"#)
    return first.next
  }

  /// - Parameter microseconds: for which nothing is asked before; by default the newest change is
  ///   not remembered any more.
  private static func changes(
    _ shop: Shop, since cursor: String, _ more: String = "",
    _ fields: KeyValuePairs<String, String> = [:], later microseconds: Int64 = 250_000
  ) async throws -> (answer: Answer, changes: ShopChanges) {
    try await shop.ports.number()
    shop.clock.set(Timestamp(clamping: shop.clock.now().microseconds + microseconds))
    let answer = try await shop.send(.get, "\(path)?since=\(cursor)\(more)", fields)
    #expect(answer.status == 200)
    return (answer, try JSONDecoder().decode(ShopChanges.self, from: Data(answer.body.utf8)))
  }

  @Test("a new price comes as a cell in the language of the request, as lists have it")
  func price() async throws {
    let vendors = try await VendorShop()
    let (shop, vendor) = (vendors.shop, vendors.vendor)
    let product = try await shop.ports.add(.sample(by: vendor))
    let start = try await Self.begin(shop)
    let edit = try await vendors.send(
      .patch, "/v1/products/\(product.id)", #"{"price":79000}"#, [("If-Match", "*")])
    #expect(edit.status == 200)
    for language in ["ko", "en"] {
      let fields: KeyValuePairs = ["Accept-Language": language]
      let (answer, told) = try await Self.changes(
        shop, since: start, "&products=\(product.id)", fields)
      let list = try await shop.send(.get, "/v1/products", fields)
      let page = try JSONDecoder().decode(Listing<ProductCell>.self, from: Data(list.body.utf8))
      #expect(told.products == page.items.map { ProductChange(id: $0.id, cell: $0) })
      #expect(told.products.first?.cell?.priceText.contains("79,000") == true)
      #expect(answer.fields["content-language"] == language)
    }
  }

  @Test("a removed product is told as removed, and one that was not asked about as another")
  func removed() async throws {
    let vendors = try await VendorShop()
    let shop = vendors.shop
    try await vendors.fill(2)
    let start = try await Self.begin(shop)
    _ = try await shop.ports.products.remove(1, at: .latest, once: nil) { _ in }
    let (answer, told) = try await Self.changes(shop, since: start, "&products=1")
    #expect(
      answer.body == """
        {"next":"\(told.next)","is_whole":false,"home":false,"config":false,"events":[],\
        "products":[{"id":1,"is_removed":true}],"has_other_products":false}
        """)
    let other = try await Self.changes(shop, since: start, "&products=2").changes
    #expect(other.products == [])
    #expect(other.hasOtherProducts)
    let none = try await Self.changes(shop, since: start, "&products=").changes
    #expect(none.hasOtherProducts)
  }

  @Test("if nothing is new, the same cursor comes back, whatever is asked about")
  func nothing() async throws {
    let vendors = try await VendorShop()
    try await vendors.fill(1)
    let start = try await Self.begin(vendors.shop)
    let (answer, _) = try await Self.changes(vendors.shop, since: start, "&products=1")
    #expect(
      answer.body == """
        {"next":"\(start)","is_whole":false,"home":false,"config":false,"events":[],\
        "products":[],"has_other_products":false}
        """)
    let feed = try await Self.changes(vendors.shop, since: start).answer
    #expect(
      feed.body == """
        {"next":"\(start)","is_whole":false,"home":false,"config":false,"events":[],\
        "products":[],"vendors":[],"has_more":false}
        """)
  }

  @Test("a copy that follows the feed over its pages has all products, and no removed one")
  func feed() async throws {
    let vendors = try await VendorShop()
    let shop = vendors.shop
    var cursor = try await Self.begin(shop)
    // They fill the first page.
    let events = try (1...TellChanges.feedLimit).map { try ListEntry.sample("event-\($0)") }
    _ = try await shop.ports.replace(with: ListDocument(events))
    try await vendors.fill(12)
    for id in [3, 7] as [Int64] {
      _ = try await shop.ports.products.remove(id, at: .latest, once: nil) { _ in }
    }
    var copy: [Int64: ProductCell] = [:]
    var pages = 0
    var isDone = false
    while !isDone, pages < 3 {
      let told = try await Self.changes(shop, since: cursor).changes
      for change in told.products { copy[change.id] = change.cell }
      (cursor, isDone) = (told.next, !told.hasMore)
      pages += 1
    }
    #expect(pages == 2)
    let list = try await shop.send(.get, "/v1/products?limit=100")
    let page = try JSONDecoder().decode(Listing<ProductCell>.self, from: Data(list.body.utf8))
    #expect(copy.values.sorted { $0.id > $1.id } == page.items)
    #expect(page.items.count == 10)
  }

  @Test("clients that ask about different products share one look for news, for 250 ms")
  func sharedLook() async throws {
    let shop = try await Shop(on: FakeStore(), remembering: .ofUnchangedShop)
    let vendor = try await shop.ports.vendor()
    for title in ["가방 하나", "가방 둘"] {
      try await shop.ports.add(.sample(by: vendor, .sample(title), images: []))
    }
    let start = try await Self.begin(shop)
    _ = try await shop.ports.products.remove(1, at: .latest, once: nil) { _ in }
    let soon = try await Self.changes(shop, since: start, "&products=2", later: 249_999).changes
    #expect(soon.next == start)
    let late = try await Self.changes(shop, since: start, "&products=2", later: 1).changes
    #expect(late.next != start)
  }

  @Test("a new vendor is told in the feed, by its name")
  func newVendor() async throws {
    let vendors = try await VendorShop()
    let start = try await Self.begin(vendors.shop)
    _ = try await vendors.shop.ports.vendors.add(
      identifier: .sample(9), name: try Title("새 가게"), secretHash: "hash", createdAt: .earliest)
    let told = try await Self.changes(vendors.shop, since: start).changes
    #expect(told.vendors.map(\.name) == ["새 가게"])
  }

  @Test("events and the home screen are told when a list is arranged")
  func lists() async throws {
    let shop = try await Shop()
    let start = try await Self.begin(shop)
    let event = try await shop.ports.replace(with: .sample("a")).created[0].id
    let told = try await Self.changes(shop, since: start, "&products=").changes
    #expect(told.events == [event])
    #expect(told.home)
    #expect(!told.config)
  }

  @Test("after a cursor of another history an app gets all that it asks about, and reads the rest")
  func whole() async throws {
    let vendors = try await VendorShop()
    try await vendors.fill(3)
    let cursor = ChangeCursors(signer: FakeSigner()).text(
      ChangePlace(era: SixteenBytes(high: 1, low: 2), sequence: 3))
    let told = try await Self.changes(vendors.shop, since: cursor, "&products=1,2,99").changes
    #expect(told.isWhole)
    #expect(told.home)
    #expect(told.config)
    #expect(told.hasOtherProducts)
    #expect(told.products.map(\.id) == [1, 2, 99])
    #expect(told.products.map(\.isRemoved) == [nil, nil, true])
    let feed = try await Self.changes(vendors.shop, since: cursor).changes
    #expect(feed.isWhole)
    #expect(feed.products == [])
    #expect(!feed.hasMore)
    #expect(feed.next == told.next)
  }

  @Test(
    "a mistake is told with its parameter",
    arguments: [
      ("since=AAAA", "since", "invalid_cursor"), ("products=1", "since", "required"),
      ("since=%20", "since", "invalid_cursor"),
      ("since=a&products=1,x", "products", "malformed_ids"),
      ("since=a&limit=5", "limit", "unknown_parameter"),
    ])
  func refused(_ query: String, _ parameter: String, _ code: String) async throws {
    let answer = try await Shop().send(.get, "\(Self.path)?\(query)")
    #expect(answer.status == 400)
    #expect(answer["errors.0.parameter"] == .string(parameter))
    #expect(answer["errors.0.code"] == .string(code))
  }

  @Test("a mistake is told without a look at the database", arguments: ["products=1", "since=a"])
  func refusedAtOnce(_ query: String) async throws {
    let store = FakeStore()
    store.fail(with: .unavailable(retryAfterSeconds: 1))
    #expect(try await Shop(on: store).send(.get, "\(Self.path)?\(query)").status == 400)
  }

  @Test("a hundred products may be asked about, and no more")
  func bound() async throws {
    let shop = try await Shop()
    let start = try await Self.begin(shop)
    let hundred = (1...100).map(String.init).joined(separator: ",")
    #expect(
      try await shop.send(.get, "\(Self.path)?since=\(start)&products=\(hundred)").status == 200)
    let more = try await shop.send(.get, "\(Self.path)?since=\(start)&products=\(hundred),101")
    #expect(more["errors.0.parameter"] == .string("products"))
  }

  @Test("a cursor of a list is no cursor of changes")
  func otherCursor() async throws {
    let vendors = try await VendorShop()
    try await vendors.fill(2)
    let list = try await vendors.shop.send(.get, "/v1/products?limit=1")
    guard case .string(let cursor)? = list["page.next_cursor"] else {
      Issue.record("the list has no cursor")
      return
    }
    let answer = try await vendors.shop.send(.get, "\(Self.path)?since=\(cursor)")
    #expect(answer["errors.0.code"] == "invalid_cursor")
  }
}
