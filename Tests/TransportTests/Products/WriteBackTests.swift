import Domain
import Fakes
import Foundation
import HTTP
import Testing
import Transport
import UseCases
import Web

/// What was read is written back: nothing of it is lost, and nothing of it is unknown.
@Suite(.realStore) struct WriteBackTests {
  static let path = "/v1/products/1"

  static func shop() async throws -> VendorShop {
    let vendors = try await VendorShop()
    let draft = try ProductDraft.sample(
      price: 15_000, discount: 3_000, stock: 3, description: "둘\n줄", details: .sample())
    try await vendors.shop.ports.add(.sample(by: vendors.vendor, draft, images: [2, 3]))
    return vendors
  }

  /// Writes the members back that `keeps` lets pass.
  static func writeBack(
    to vendors: VendorShop, _ keeps: (String) -> Bool
  ) async throws -> Answer {
    let shown = try await vendors.shop.send(.get, path)
    let read = try JSONSerialization.jsonObject(with: Data(shown.body.utf8))
    let members = try #require(read as? [String: Any]).filter { keeps($0.key) }
    let body = Array(try JSONSerialization.data(withJSONObject: members))
    let fields = [("Authorization", "Bearer \(vendors.token)"), ("If-Match", "*")]
    return try await vendors.send(.patch, path, body, fields)
  }

  static let readOnly: Set<String> = [
    "id", "version", "vendor", "image", "images", "created_at", "updated_at", "price_text",
    "original_price_text", "discount_text", "stock_text", "is_sold_out", "badges",
    "accessibility_label", "discount_percent", "review_count", "like_count",
    "has_options",
  ]

  @Test func whatNobodyCanSetIsReadOnlyAndNotUnknown() async throws {
    let vendors = try await Self.shop()
    let answer = try await Self.writeBack(to: vendors) { _ in true }
    #expect(answer.status == 422)
    #expect(Set(answer.errors) == Set(Self.readOnly.map { "/\($0) read_only" }))
  }

  @Test func everythingElseStaysAsItWasRead() async throws {
    let vendors = try await Self.shop()
    let draft = try await vendors.shop.ports.products.find(1)?.draft
    let answer = try await Self.writeBack(to: vendors) { !Self.readOnly.contains($0) }
    #expect(answer.status == 200, "\(answer.body)")
    #expect(answer["version"] == .integer(2), "\(answer.body)")
    #expect(try await vendors.shop.ports.products.find(1)?.draft == draft)
  }

  @Test func aLinkToThisSiteStaysOne() async throws {
    let vendors = try await VendorShop()
    var details = try ProductDetails.sample()
    details.link = try ImageReference("/images/none.png")
    let draft = try ProductDraft.sample(details: details)
    try await vendors.shop.ports.add(.sample(by: vendors.vendor, draft))
    let answer = try await Self.writeBack(to: vendors) { $0 == "link" }
    #expect(answer["link"] == .string("http://localhost/images/none.png"), "\(answer.text)")
    #expect(try await vendors.shop.ports.products.find(1)?.draft == draft)
    let created = try await vendors.register(
      VendorShop.params.dropLast() + #","link":"http://localhost/images/none.png"}"#)
    #expect(created.status == 201, "\(created.text)")
    #expect(try await vendors.shop.ports.products.find(2)?.draft.details.link == details.link)
    for other in ["http://localhost//a.b/c", "http://localhost", "http://localhost:81/c"] {
      let refused = try await vendors.send(
        .patch, Self.path, #"{"link":"\#(other)"}"#, [("If-Match", "*")])
      #expect(refused.errors == ["/link not_https"], "\(other)")
    }
  }

  @Test func deliveryAloneStaysAsItWasRead() async throws {
    let vendors = try await Self.shop()
    let draft = try await vendors.shop.ports.products.find(1)?.draft
    let answer = try await Self.writeBack(to: vendors) { $0 == "delivery" }
    #expect(answer.status == 200)
    #expect(try await vendors.shop.ports.products.find(1)?.draft == draft)
  }
}
