import Domain
import Fakes
import Foundation
import HTTP
import Testing
import ViewData

/// What apps read with the published models is what the server has written, which writes its JSON
/// without their keys.
@Suite struct PublishedModelTests {
  struct Items<Item: Codable>: Codable {
    let items: [Item]
  }

  static let title = #"겨울 "코트" \ <b>"#

  static func shop() async throws -> VendorShop {
    let vendors = try await VendorShop()
    let draft = try ProductDraft.sample(
      title, price: 15_000, discount: 3_000, stock: 1_200, details: .sample())
    try await vendors.shop.store.ports.add(.sample(by: vendors.vendor, draft, images: [2, 3]))
    return vendors
  }

  static func read<Model: Codable>(_ model: Model.Type, _ target: String) async throws -> Model {
    let body = try await shop().shop.send(.get, target).body
    return try JSONDecoder().decode(model, from: Data(body.utf8))
  }

  @Test("texts are read as they are meant, whatever had to be escaped")
  func cells() async throws {
    let items = try await Self.read(Items<ProductCell>.self, "/v1/products").items
    let cell = try #require(items.first)
    #expect(cell.title == Self.title)
    #expect(cell.priceText == "12,000원" && cell.originalPriceText == "15,000원")
    #expect(cell.discountText == "20%" && cell.stockText == "재고 1,200개")
    #expect(
      cell.accessibilityLabel
        == "모윰, \(Self.title), 12,000원, 20% 할인, 정가 15,000원, 재고 1,200개")
    #expect(cell.vendor.id == "01010101-0101-0101-0101-010101010101")
    #expect(cell.image?.url.hasSuffix("/cell.png") == true && cell.image?.color == "#02fd80")
  }

  @Test func tiles() async throws {
    let target = "/v1/products?variant=tile"
    let tile = try #require(
      try await Self.read(Items<ProductTile>.self, target).items.first)
    #expect(tile.title == Self.title && tile.priceText == "12,000원" && tile.discountText == "20%")
    #expect(tile.image?.url.hasSuffix("/thumb.png") == true)
  }

  @Test("a detail is read, and written again without a loss")
  func details() async throws {
    let detail = try await Self.read(ProductDetail.self, "/v1/products/1")
    #expect(detail.cell.title == Self.title && detail.images.map(\.id) == [1, 2])
    let again = try JSONEncoder().encode(detail)
    #expect(try JSONDecoder().decode(ProductDetail.self, from: again) == detail)
  }
}
