import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

@Suite("an administrator works with the products of all vendors", .realStore)
struct AdministeredProductTests {
  private static let table = "/admin/v1/products"
  private static let path = "/v1/products"

  private static func ids(_ answer: Answer) -> [Int64] {
    guard case .array(let rows)? = answer["products"] else { return [] }
    return rows.indices.compactMap { index in
      guard case .integer(let id)? = answer["products.\(index).id"] else { return nil }
      return id
    }
  }

  private static func ids(_ shop: Shop, _ query: String = "") async throws -> [Int64] {
    ids(try await shop.administer(.get, table + query))
  }

  // MARK: The table

  @Test("The table has products of all vendors as bodies take them, with their versions")
  func aRow() async throws {
    let vendors = try await VendorShop()
    _ = try await vendors.register(
      String(VendorShop.params.dropLast()) + #","stock":3,"is_hidden":true,"key":"LB-1"}"#)
    let answer = try await vendors.shop.administer(.get, Self.table)
    #expect(answer.status == 200, "\(answer.body)")
    let row = try #require(answer["products.0"])
    guard case .object(let members) = row else { throw Failure.bug("no object") }
    for (name, value) in [
      ("id", 1), ("title", "겨울 코트"), ("price", 12_000), ("original_price", 15_000),
      ("stock", 3), ("is_hidden", true), ("key", "LB-1"), ("version", 1),
      ("updated_at", "2026-03-01T00:00:00Z"),
    ] as [(String, JSONValue)] {
      #expect(members.first { $0.name == name }?.value == value, "\(name)")
    }
    #expect(answer["products.0.vendor.id"] == .string(vendors.vendor.identifier.text))
    #expect(answer["products.0.image.width"] == 200)
    #expect(answer["products.0.removed_at"] == nil)
    #expect(answer["next"] == nil)
  }

  @Test(
    "The table has the products of a state, a vendor or a word, or chosen ones",
    arguments: [
      ("", [5, 4, 3, 2, 1]), ("?status=shown", [4, 3, 2, 1]), ("?status=hidden", [5]),
      ("?status=sold_out", [4]), ("?status=removed", [6]), ("?q=3", [3]),
      ("?ids=5,6,1", [5, 1]), ("?sort=price", [5, 1, 2, 3, 4]), ("?vendor=VENDOR", [5, 4, 2]),
    ])
  func aChoice(_ query: String, _ expected: [Int64]) async throws {
    let vendors = try await filled()
    let whole = query.replacing("VENDOR", with: vendors.vendor.identifier.text)
    #expect(try await Self.ids(vendors.shop, whole) == expected)
  }

  @Test("The numbers of products are those of the table in each state")
  func numbers() async throws {
    let answer = try await filled().shop.administer(.get, Self.table + "/counts")
    let states = ["shown", "hidden", "sold_out", "removed", "without_pictures"]
    #expect(states.map { answer[$0] } == [4, 1, 1, 1, 0], "\(answer.body)")
  }

  /// Four products of which one is sold out, a hidden one, and a removed one.
  private func filled() async throws -> VendorShop {
    let vendors = try await VendorShop()
    try await vendors.fill(4)
    let cheap = try ProductDraft.sample("숨긴 것", price: 10)
    try await vendors.shop.ports.add(.sample(by: vendors.vendor, cheap.hidden(true)))
    try await vendors.shop.ports.add(.sample(by: vendors.vendor, cheap))
    #expect(try await vendors.send(.delete, Self.path + "/6").status == 204)
    return vendors
  }

  @Test("Pages follow each other by cursors, which other queries refuse")
  func pages() async throws {
    let vendors = try await VendorShop()
    try await vendors.fill(5)
    var (found, query) = ([Int64](), "?limit=2")
    while found.count < 9 {
      let page = try await vendors.shop.administer(.get, Self.table + query)
      found += Self.ids(page)
      guard case .string(let next)? = page["next"] else { break }
      query = "?limit=2&cursor=\(next)"
    }
    #expect(found == [5, 4, 3, 2, 1])
    let foreign = try await vendors.shop.administer(.get, Self.table + query + "&sort=price")
    #expect(foreign.errors == ["cursor invalid_cursor"], "\(foreign.body)")
  }

  @Test("The table is only for those who may arrange the shop")
  func strangers() async throws {
    let vendors = try await VendorShop()
    #expect(try await vendors.send(.get, Self.table).status == 403)
    #expect(try await vendors.shop.send(.get, Self.table).status == 401)
  }

  // MARK: New products

  @Test("An administrator registers a product of a named vendor, and the history names them")
  func aNewProduct() async throws {
    let vendors = try await VendorShop()
    let form = SentForm.plain(VendorShop.params, [SampleImages.jpeg(width: 11, height: 7)])
    func post(_ vendor: String, token: String) async throws -> Answer {
      try await vendors.send(
        .post, Self.path + "?vendor=\(vendor)", form.bytes,
        [("Authorization", "Bearer \(token)"), ("Content-Type", form.contentType)])
    }
    let named = vendors.vendor.identifier.text
    #expect(try await post(named, token: vendors.otherToken).status == 403)
    let unknown = try await post(VendorIdentifier.sample(9).text, token: Shop.bootstrap)
    #expect(unknown.status == 400)
    let created = try await post(named, token: Shop.bootstrap)
    #expect(created.status == 201, "\(created.body)")
    #expect(created["vendor.id"] == .string(named))
    let history = try await vendors.shop.administer(.get, "/admin/v1/history?limit=1")
    #expect(history["changes.0.resource"] == "products/1")
    #expect(history["changes.0.actor.id"] == "bootstrap")
  }

  // MARK: Removals

  @Test("A removed product comes back as it was, by its vendor or by an administrator")
  func aRestoredProduct() async throws {
    let vendors = try await VendorShop()
    for token in [vendors.token, Shop.bootstrap] {
      let id = token == vendors.token ? 1 : 2
      _ = try await vendors.register()
      let before = try await vendors.shop.send(.get, "\(Self.path)/\(id)")
      #expect(try await vendors.send(.delete, "\(Self.path)/\(id)", token: token).status == 204)
      #expect(try await vendors.shop.send(.get, "\(Self.path)/\(id)").status == 404)
      let restored = try await vendors.send(.post, "\(Self.path)/\(id)/restore", token: token)
      #expect(restored.status == 200, "\(restored.body)")
      let after = try await vendors.shop.send(.get, "\(Self.path)/\(id)")
      #expect(after.body == restored.body)
      #expect(after.fields["etag"] == restored.fields["etag"])
      #expect(after.body == before.body.replacing(#""version":1"#, with: #""version":3"#))
    }
  }

  @Test("A product of another vendor is neither removed nor restored")
  func foreignProducts() async throws {
    let vendors = try await VendorShop()
    _ = try await vendors.register()
    let foreign = try await vendors.send(.delete, Self.path + "/1", token: vendors.otherToken)
    #expect(foreign.status == 404)
    _ = try await vendors.send(.delete, Self.path + "/1")
    let restored = try await vendors.send(
      .post, Self.path + "/1/restore", token: vendors.otherToken)
    #expect(restored.status == 404, "\(restored.body)")
    #expect(try await vendors.shop.send(.get, Self.path + "/1").status == 404)
  }

  @Test("A product stays removed while another one has its key, and after thirty days")
  func notRestored() async throws {
    let vendors = try await VendorShop()
    let mug = #"{"title":"머그컵","price":12000,"currency":"KRW"}"#
    for id in 1...2 {
      _ = try await vendors.send(.put, Self.path + "/by-key/LB-1", mug)
      if id == 1 { _ = try await vendors.send(.delete, Self.path + "/1") }
    }
    let taken = try await vendors.send(.post, Self.path + "/1/restore")
    #expect(taken.status == 409)
    #expect(taken.code == "key_taken", "\(taken.body)")
    _ = try await vendors.send(.delete, Self.path + "/2")
    vendors.shop.clock.set(try #require(Timestamp(rfc3339: "2026-03-31T00:00:00.512Z")))
    #expect(try await vendors.send(.post, Self.path + "/1/restore").status == 404)
    #expect(try await Self.ids(vendors.shop, "?status=removed") == [])
  }

  @Test("A product that is not removed stays as it is when it is restored, also in the history")
  func aPresentProduct() async throws {
    let vendors = try await VendorShop()
    _ = try await vendors.register()
    let restored = try await vendors.send(.post, Self.path + "/1/restore")
    #expect(restored["version"] == 1, "\(restored.body)")
    let history = try await vendors.shop.administer(.get, "/admin/v1/history")
    #expect(history.body.split(separator: "request_id").count == 2)
  }
}
