import Dialects
import Domain
import Fakes
import Foundation
import HTTP
import Testing
import Transport
import UseCases
import Web

/// A shop with two vendors, and everything that is unusual about products.
struct Market {
  static let secret = "vendor-secret"
  static let identifier = "01010101-0101-0101-0101-010101010101"
  static let other = "02020202-0202-0202-0202-020202020202"
  /// A family is one character of 25 bytes.
  static let emojiName = String(repeating: "👨‍👩‍👧‍👦", count: 100)
  let shop: Shop
  let vendor: Vendor

  init(
    policies: Policies = Policies(),
    dialects: DialectPolicies = DialectPolicies(isNaverOpen: true), publicOrigin: String? = nil
  ) async throws {
    shop = try await Shop(publicOrigin: publicOrigin, policies: policies, dialects: dialects)
    vendor = try await Self.vendor(1, "야곰", in: shop.ports.vendors)
    _ = try await Self.vendor(2, "다른 가게", in: shop.ports.vendors)
  }

  private static func vendor(
    _ fill: UInt8, _ name: String, in vendors: any VendorRepository
  ) async throws -> Vendor {
    try await vendors.add(
      identifier: try .sample(fill), name: try Title(name),
      secretHash: FakeSecretHasher.hash(secret),
      createdAt: Timestamp(rfc3339: "2026-01-01T20:00:00Z") ?? .earliest)
  }

  /// What is on sale here, from the usual to the strange.
  static func drafts() throws -> [ProductDraft] {
    [
      try .sample("팥빙수", price: 2_000, stock: 3, description: "시원해요"),
      try .sample("공짜 쿠폰", price: 0),
      try .sample("할인 신발", price: 101_300, discount: 21_300, details: try .sample()),
      try .sample("품절 가방", price: 30_000, stock: 0),
      try .sample(emojiName, price: 1_000_000_000_000, stock: Stock.countMax),
      try .sample("Imported <b>soap</b>", price: 1_999, discount: 99, in: .usd),
      try .sample("Whole dollars", price: 2_000, in: .usd),
      try .sample(
        "긴 설명", price: 5_000, discount: 5_000,
        description: String(repeating: "줄 \"\\\n\t", count: 166)),
    ]
  }

  /// All of them, one after another.
  static func stocked(policies: Policies = Policies()) async throws -> Market {
    let market = try await Market(policies: policies)
    for (index, draft) in try drafts().enumerated() {
      try await market.add(draft, images: [UInt8(2 * index + 2), UInt8(2 * index + 3)])
    }
    return market
  }

  /// - Parameter images: what makes each different; none is what only old rows have.
  @discardableResult
  func add(_ draft: ProductDraft, images: [UInt8] = [2]) async throws -> Product {
    try await shop.ports.add(
      ProductCreation(
        vendor: vendor, draft: draft, images: try images.map { try .sample($0) },
        createdAt: shop.clock.now()))
  }

  /// That many plain products; their ids follow each other.
  func add(_ count: Int) async throws {
    for _ in 0..<count { try await add(try .sample()) }
  }

  func remove(_ id: Int64) async throws {
    _ = try await shop.ports.products.remove(id, at: shop.clock.now(), once: nil) { _ in }
  }

  func get(
    _ target: String, _ fields: KeyValuePairs<String, String> = [:]
  ) async throws -> Answer {
    try await shop.send(.get, target, fields)
  }

  /// As the vendor.
  func send(
    _ method: HTTP.Method, _ target: String, _ body: String = ""
  ) async throws -> Answer {
    try await shop.send(method, target, ["identifier": Self.identifier], body)
  }

  /// Sends a form as a vendor, or as nobody in particular.
  func post(
    _ form: SentForm, to target: String = "/api/products", identifier: String? = identifier
  ) async throws -> Answer {
    let fields: KeyValuePairs =
      switch identifier {
      case let identifier?: ["Content-Type": form.contentType, "identifier": identifier]
      case nil: ["Content-Type": form.contentType]
      }
    let request = try Request(.post, target, fields: fields, body: form.bytes, id: "request-1")
    return try Answer(await shop.response(request), to: .post)
  }
}

extension Answer {
  /// What a client brings back of a cookie that it was given.
  var cookie: String? {
    fields["set-cookie"].flatMap { $0.split(separator: ";").first.map(String.init) }
  }

  /// What is said to whoever debugs an app.
  var message: String? {
    guard case .object(let members) = try? JSONParser.parse(Array(body.utf8)),
      case .string(let text) = members.first(where: { $0.name == "message" })?.value
    else { return nil }
    return text
  }
}

extension Decodable {
  /// Reads the body of an answer like the app with this decoder.
  static func decoded(
    from answer: Answer, by decoder: JSONDecoder = JSONDecoder()
  ) throws -> Self {
    try decoder.decode(Self.self, from: Data(answer.body.utf8))
  }
}
