import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

/// Answers about products are in the language of the request, whatever was kept of another one.
@Suite(.realStore) struct ProductLanguageTests {
  static let product = "/v1/products/1"
  static let event = "/v1/screens/event/1"
  /// Each with a product on sale.
  static let paths = [
    "/v1/products", "/v1/products?variant=tile", product, "/v1/banner", "/v1/screens/home",
    "/v1/screens/product/1", event,
  ]
  static let english: (String, String) = ("Accept-Language", "en-GB, ko;q=0.5")

  static func shop(_ policies: Policies = Policies()) async throws -> VendorShop {
    let shop = try await Shop(policies: policies)
    _ = try await shop.ports.demoShop.loadOnce(try .sample())
    let vendors = try await VendorShop(shop)
    for _ in 1...2 {
      let draft = try ProductDraft.sample(
        price: 15_000, discount: 3_000, stock: 3, details: .sample())
      try await shop.ports.add(.sample(by: vendors.vendor, draft))
    }
    let members = try await EventProductRoutesTests.put(shop, "1,2")
    #expect(members.status == 200)
    return vendors
  }

  @Test("texts are in the language that is asked for, Korean without one", arguments: paths)
  func texts(_ path: String) async throws {
    let shop = try await Self.shop().shop
    let korean = try await shop.send(.get, path)
    let english = try await shop.send(.get, path, ["Accept-Language": "en"])
    for (answer, tag, price) in [(korean, "ko", "12,000원"), (english, "en", "₩12,000")] {
      #expect(answer.status == 200)
      #expect(answer.fields["content-language"] == tag)
      #expect(answer.fields["vary"] == "Accept-Language")
      #expect(answer.body.contains("\"price_text\":\"\(price)\""))
    }
    for word in ["원\"", "재고", "무료배송", "배송비", "할인"] { #expect(!english.body.contains(word)) }
    #expect(korean.fields["etag"] != english.fields["etag"])
    let wanted = try await shop.send(.get, path, ["Accept-Language": "ko"])
    #expect(wanted.body == korean.body)
    #expect(wanted.fields["etag"] == korean.fields["etag"])
  }

  @Test("what was kept in one language is not confirmed in another", arguments: paths)
  func notModified(_ path: String) async throws {
    let shop = try await Self.shop().shop
    for (kept, other) in [("ko", "en"), ("en", "ko")] {
      let tag = try #require(
        try await shop.send(.get, path, ["Accept-Language": kept]).fields["etag"])
      let same = try await shop.send(
        .get, path, ["Accept-Language": kept, "If-None-Match": tag])
      #expect(same.status == 304)
      #expect(same.fields["content-language"] == kept)
      #expect(same.fields["vary"] == "Accept-Language")
      let changed = try await shop.send(
        .get, path, ["Accept-Language": other, "If-None-Match": tag])
      #expect(changed.status == 200)
      #expect(changed.fields["content-language"] == other)
    }
  }

  @Test("those who ask together in two languages get one each", arguments: paths)
  func together(_ path: String) async throws {
    let shop = try await Self.shop().shop
    await withTaskGroup(of: (String, Answer?).self) { group in
      for number in 0..<20 {
        let language = number.isMultiple(of: 2) ? "ko" : "en"
        group.addTask {
          (language, try? await shop.send(.get, path, ["Accept-Language": language]))
        }
      }
      for await (language, answer) in group {
        #expect(answer?.fields["content-language"] == language)
        #expect(answer?.body.contains("₩12,000") == (language == "en"))
      }
    }
  }

  @Test func theServersOwnLanguageIsForThoseWhoAskForNone() async throws {
    let shop = try await Self.shop(Policies(languages: UsualLanguages(.english))).shop
    for path in Self.paths {
      #expect(try await shop.send(.get, path).fields["content-language"] == "en", "\(path)")
      let korean = try await shop.send(.get, path, ["Accept-Language": "ko"])
      #expect(korean.fields["content-language"] == "ko", "\(path)")
    }
  }

  // MARK: Vendors

  @Test("a vendor changes what it has read in any language", arguments: ["ko", "en"])
  func condition(_ read: String) async throws {
    for written in ["ko", "en"] {
      let vendors = try await Self.shop()
      let tag = try #require(
        try await vendors.shop.send(.get, Self.product, ["Accept-Language": read]).fields["etag"])
      let fields = [("If-Match", tag), ("Accept-Language", written)]
      let edited = try await vendors.send(.patch, Self.product, #"{"stock":4}"#, fields)
      #expect(edited.status == 200)
      #expect(edited.fields["content-language"] == written)
      #expect(edited["stock_text"] == .string(written == "en" ? "4 in stock" : "재고 4개"))
      let shown = try await vendors.shop.send(
        .get, Self.product, ["Accept-Language": written])
      #expect(shown.fields["etag"] == edited.fields["etag"])
      #expect(shown.body == edited.body)
      let stale = try await vendors.send(.patch, Self.product, #"{"stock":5}"#, fields)
      #expect(stale.status == 412)
    }
  }

  @Test func whoWantsAnotherStateThanTheyHaveIsRefusedInEveryLanguage() async throws {
    let vendors = try await Self.shop()
    for language in ["ko", "en"] {
      let tag = try #require(
        try await vendors.shop.send(.get, Self.product, ["Accept-Language": language])
          .fields["etag"])
      let refused = try await vendors.send(.delete, Self.product, "", [("If-None-Match", tag)])
      #expect(refused.status == 412)
    }
  }

  @Test func anAnswerThatIsGivenAgainTellsItsLanguage() async throws {
    let vendors = try await Self.shop()
    let fields = [("If-Match", "*"), ("Idempotency-Key", "k")]
    let first = try await vendors.send(
      .patch, Self.product, #"{"stock":4}"#, fields + [Self.english])
    let again = try await vendors.send(.patch, Self.product, #"{"stock":4}"#, fields)
    #expect(again.fields["idempotency-replayed"] == "true")
    #expect(again.fields["content-language"] == "en")
    #expect(again.body == first.body)
  }

  @Test func theTermsOfDeliveryAreTakenBackInAnyLanguage() async throws {
    let vendors = try await Self.shop()
    for (text, status) in [
      ("배송비 3,000원", 200), ("Delivery ₩3,000", 200), ("Delivery ₩4,000", 422),
    ] {
      let body = #"{"delivery":{"text":"\#(text)","is_free":false,"fee":3000}}"#
      let answer = try await vendors.send(.patch, Self.product, body, [("If-Match", "*")])
      #expect(answer.status == status, "\(text)")
    }
  }
}
