import Dialects
import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

/// What an app's author is told: 400 with the part or the key in its first words, and 401, 403 and
/// 404 where they belong.
@Suite(.realStore) struct OpenMarketErrorTests {
  static func form(_ params: String, _ images: [[UInt8]] = [SentForm.first]) -> SentForm {
    .plain(params, images)
  }

  static func params(_ change: String, _ secret: String = "vendor-secret") -> String {
    #"{"secret":"\#(secret)","name":"팥빙수","descriptions":"","#
      + (change.contains("price") ? "" : #""price":1000,"#)
      + (change.contains("currency") ? change : #""currency":"KRW",\#(change)"#) + "}"
  }

  @Test("a form that is refused is refused with 400, and the reason names the part or the key")
  func formsThatAreRefused() async throws {
    let large = SentForm.first + [UInt8](repeating: 0, count: StoredImage.bytesMax)
    let six = (1...6).map { SampleImages.jpeg(width: $0, height: 8) }
    for (form, words) in [
      (SentForm.parts(("images", SentForm.first)), "params: "),
      (Self.form(Self.params(#""stock":1"#), []), "images: "),
      (SentForm.parts(), "params: "),
      (Self.form("{"), "params: Line 1"),
      (Self.form(Self.params(#""currency":"JPY""#)), "currency: "),
      (Self.form(Self.params(#""price":-1"#)), "price: "),
      (Self.form(Self.params(#""price":1.5"#)), "price: "),
      (Self.form(Self.params(#""price":1,"discounted_price":2"#)), "discounted_price: "),
      (Self.form(Self.params(#""stock":-1"#)), "stock: "),
      (Self.form(#"{"name":"x"}"#), "secret: "),
      (Self.form(#"{"name":"x","secret":"vendor-secret"}"#), "name: "),
      (Self.form(Self.params(#""stock":1"#), [large]), "images: The image has "),
      (Self.form(Self.params(#""stock":1"#), [Array("<svg>".utf8)]), "images: "),
      (Self.form(Self.params(#""stock":1"#), six), "images: More than 5"),
    ] {
      let answer = try await Market().post(form)
      #expect(answer.status == 400, "\(words)")
      #expect(answer.fields["content-type"] == "application/json")
      #expect(answer.message?.hasPrefix(words) == true, "\(answer.body)")
    }
  }

  @Test func allThatIsWrongWithADraftIsToldAtOnce() async throws {
    let params = #"{"name":"ab","price":1.5,"currency":"JPY","stock":-1,"secret":"vendor-secret"}"#
    let answer = try await Market().post(Self.form(params))
    #expect(
      answer.body == """
        {"status":400,"error":"Bad Request","code":"rejected","message":\
        "name: Shorter than 3 characters. Write 3 to 100 characters. \
        currency: Nothing is sold in this currency here. Write KRW or USD. \
        stock: The stock is below 0 or above 1000000000. Write how many there are to sell.",\
        "part":{"index":1,"name":"params"},"errors":[\
        {"key":"name","code":"too_short","reason":\
        "Shorter than 3 characters. Write 3 to 100 characters."},\
        {"key":"currency","code":"unknown_currency","reason":\
        "Nothing is sold in this currency here. Write KRW or USD."},\
        {"key":"stock","code":"out_of_range","reason":\
        "The stock is below 0 or above 1000000000. Write how many there are to sell."}]}
        """)
  }

  @Test("who it is must be said, and be true")
  func identifiers() async throws {
    let market = try await Market()
    let form = Self.form(Self.params(#""stock":1"#))
    for (identifier, status, words) in [
      (nil, 400, "identifier: "), ("x", 400, "identifier: "), ("", 400, "identifier: "),
      ("0303" + Market.identifier.dropFirst(4), 401, "No vendor"),
    ] as [(String?, Int, String)] {
      let answer = try await market.post(form, identifier: identifier)
      #expect(answer.status == status)
      #expect(answer.message?.hasPrefix(words) == true)
      #expect((status == 401) == (answer.fields["www-authenticate"] != nil))
      #expect(market.shop.imagePipeline.counts == .init())
    }
    let wrong = try await market.post(Self.form(Self.params(#""stock":1"#, "other")))
    #expect(wrong.status == 401)
    #expect(market.shop.imagePipeline.counts == .init())
    for target in ["/api/products/1/secret", "/api/products/1/archived"] {
      #expect(try await market.shop.send(.post, target, [:], #""x""#).status == 400)
    }
    #expect(try await market.shop.send(.delete, "/api/products/1/x").status == 400)
    #expect(try await market.shop.send(.patch, "/api/products/1", [:], "{}").status == 400)
  }

  @Test func whatAVendorMayNotIsRefused() async throws {
    let market = try await Market()
    try await market.add(try .sample())
    let fields: KeyValuePairs = ["identifier": Market.other]
    let body = #"{"secret":"vendor-secret","stock":1}"#
    let send = market.shop.send
    #expect(try await send(.patch, "/api/products/1", fields, body, .inMemory).status == 403)
    let secret = try await send(.post, "/api/products/1/secret", fields, body, .inMemory)
    #expect(secret.status == 403)
    #expect(secret.message?.contains("another vendor") == true)
    let owned = try await market.send(.post, "/api/products/1/secret", body).body
    #expect(
      try await send(.delete, "/api/products/1/\(owned)", fields, "", .inMemory).status == 403)
    #expect(try await market.get("/api/products/1").status == 200)
    for path in ["/api/products/2", "/api/products/x"] {
      #expect(try await market.send(.patch, path, body).status == 404)
      #expect(try await market.send(.post, path + "/secret", body).status == 404)
      #expect(try await market.send(.delete, path + "/\(owned)").status == 404)
    }
  }

  @Test("the secret in the path of the removal is the product's own")
  func productSecrets() async throws {
    let market = try await Market()
    try await market.add(2)
    let body = #""vendor-secret""#
    let second = try await market.send(.post, "/api/products/2/secret", body).body
    for secret in ["vendor-secret", second, String(second.dropLast()) + "x"] {
      let answer = try await market.send(.delete, "/api/products/1/\(secret)")
      #expect(answer.status == 400, "\(secret)")
      #expect(answer.code == "wrong_product_secret", "\(secret)")
    }
    for wrong in [#""other""#, #"{"secret":"other"}"#] {
      let answer = try await market.send(.post, "/api/products/1/secret", wrong)
      #expect(answer.status == 401)
    }
    for (none, message) in [
      ("{}", "secret: The member secret is missing. Send the vendor's secret as a string."),
      (
        #"{"secret":null}"#,
        "secret: The member secret is missing. Send the vendor's secret as a string."
      ),
      (#"{"secret":1}"#, "secret: This is a number. Write the vendor's secret as a string."),
      ("[]", "This is an array. Write an object."), ("1", "This is a number. Write an object."),
    ] {
      for (method, target) in [
        (.post, "/api/products/1/secret"), (.patch, "/api/products/1"),
      ] as [(HTTP.Method, String)] {
        let answer = try await market.send(method, target, none)
        #expect(answer.status == 400, "\(answer.body)")
        #expect(answer.message == message, "\(answer.body)")
      }
      let form = try await market.post(Self.form(none))
      #expect(form.status == 400, "\(form.body)")
      #expect(form.message == message, "\(form.body)")
    }
    for broken in ["", "vendor-secret", #""a"#] {
      #expect(try await market.send(.post, "/api/products/1/secret", broken).status == 400)
    }
  }

  @Test func bodiesThatAreTooLargeAreRefused() async throws {
    let market = try await Market()
    try await market.add(1)
    let large = String(repeating: " ", count: ProductDocument.Format.openMarket.bytesMax + 1)
    #expect(try await market.send(.patch, "/api/products/1", large).status == 400)
    #expect(try await market.send(.post, "/api/products/1/secret", large).status == 400)
    let secret = try await market.send(.post, "/api/products/1/secret", #""vendor-secret""#).body
    #expect(try await market.send(.delete, "/api/products/1/\(secret)", large).status == 400)
    #expect(try await market.get("/api/products/1").status == 200)
  }

  @Test func pathsThatAreNotThereAnswerInTheSameShape() async throws {
    let market = try await Market()
    for path in ["/api/nothing", "/api/products/1/2/3", "/openmarket/v2/nothing"] {
      let answer = try await market.get(path)
      #expect(answer.status == 404, "\(path)")
      #expect(answer.message != nil, "\(path)")
    }
    let wrongMethod = try await market.send(.put, "/api/products")
    #expect(wrongMethod.status == 405)
    #expect(wrongMethod.fields["allow"] == "GET, HEAD, POST, OPTIONS")
    #expect(try await market.shop.send(.head, "/api/products").body.isEmpty)
  }
}
