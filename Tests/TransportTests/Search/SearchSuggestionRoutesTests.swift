import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

/// `GET /v1/search/suggestions`: asked at every key.
@Suite(.realStore) struct SearchSuggestionRoutesTests {
  static let path = "/v1/search/suggestions"

  private static func shop() async throws -> Shop {
    let vendors = try await VendorShop()
    for name in ["도자기 머그컵", "머그 받침"] {
      try await vendors.shop.ports.add(
        .sample(by: vendors.vendor, .sample(name), images: []))
    }
    while try await vendors.shop.ports.search.countTerms() {}
    return vendors.shop
  }

  @Test func aWholeAnswer() async throws {
    let shop = try await Self.shop()
    let answer = try await shop.send(.get, "\(Self.path)?q=\("도자기 머ㄱ".encoded)")
    #expect(
      answer.body == """
        {"terms":[{"text":"도자기 머그컵","highlights":[{"location":0,"length":6}]}],\
        "products":[{"id":1,"title":"도자기 머그컵","price_text":"12,000원","is_sold_out":false,\
        "price":12000,"currency":"KRW","stock":5,"highlights":[{"location":0,"length":3},\
        {"location":4,"length":3}]}]}
        """)
    #expect(answer.fields["cache-control"] == "no-cache")
    let again = try await shop.send(
      .get, "\(Self.path)?q=\("도자기 머ㄱ".encoded)",
      ["If-None-Match": try #require(answer.fields["etag"])])
    #expect(again.status == 304)
  }

  @Test(
    "what cannot be completed is told",
    arguments: [
      ("", ["q required"]), ("?q=%21", ["q empty"]), ("?q=a&limit=9", ["limit out_of_range"]),
      ("?q=a&limit=0", ["limit out_of_range"]), ("?q=a&sort=newest", ["sort unknown_parameter"]),
      ("?q=" + String(repeating: "a", count: 101), ["q too_long"]),
    ])
  func mistakes(_ query: String, _ errors: [String]) async throws {
    let answer = try await Self.shop().send(.get, Self.path + query)
    #expect(answer.status == 400)
    #expect(answer.errors == errors)
  }

  @Test func asManyTermsAsAreWanted() async throws {
    let answer = try await Self.shop().send(.get, "\(Self.path)?q=\("머그".encoded)&limit=1")
    #expect(answer["terms.0.text"] == .string("머그"))
    #expect(answer["terms.1"] == nil)
    #expect(answer["products.1.id"] == .integer(1))
  }

  @Test func nothingIsSuggestedForWhatIsNotThere() async throws {
    let answer = try await Self.shop().send(.get, "\(Self.path)?q=\("냉장고".encoded)")
    #expect(answer.body == #"{"terms":[],"products":[]}"#)
  }
}
