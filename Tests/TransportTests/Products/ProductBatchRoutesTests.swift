import Domain
import Fakes
import HTTP
import Testing
import Web

/// Products under keys, and many at once.
@Suite(.realStore) struct ProductBatchRoutesTests {
  static let mug = #"{"title":"머그컵","price":12000,"currency":"KRW","stock":5}"#

  static func items(_ items: String...) -> String {
    #"{"items":[\#(items.joined(separator: ","))]}"#
  }

  @Test func aProductIsMadeByItsKeyOnce() async throws {
    let vendors = try await VendorShop()
    let made = try await vendors.send(.put, "/v1/products/by-key/LB-1", Self.mug)
    #expect(made.status == 201, "\(made.text)")
    let again = try await vendors.send(.put, "/v1/products/by-key/LB-1", Self.mug)
    #expect(again.status == 200, "\(again.text)")
    #expect(again["version"] == .integer(1), "\(again.text)")
    #expect(again["key"] == .string("LB-1"), "\(again.text)")
  }

  @Test func manyProductsAreMadeAndThenUnchanged() async throws {
    let vendors = try await VendorShop()
    let body = Self.items(
      #"{"key":"A","title":"머그컵","price":12000,"currency":"KRW"}"#,
      #"{"key":"B","title":"찻주전자","price":1250,"currency":"EUR","#
        + #""options":[{"name":"색상","values":["검정"]}],"#
        + #""variants":[{"values":["검정"],"sku":"B-1","stock":2}]}"#)
    let made = try await vendors.send(.put, "/v1/products", body)
    #expect(made.text.contains(#"{"status":"made","id":2,"key":"B","version":1}"#), "\(made.text)")
    let again = try await vendors.send(.put, "/v1/products", body)
    #expect(!again.text.contains("\"made\""), "\(again.text)")
    #expect(!again.text.contains("\"changed\""), "\(again.text)")
  }

  @Test func oneItemThatIsWrongKeepsAllFromBeingWritten() async throws {
    let vendors = try await VendorShop()
    let answer = try await vendors.send(
      .put, "/v1/products",
      Self.items(
        #"{"key":"A","title":"머그컵","price":12000,"currency":"KRW"}"#,
        #"{"key":"B","title":"머그컵","price":-1,"currency":"KRW"}"#))
    #expect(answer.errors == ["/items/1/price out_of_range"], "\(answer.text)")
    #expect(try await vendors.shop.send(.get, "/v1/products").ids.isEmpty)
  }

  @Test func withPartialTheOthersAreWritten() async throws {
    let vendors = try await VendorShop()
    let answer = try await vendors.send(
      .put, "/v1/products?partial=true",
      Self.items(
        #"{"key":"A","title":"머그컵","price":12000,"currency":"KRW"}"#,
        #"{"key":"B","title":"머그컵","price":-1,"currency":"KRW"}"#))
    #expect(answer.status == 200, "\(answer.text)")
    #expect(try await vendors.shop.send(.get, "/v1/products").ids == [1])
  }

  @Test func aDryRunShowsBothSidesAndWritesNothing() async throws {
    let vendors = try await VendorShop()
    _ = try await vendors.send(.put, "/v1/products/by-key/A", Self.mug)
    let answer = try await vendors.send(
      .patch, "/v1/products?dry_run=true", Self.items(#"{"key":"A","stock":7}"#))
    #expect(answer.text.contains(#""before":{"#), "\(answer.text)")
    #expect(answer.text.contains(#""stock":7"#), "\(answer.text)")
    #expect(try await vendors.shop.send(.get, "/v1/products/1")["stock"] == .integer(5))
  }

  @Test func anOldVersionIsRefused() async throws {
    let vendors = try await VendorShop()
    _ = try await vendors.send(.put, "/v1/products/by-key/A", Self.mug)
    let answer = try await vendors.send(
      .patch, "/v1/products", Self.items(#"{"id":1,"version":9,"stock":7}"#))
    #expect(answer.errors == ["/items/0/version stale_version"], "\(answer.text)")
  }
}
