import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

/// Every rule of a product that can be broken, told with the name of the field.
@Suite(.realStore) struct ProductViolationTests {
  static func params(_ changes: String) -> String {
    #"{"title":"겨울 코트","price":100,"currency":"KRW"}"#.dropLast() + ",\(changes)}"
  }

  @Test(
    "what breaks a rule when a product is registered is named",
    arguments: [
      (#"{"price":1,"currency":"KRW"}"#, "/title required"),
      (#"{"title":"ab","price":1,"currency":"KRW"}"#, "/title too_short"),
      (#"{"title":7,"price":1,"currency":"KRW"}"#, "/title wrong_type"),
      (#"{"title":"abc","currency":"KRW"}"#, "/price required"),
      (#"{"title":"abc","price":-1,"currency":"KRW"}"#, "/price out_of_range"),
      (#"{"title":"abc","price":1.5,"currency":"KRW"}"#, "/price not_whole"),
      (#"{"title":"abc","price":"1","currency":"KRW"}"#, "/price wrong_type"),
      (#"{"title":"abc","price":1}"#, "/currency required"),
      (#"{"title":"abc","price":1,"currency":"GBP"}"#, "/currency unknown_currency"),
      (params(#""original_price":99"#), "/original_price out_of_range"),
      (params(#""original_price":-1"#), "/original_price out_of_range"),
      (params(#""stock":-1"#), "/stock out_of_range"),
      (params(#""stock":"1""#), "/stock wrong_type"),
      (params(#""description":"\u0001""#), "/description control_character"),
      (params(#""brand":"""#), "/brand empty"),
      (params(#""link":"http://a""#), "/link not_https"),
      (params(#""product_type":13"#), "/product_type wrong_type"),
      (params(#""category_path":["a","b","c","d","e"]"#), "/category_path too_many"),
      (params(#""tags":["NEW"]"#), "/tags/0 unknown_tag"),
      (params(#""delivery":{}"#), "/delivery/is_free required"),
      (params(#""prize":1"#), "/prize unknown_member"), (params(#""id":1"#), "/id read_only"),
    ])
  func registering(_ params: String, _ error: String) async throws {
    let vendors = try await VendorShop()
    let answer = try await vendors.register(params)
    #expect(answer.status == 422)
    #expect(answer.code == "rejected")
    #expect(answer.errors.contains(error), "\(answer.body)")
    #expect(vendors.shop.imagePipeline.counts.finished == 0)
    #expect(try await vendors.shop.send(.get, "/v1/products").ids.isEmpty)
  }

  @Test func tooLongTextsAreNamed() async throws {
    let vendors = try await VendorShop()
    let name = String(repeating: "가", count: 101)
    let description = String(repeating: "가", count: 20_001)
    let answer = try await vendors.register(
      #"{"title":"\#(name)","description":"\#(description)","price":1,"currency":"KRW"}"#)
    #expect(answer.errors == ["/title too_long", "/description too_long"])
  }

  @Test(
    "what breaks a rule when a product is edited is named",
    arguments: [
      (#"{"title":"ab"}"#, "/title too_short"), (#"{"title":null}"#, "/title required"),
      (#"{"price":-5}"#, "/price out_of_range"),
      (#"{"original_price":1}"#, "/original_price out_of_range"),
      (#"{"currency":"USD"}"#, "/currency price_missing"),
      (#"{"currency":"USD","price":1.999}"#, "/price not_whole"),
      (#"{"thumbnail_id":99}"#, "/thumbnail_id unknown_image"),
      (#"{"stock":1.5}"#, "/stock not_whole"), (#"{"version":3}"#, "/version read_only"),
      (#"{"stok":3}"#, "/stok unknown_member"), (#"[]"#, " wrong_type"),
    ])
  func editing(_ body: String, _ error: String) async throws {
    let vendors = try await VendorShop()
    try await vendors.shop.ports.add(.sample(by: vendors.vendor))
    let answer = try await vendors.send(.patch, "/v1/products/1", body, [("If-Match", "*")])
    #expect(answer.status == 422, "\(answer.body)")
    #expect(answer.errors == [error], "\(answer.body)")
    #expect(try await vendors.shop.send(.get, "/v1/products/1")["version"] == .integer(1))
  }

  @Test func whatIsNoJSONIsToldWithItsPlace() async throws {
    let vendors = try await VendorShop()
    try await vendors.shop.ports.add(.sample(by: vendors.vendor))
    let answer = try await vendors.send(.patch, "/v1/products/1", "{", [("If-Match", "*")])
    #expect(answer.status == 400)
    #expect(answer.body.contains("Line 1, column 2"))
  }

  @Test("images are named: none, too many, too large, no image")
  func images() async throws {
    let vendors = try await VendorShop()
    let none = try await vendors.register(widths: [])
    #expect(none.status == 422, "\(none.body)")
    #expect(none.errors == ["/images required"], "\(none.body)")
    let many = try await vendors.register(widths: Array(1...11))
    #expect(many.status == 422, "\(many.body)")
    #expect(many.errors == ["/images too_many_images"], "\(many.body)")
    let fields = ("Authorization", "Bearer \(vendors.token)")
    let large = SentForm.plain(
      VendorShop.params, [SampleImages.png(data: [UInt8](repeating: 7, count: 307_200))])
    let refused = try await vendors.send(
      .post, "/v1/products", large.bytes, [fields, ("Content-Type", large.contentType)])
    #expect(refused.status == 413)
    #expect(refused.code == "image_too_large")
    #expect(refused.body.contains("the limit is 300 KB"))
    #expect(refused.body.contains(#""name":"images""#))
    let text = SentForm.plain(VendorShop.params, [Array("<svg></svg>".utf8)])
    let flawed = try await vendors.send(
      .post, "/v1/products", text.bytes, [fields, ("Content-Type", text.contentType)])
    #expect(flawed.status == 422)
    #expect(flawed.body.contains(#""pointer":"/images""#))
    #expect(try await vendors.shop.send(.get, "/v1/products").ids.isEmpty)
  }
}
