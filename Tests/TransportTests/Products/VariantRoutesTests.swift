import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

/// Products with sizes and colours, as vendors write them and screens show them.
@Suite(.realStore) struct VariantRoutesTests {
  static let path = "/v1/products/1"
  static let options = """
    "options":[{"name":"색상","values":["검정","흰색"],"colors":[{"value":"흰색","color":"#FFFFFF"}]},\
    {"name":"사이즈","values":["M","L"]}]
    """
  static let variants = """
    "variants":[{"values":["검정","M"],"sku":"LB-1","stock":5},\
    {"values":["흰색","M"],"price":27000,"original_price":30000,"stock":2,"image_number":2},\
    {"values":["흰색","L"],"price":10000}]
    """

  static func params(_ more: String = "\(options),\(variants)") -> String {
    #"{"title":"리넨 바지","price":29000,"currency":"KRW",\#(more)}"#
  }

  static func shop() async throws -> VendorShop {
    let vendors = try await VendorShop()
    let created = try await vendors.register(params(), widths: [11, 12])
    #expect(created.status == 201, "\(created.body)")
    return vendors
  }

  private static func patch(_ vendors: VendorShop, _ body: String) async throws -> Answer {
    try await vendors.send(.patch, path, body, [("If-Match", "*")])
  }

  // MARK: Reading

  @Test func aCellTellsTheLowestPriceThatCanBeBought() async throws {
    let vendors = try await Self.shop()
    let cell = try await vendors.shop.send(.get, "/v1/products")
    #expect(cell["items.0.price_text"] == .string("27,000원부터"))
    #expect(cell["items.0.original_price"] == .integer(30_000))
    #expect(cell["items.0.stock"] == .integer(7))
    #expect(cell["items.0.has_options"] == .bool(true))
    #expect(cell["items.0.swatches.0"] == .string("#ffffff"))
    let tile = try await vendors.shop.send(
      .get, "/v1/products?variant=tile", ["Accept-Language": "en"])
    #expect(tile["items.0.price_text"] == .string("from ₩27,000"))
  }

  @Test func aDetailIsReadyToDraw() async throws {
    let vendors = try await Self.shop()
    let detail = try await vendors.shop.send(.get, Self.path)
    #expect(detail["chosen_variant_id"] == .integer(1))
    #expect(detail["options.0.name"] == .string("색상"))
    #expect(detail["options.0.values.1.color"] == .string("#ffffff"))
    #expect(detail["variants.0.text"] == .string("검정 / M"))
    #expect(detail["variants.0.price_text"] == .string("29,000원"))
    #expect(detail["variants.0.sku"] == .string("LB-1"))
    #expect(detail["variants.1.image_number"] == .integer(2))
    #expect(
      detail["variants.1.accessibility_label"]
        == .string("흰색, M, 27,000원, 10% 할인, 정가 30,000원, 재고 2개"))
    #expect(detail["variants.2.is_sold_out"] == .bool(true))
  }

  @Test func aValueIsAvailableBesideWhatIsChosenBeforeIt() async throws {
    let vendors = try await Self.shop()
    let black = try await vendors.shop.send(.get, Self.path)
    #expect(black["options.1.values.0.is_available"] == .bool(true))
    #expect(black["options.1.values.1.is_available"] == .bool(false))
    #expect(black["options.1.values.1.variant_id"] == nil)
    #expect(black["options.0.values.1.variant_id"] == .integer(2))
  }

  @Test("a link to a variant shows it first, and one to none of them the usual one")
  func links() async throws {
    let vendors = try await Self.shop()
    let white = try await vendors.shop.send(.get, Self.path + "?variant=3")
    #expect(white["chosen_variant_id"] == .integer(3))
    #expect(white["options.1.values.1.variant_id"] == .integer(3))
    let screen = try await vendors.shop.send(.get, "/v1/screens/product/1?variant=2")
    #expect(screen["product.chosen_variant_id"] == .integer(2))
    let gone = try await vendors.shop.send(.get, Self.path + "?variant=99")
    #expect(gone["chosen_variant_id"] == .integer(1))
    #expect(try await vendors.shop.send(.get, Self.path + "?variant=x").status == 400)
  }

  // MARK: Writing

  @Test func aPatchWrittenTwiceLeavesTheSameVariants() async throws {
    let vendors = try await Self.shop()
    let body = #"{"price":29000,\#(Self.variants)}"#
    let before = try await vendors.shop.send(.get, Self.path)
    for _ in 0..<2 {
      let after = try await Self.patch(vendors, body)
      #expect(after["variants"] == before["variants"], "\(after.body)")
    }
  }

  @Test("readers learn of another stock at once, by version, tag and list")
  func otherStock() async throws {
    let vendors = try await Self.shop()
    let before = try await vendors.shop.send(.get, Self.path)
    _ = try await vendors.shop.send(.get, "/v1/products")
    let body = Self.variants.replacing(#""stock":5"#, with: #""stock":0"#)
    let after = try await Self.patch(vendors, #"{"price":29000,\#(body)}"#)
    #expect(after["version"] == .integer(2))
    #expect(after.fields["etag"] != before.fields["etag"])
    let cell = try await vendors.shop.send(.get, "/v1/products")
    #expect(cell["items.0.price_text"] == .string("27,000원"))
    #expect(cell["items.0.stock"] == .integer(2))
  }

  @Test func optionsAloneTakeColours() async throws {
    let vendors = try await Self.shop()
    let body = Self.options.replacing("흰색\",\"color", with: "검정\",\"color")
    let after = try await Self.patch(vendors, "{\(body)}")
    #expect(after["options.0.values.0.color"] == .string("#ffffff"), "\(after.body)")
    #expect(after["variants.2.id"] == .integer(3))
  }

  @Test func aProductLosesItsVariants() async throws {
    let vendors = try await Self.shop()
    let after = try await Self.patch(vendors, #"{"options":[],"price":500,"stock":1}"#)
    #expect(after["price_text"] == .string("500원"), "\(after.body)")
    #expect(after["variants"] == .array([]))
  }

  @Test(
    "what breaks a rule of variants is named where it stands",
    arguments: [
      (options, "/variants required"), (variants, "/options required"),
      (#"\#(options),"variants":[{"values":["빨강","M"]}]"#, "/variants/0/values/0 unknown_word"),
      (#"\#(options),"variants":[{"values":["검정"]}]"#, "/variants/0/values too_few"),
      (
        #"\#(options),"variants":[{"values":["검정","M"]},{"values":["검정","M"]}]"#,
        "/variants/1/values duplicate"
      ),
      (
        #"\#(options),"variants":[{"values":["검정","M"],"image_number":2}]"#,
        "/variants/0/image_number out_of_range"
      ),
      (#"\#(options),\#(variants),"stock":4"#, "/stock in_variants"),
      (
        #""options":[{"name":"색","values":["a","a"]}],\#(variants)"#,
        "/options/0/values/1 duplicate"
      ),
    ])
  func brokenRules(_ more: String, _ error: String) async throws {
    let vendors = try await VendorShop()
    let answer = try await vendors.register(Self.params(more))
    #expect(answer.status == 422)
    #expect(answer.errors.contains(error), "\(answer.body)")
  }

  @Test(
    "price and stock of a product with variants are theirs",
    arguments: [
      (#"{"price":1}"#, ["/price in_variants"]), (#"{"stock":1}"#, ["/stock in_variants"]),
      (#"{"price":27000,"stock":7}"#, []),
      (
        #"{"variants":[{"values":["검정","M"]}]}"#,
        ["/variants/0/price required"]
      ),
    ])
  func derived(_ body: String, _ errors: [String]) async throws {
    let vendors = try await Self.shop()
    #expect(try await Self.patch(vendors, body).errors == errors)
  }

  @Test func anArticleNumberOfAnotherProductIsRefused() async throws {
    let vendors = try await Self.shop()
    let again = try await vendors.register(Self.params(), widths: [13, 14])
    #expect(again.status == 409)
    #expect(again.code == "sku_taken")
  }
}
