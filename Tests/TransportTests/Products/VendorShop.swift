import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

/// A shop with two vendors, each with a secret and a token.
struct VendorShop: Sendable {
  static let secret = "비밀-secret"
  let shop: Shop
  let vendor: Vendor
  let token: String
  let other: Vendor
  let otherToken: String

  init(_ shop: Shop) async throws {
    self.shop = shop
    (vendor, token) = try await Self.vendor(1, shop)
    (other, otherToken) = try await Self.vendor(2, shop)
  }

  init() async throws { try await self.init(try await Shop()) }

  private static func vendor(_ fill: UInt8, _ shop: Shop) async throws -> (Vendor, String) {
    let vendor = try await shop.ports.vendors.add(
      identifier: .sample(fill), name: try Title("가게 \(fill)"),
      secretHash: FakeSecretHasher.hash(secret), createdAt: .earliest)
    let create = CreateToken(
      repository: shop.ports.accessTokens, secretDigest: shop.digest,
      randomBytes: { count in (0..<count).map { UInt8(truncatingIfNeeded: $0) &* 5 &+ fill } },
      now: shop.clock.now)
    let created = try await create(
      name: try Title("가게"), scopes: [.vendor], vendorID: vendor.id)
    return (vendor, created.text)
  }

  /// `count` products of the vendor; every third is discounted, every fourth is sold out, every
  /// seventh costs dollars.
  func fill(_ count: Int, itemType: Int64? = nil) async throws {
    var details = ProductDetails.none
    details.itemType = itemType
    for number in 1...count {
      let draft = try ProductDraft.sample(
        "상품 \(number)", price: Int64(1_000 * (number % 5 + 1)),
        discount: number.isMultiple(of: 3) ? 500 : 0,
        in: number.isMultiple(of: 7) ? .usd : .krw, stock: number.isMultiple(of: 4) ? 0 : number,
        details: details)
      try await shop.ports.add(.sample(by: number.isMultiple(of: 2) ? vendor : other, draft))
    }
  }

  /// As the vendor, by token.
  func send(
    _ method: HTTP.Method, _ target: String, _ body: String = "",
    _ fields: [(String, String)] = [], token: String? = nil
  ) async throws -> Answer {
    try await send(
      method, target, Array(body.utf8),
      [("Authorization", "Bearer \(token ?? self.token)")] + fields)
  }

  /// With these fields and no others.
  func send(
    _ method: HTTP.Method, _ target: String, _ body: [UInt8], _ fields: [(String, String)]
  ) async throws -> Answer {
    try await shop.sendBytes(body, method, target, fields)
  }

  static let params = #"{"title":"겨울 코트","price":12000,"original_price":15000,"currency":"KRW"}"#

  /// Registers a product; images are told apart by their widths.
  func register(
    _ params: String = params, widths: [Int] = [11], _ fields: [(String, String)] = [],
    authorization: String? = nil
  ) async throws -> Answer {
    let form = SentForm.plain(params, widths.map { SampleImages.jpeg(width: $0, height: 7) })
    return try await send(
      .post, "/v1/products", form.bytes,
      [
        ("Authorization", authorization ?? "Bearer \(token)"), ("Content-Type", form.contentType),
      ] + fields)
  }
}

extension Answer {
  /// The value at a path of names and indexes, such as `items.0.price_text`; nil where nothing is.
  subscript(_ path: String) -> JSONValue? {
    guard let whole = try? JSONParser.parse(Array(body.utf8)) else { return nil }
    return path.split(separator: ".").reduce(whole) { value, step in
      switch value {
      case .object(let members): members.first { $0.name == step }?.value
      case .array(let elements):
        Int(step).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
      default: nil
      }
    }
  }

  /// The ids of `items`.
  var ids: [Int64] {
    guard case .array(let items) = self["items"] else { return [] }
    return items.indices.compactMap { index in
      guard case .integer(let id) = self["items.\(index).id"] else { return nil }
      return id
    }
  }

  var nextCursor: String? {
    guard case .object(let page) = self["page"],
      case .string(let cursor) = page.first(where: { $0.name == "next_cursor" })?.value
    else { return nil }
    return cursor
  }
}
