import Dialects
import Domain
import Fakes
import Foundation
import HTTP
import Testing
import Transport
import UseCases
import Web

@testable import AppDecoders

/// Registering, editing and removing, as the apps do it.
@Suite(.realStore) struct OpenMarketWriteTests {
  static func params(_ more: String = "") -> String {
    #"{"name":"팥빙수","descriptions":"시원","price":25000,"currency":"KRW","#
      + #""discounted_price":1000,"stock":3,"secret":"vendor-secret"\#(more)}"#
  }

  static let images = (1...5).map { SampleImages.jpeg(width: $0, height: 8) }

  @Test("the whole flow of an app: register, list, detail, edit, secret, delete")
  func wholeFlow() async throws {
    let market = try await Market()
    let created = try await market.post(.plain(Self.params(), Self.images))
    #expect(created.status == 201)
    let product = try HoMarketApp.Product.decoded(from: created)
    _ = try RxMarketApp.Detail.decoded(from: created, by: RxMarketApp.decoder)
    #expect(product.images?.count == 5)
    #expect(product.bargainPrice == 24_000)
    #expect(product.description == "시원")
    #expect(product.vendors?.id == 1)
    let list = try HoMarketApp.ProductList.decoded(
      from: try await market.get("/api/products?page_no=1&items_per_page=20"))
    #expect(list.products.map(\.id) == [product.id])
    #expect(list.totalCount == 1)
    let edited = try await market.send(
      .patch, "/api/products/1?page_no=1&items_per_page=20",
      #"{"name":"빙수집","descriptions":"","price":5000,"currency":"KRW","secret":"vendor-secret"}"#)
    #expect(edited.status == 202)
    let after = try HoMarketApp.Product.decoded(from: edited)
    #expect(after.name == "빙수집")
    #expect(after.description == "")
    #expect(after.stock == 3)
    // The discount was not sent again: it stays.
    #expect(after.price == 5_000)
    #expect(after.discountedPrice == 1_000)
    #expect(after.bargainPrice == 4_000)
    let secret = try await market.send(
      .post, "/api/products/1/secret?page_no=1", #""vendor-secret""#)
    #expect(secret.status == 200)
    #expect(secret.fields["content-type"]?.hasPrefix("text/plain") == true)
    #expect(secret.body.wholeMatch(of: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) != nil)
    let removed = try await market.send(
      .delete, "/api/products/1/\(secret.body)?page_no=1", #""vendor-secret""#)
    #expect(removed.status == 200)
    #expect(try HoMarketApp.Product.decoded(from: removed).id == 1)
    #expect(try await market.get("/api/products/1").status == 404)
    let empty = try HoMarketApp.ProductList.decoded(from: try await market.get("/api/products"))
    #expect(empty.products.isEmpty)
    #expect(empty.totalCount == 0)
    #expect(try await market.send(.delete, "/api/products/1/\(secret.body)").status == 404)
  }

  @Test(
    "every form of the existing apps registers its product",
    arguments: SentForm.ofExistingApps + [.withEmptyPicker])
  func formsOfExistingApps(form: SentForm) async throws {
    let market = try await Market()
    let text = Self.params()
    let complete = form.replacing(SentForm.json, with: text)
    for path in ["/api/products", "/api/products/?page_no=1"] {
      let answer = try await market.post(complete, to: path)
      #expect(answer.status == 201)
      let product = try HoMarketApp.Product.decoded(from: answer)
      #expect(product.images?.count == 2)
      #expect(product.name == "팥빙수")
    }
  }

  @Test func aRetryWithItsImagesTwiceRegistersEachOnce() async throws {
    let market = try await Market()
    let answer = try await market.post(.plain(Self.params(), Self.images + Self.images))
    #expect(answer.status == 201)
    #expect(try HoMarketApp.Product.decoded(from: answer).images?.count == 5)
  }

  @Test("pictures in base64 beside the form are ignored, up to five of 300 KB with escaped slashes")
  func picturesInTheDocument() async throws {
    let market = try await Market()
    let picture = String(repeating: #"\/9j\/"#, count: 300 * 1_024 / 3)
    let pictures = Array(repeating: "\"\(picture)\"", count: 5).joined(separator: ",")
    let params = Self.params(#","images":[\#(pictures)]"#)
    #expect(try await market.post(.plain(params, Self.images)).status == 201)
    let edit = #"{"stock":7,"secret":"vendor-secret","images":[\#(pictures)]}"#
    let edited = try await market.send(.patch, "/api/products/1", edit)
    #expect(try HoMarketApp.Product.decoded(from: edited).stock == 7)
  }

  @Test func aWriteIsMadeOnceUnderAKey() async throws {
    let market = try await Market()
    let form = SentForm.plain(Self.params(), [Self.images[0]])
    let fields: KeyValuePairs = [
      "Content-Type": form.contentType, "identifier": Market.identifier,
      "Idempotency-Key": "tap-1",
    ]
    var answers: [Answer] = []
    for _ in 0..<2 {
      let request = try Request(
        .post, "/api/products", fields: fields, body: form.bytes, id: "request-1")
      answers.append(try Answer(await market.shop.response(request), to: .post))
    }
    #expect(answers.map(\.status) == [201, 201])
    #expect(answers[0].body == answers[1].body)
    let list = try HoMarketApp.ProductList.decoded(from: try await market.get("/api/products"))
    #expect(list.totalCount == 1)
  }

  @Test func aKeyOfAnotherRequestIsRefusedWith422ByEveryWrite() async throws {
    let market = try await Market()
    try await market.add(2)
    let secret = try await market.send(.post, "/api/products/2/secret", #""vendor-secret""#).body
    let (form, other) = (
      SentForm.plain(Self.params(), [Self.images[0]]),
      SentForm.plain(Self.params(), [Self.images[1]])
    )
    func send(_ method: HTTP.Method, _ target: String, _ body: [UInt8]) async throws -> Answer {
      let fields: KeyValuePairs = [
        "Content-Type": form.contentType, "identifier": Market.identifier,
        "Idempotency-Key": "tap-1",
      ]
      let request = try Request(method, target, fields: fields, body: body, id: "request-1")
      return try Answer(await market.shop.response(request), to: method)
    }
    #expect(try await send(.post, "/api/products", form.bytes).status == 201)
    let edit = Array(#"{"stock":9,"secret":"vendor-secret"}"#.utf8)
    for (method, target, body) in [
      (.post, "/api/products", other.bytes), (.patch, "/api/products/1", edit),
      (.delete, "/api/products/2/\(secret)", []),
    ] as [(HTTP.Method, String, [UInt8])] {
      let answer = try await send(method, target, body)
      #expect(answer.status == 422, "\(method) \(answer.text)")
      #expect(answer.body.hasPrefix(#"{"status":422,"error":"Unprocessable Content","code":"idem"#))
    }
  }

  @Test func aThumbnailIsChosenAmongTheImages() async throws {
    let market = try await Market()
    _ = try await market.post(.plain(Self.params(), Array(Self.images.prefix(3))))
    let answer = try await market.send(
      .patch, "/api/products/1", #"{"thumbnail_id":3,"secret":"vendor-secret","product_id":1}"#)
    let product = try HoMarketApp.Product.decoded(from: answer)
    #expect(product.images?.map(\.id) == [3, 1, 2])
    #expect(product.thumbnail == product.images?[0].thumbnailURL)
    let unknown = try await market.send(
      .patch, "/api/products/1", #"{"thumbnail_id":9,"secret":"vendor-secret"}"#)
    #expect(unknown.status == 400)
    #expect(unknown.message?.contains("thumbnail_id") == true)
  }

  @Test("JSON is read whatever the Content-Type calls it")
  func wrongContentTypes() async throws {
    let market = try await Market()
    try await market.add(try .sample())
    for type in ["application/x-www-form-urlencoded", "text/plain", "application/json", "x"] {
      let answer = try await market.shop.send(
        .patch, "/api/products/1", ["identifier": Market.identifier, "Content-Type": type],
        #"{"stock":9,"secret":"vendor-secret"}"#)
      #expect(answer.status == 202, "\(type)")
      let secret = try await market.shop.send(
        .post, "/api/products/1/secret", ["identifier": Market.identifier, "Content-Type": type],
        #"{"secret":"vendor-secret"}"#)
      #expect(secret.status == 200, "\(type)")
    }
  }

  @Test("an identifier is the same in upper case")
  func identifiersInUpperCase() async throws {
    let market = try await Market()
    let form = SentForm.plain(Self.params(), [Self.images[0]])
    #expect(
      try await market.post(form, identifier: Market.identifier.uppercased()).status == 201)
  }
}

extension SentForm {
  /// The same form with another text in it.
  func replacing(_ text: String, with other: String) -> SentForm {
    let parts = bytes.split(separator: Array(text.utf8), omittingEmptySubsequences: false)
    let bytes = Array(parts.joined(separator: Array(other.utf8)))
    return SentForm(
      testDescription,
      String(contentType.dropFirst("multipart/form-data; boundary=".count)), .bytes(bytes))
  }
}
