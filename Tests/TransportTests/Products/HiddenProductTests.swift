import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

/// A vendor keeps a product out of the shop and can still write it.
@Suite(.realStore) struct HiddenProductTests {
  private static let path = "/v1/products/1"
  private static let hidden = String(VendorShop.params.dropLast()) + #","is_hidden":true}"#

  @Test("A hidden product is registered, changed and removed, and never read")
  func aHiddenProductIsWrittenAndNotRead() async throws {
    let vendors = try await VendorShop()
    let created = try await vendors.register(Self.hidden)
    #expect(created.status == 201)
    #expect(created["is_hidden"] == .bool(true))
    for path in [Self.path, "/p/1", "/api/products/1", "/openmarket/v2/api/products/1"] {
      #expect(try await vendors.shop.send(.get, path).status == 404, "\(path)")
    }
    let product = try await vendors.shop.ports.products.findForWriting(1)
    let code = try #require(product).summary.code.text
    let talk = try await vendors.shop.send(.get, "/rest/shopping/product/\(code)")
    #expect(talk.status == 404)
    let changed = try await vendors.send(
      .patch, Self.path, #"{"stock":7}"#, [("If-Match", created.fields["etag"] ?? "")])
    #expect(changed["stock"] == .integer(7), "\(changed.body)")
    let arranged = try await vendors.send(
      .put, Self.path + "/images", #"{"images":[1]}"#,
      [("Content-Type", "application/json"), ("If-Match", "*")])
    #expect(arranged.status == 200, "\(arranged.body)")
    #expect(try await vendors.send(.delete, Self.path).status == 204)
    #expect(try await vendors.send(.delete, Self.path).status == 404)
  }

  @Test func aProductIsHiddenAndShownAgain() async throws {
    let vendors = try await VendorShop()
    _ = try await vendors.register()
    let hide = try await vendors.send(
      .patch, Self.path, #"{"is_hidden":true}"#, [("If-Match", "*")])
    #expect(hide["is_hidden"] == .bool(true), "\(hide.body)")
    #expect(try await vendors.shop.send(.get, "/v1/products").ids == [])
    #expect(try await !vendors.shop.send(.get, "/sitemap.xml").body.contains("/p/1"))
    let show = try await vendors.send(
      .patch, Self.path, #"{"is_hidden":null}"#, [("If-Match", #""2""#)])
    #expect(show["is_hidden"] == nil)
    #expect(try await vendors.shop.send(.get, Self.path).body == show.body)
    #expect(try await vendors.shop.send(.get, "/v1/products").ids == [1])
  }

  @Test("A hidden product is read by its vendor alone, and no answer of it is kept")
  func itsVendorReadsIt() async throws {
    let vendors = try await VendorShop()
    let created = try await vendors.register(Self.hidden)
    for _ in 0..<2 {
      let own = try await vendors.send(.get, Self.path)
      #expect(own.status == 200, "\(own.body)")
      #expect(own["is_hidden"] == true)
      #expect(own.fields["cache-control"] == "no-store")
      #expect(own.fields["etag"] == created.fields["etag"])
      for token in [vendors.otherToken, Shop.bootstrap, "wrong"] {
        let foreign = try await vendors.send(.get, Self.path, token: token)
        #expect(foreign.status == 404, "\(foreign.body)")
      }
      #expect(try await vendors.shop.send(.get, Self.path).status == 404)
    }
    let named = try await vendors.send(
      .get, Self.path, [],
      [("identifier", "\(vendors.vendor.identifier)"), ("secret", VendorShop.secret)])
    #expect(named["id"] == 1, "\(named.body)")
  }

  @Test func aVendorThatCannotBeProvenNowIsNotToldThatItsProductIsRemoved() async throws {
    let vendors = try await VendorShop()
    _ = try await vendors.register(Self.hidden)
    vendors.shop.hasher.fail(with: .unavailable(retryAfterSeconds: 1))
    let answer = try await vendors.send(
      .get, Self.path, [],
      [("identifier", "\(vendors.vendor.identifier)"), ("secret", VendorShop.secret)])
    #expect(answer.status == 503)
  }

  @Test func anotherVendorTakesItForARemovedOne() async throws {
    let vendors = try await VendorShop()
    _ = try await vendors.register(Self.hidden)
    for method in [HTTP.Method.patch, .delete] {
      let answer = try await vendors.send(
        method, Self.path, #"{"is_hidden":false}"#, [("If-Match", "*")],
        token: vendors.otherToken)
      #expect(answer.status == 404)
      #expect(answer.body.contains("Product 1 was removed"), "\(answer.body)")
    }
  }

  @Test("Apps of Open Market change and remove a hidden product of their vendor")
  func openMarketWritesIt() async throws {
    let market = try await Market()
    try await market.add(try .sample().hidden(true))
    let edited = try await market.send(
      .patch, "/api/products/1", #"{"stock":2,"secret":"\#(Market.secret)"}"#)
    #expect(edited.status == 202, "\(edited.body)")
    let secret = try await market.send(
      .post, "/api/products/1/secret", #""\#(Market.secret)""#)
    #expect(secret.status == 200, "\(secret.body)")
    let removed = try await market.send(
      .delete, "/api/products/1/\(secret.body)", #""\#(Market.secret)""#)
    #expect(removed.status == 200, "\(removed.body)")
  }
}
