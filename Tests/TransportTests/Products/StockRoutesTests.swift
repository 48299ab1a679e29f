import Domain
import Fakes
import HTTP
import Testing
import UseCases
import Web

/// What a system that sells elsewhere is told of the stock.
@Suite(.realStore) struct StockRoutesTests {
  private static let path = "/v1/stock"
  private static let id = "0b0f0a52-6f0c-4b52-9a86-0d9cd1a1a5b3"

  /// A shop whose first product has variants, 5 of `LB-1` (its id is 1) and 2 of `LB-2`.
  private static func shop() async throws -> VendorShop {
    let vendors = try await VendorShop()
    _ = try await vendors.shop.ports.add(.varied(by: vendors.vendor))
    return vendors
  }

  private static func body(_ operations: String...) -> String {
    #"{"operations":[\#(operations.map { "{\($0)}" }.joined(separator: ","))]}"#
  }

  private static func taking(_ count: Int, id: String = id) -> String {
    #""id":"\#(id)","sku":"LB-1","take":\#(count)"#
  }

  @Test func aSaleElsewhereIsTakenFromTheStockThatShoppersSee() async throws {
    let vendors = try await Self.shop()
    let answer = try await vendors.send(.post, Self.path, Self.body(Self.taking(2)))
    #expect(answer.status == 200)
    #expect(
      answer.body
        == #"{"operations":[{"id":"\#(Self.id)","stock":3,"is_repeated":false}]}"#)
    let product = try await vendors.shop.send(.get, "/v1/products/1")
    #expect(product["stock"] == 5)
  }

  @Test func anOperationThatIsSentAgainIsAnsweredAgain() async throws {
    let vendors = try await Self.shop()
    for isRepeated in [false, true] {
      let answer = try await vendors.send(.post, Self.path, Self.body(Self.taking(2)))
      #expect(answer["operations.0.stock"] == 3)
      #expect(answer["operations.0.is_repeated"] == .bool(isRepeated))
    }
  }

  @Test func tooLittleIsAConflictThatTellsWhatIsLeft() async throws {
    let vendors = try await Self.shop()
    let answer = try await vendors.send(.post, Self.path, Self.body(Self.taking(6)))
    #expect(answer.status == 409)
    #expect(answer.code == "insufficient_stock")
    #expect(answer["errors.0.pointer"] == "/operations/0/take")
    #expect(answer["errors.0.detail"] == "Only 5 are left.")
    #expect(answer["errors.0.at_most"] == 5)
  }

  @Test(
    "an operation names one thing and one change of it",
    arguments: [
      (#""sku":"LB-1""#, "/operations/0 not_one_of"),
      (#""take":1"#, "/operations/0 not_one_of"),
      (#""sku":"LB-1","product_id":1,"take":1"#, "/operations/0 not_one_of"),
      (#""sku":"LB-1","take":1,"set":1"#, "/operations/0 not_one_of"),
      (#""sku":"","take":1"#, "/operations/0/sku empty"),
      (#""sku":"LB-1","take":1000000001"#, "/operations/0/take out_of_range"),
      (#""sku":"LB-1","set":-1"#, "/operations/0/set out_of_range"),
      (#""sku":"LB-9","set":1"#, "/operations/0/sku unknown_sku"),
      (#""product_id":1,"set":1"#, "/operations/0/product_id in_variants"),
      (#""product_id":9,"set":1"#, "/operations/0/product_id unknown_product"),
    ])
  func flaws(_ members: String, _ error: String) async throws {
    let vendors = try await Self.shop()
    let answer = try await vendors.send(
      .post, Self.path, Self.body(#""id":"\#(Self.id)",\#(members)"#))
    #expect(answer.status == 422)
    #expect(answer.errors == [error])
  }

  @Test("Five hundred operations are carried out at once, and no more")
  func countOfOperations() async throws {
    let vendors = try await Self.shop()
    let operations = (0...500).map { number in
      "{" + Self.taking(0, id: "0b0f0a52-6f0c-4b52-9a86-\(100_000_000_000 + number)") + "}"
    }
    let body = { (count: Int) in
      #"{"operations":[\#(operations.prefix(count).joined(separator: ","))]}"#
    }
    let more = try await vendors.send(.post, Self.path, body(501))
    #expect(more.errors == ["/operations too_many"], "\(more.body.prefix(999))")
    let all = try await vendors.send(.post, Self.path, body(500))
    #expect(all["operations.499.stock"] == 5, "\(all.body.prefix(999))")
  }

  @Test func anotherVendorsArticleNumberIsUnknown() async throws {
    let vendors = try await Self.shop()
    let answer = try await vendors.send(
      .post, Self.path, Self.body(Self.taking(1)), token: vendors.otherToken)
    #expect(answer.errors == ["/operations/0/sku unknown_sku"])
  }

  // MARK: One variant

  private static let variant = "/v1/products/1/variants/1"

  @Test func aVariantsStockAndPriceAreChangedAlone() async throws {
    let vendors = try await Self.shop()
    let body = #"{"stock":9,"price":20000}"#
    let answer = try await vendors.send(.patch, Self.variant, body, [("If-Match", "\"1\"")])
    #expect(answer.status == 200)
    let product = try await vendors.shop.ports.products.find(1)
    #expect(product?.draft.variants?.all.map(\.stock.count) == [9, 2, 0])
    #expect(answer["price"] == 20_000)
    #expect(answer["stock"] == 11)
    #expect(answer["version"] == 2)
  }

  @Test func aVariantIsChangedForTheVersionOfItsProduct() async throws {
    let vendors = try await Self.shop()
    #expect(try await vendors.send(.patch, Self.variant, "{}").status == 428)
    let stale = try await vendors.send(.patch, Self.variant, "{}", [("If-Match", "\"2\"")])
    #expect(stale.code == "stale_version")
  }

  @Test(
    "a variant that the vendor does not have is missing",
    arguments: [
      "/v1/products/1/variants/9", "/v1/products/1/variants/x", "/v1/products/9/variants/1",
    ])
  func missing(_ path: String) async throws {
    let vendors = try await Self.shop()
    #expect(try await vendors.send(.patch, path, "{}", [("If-Match", "*")]).status == 404)
    let foreign = try await vendors.send(
      .patch, Self.variant, "{}", [("If-Match", "*")], token: vendors.otherToken)
    #expect(foreign.status == 404)
  }
}
