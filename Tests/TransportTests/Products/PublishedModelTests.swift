import Domain
import Fakes
import Foundation
import HTTP
import Testing
import Transport
import UseCases
import ViewData
import Web

/// What apps read with the published models is all that the server has shown, whose JSON is written
/// without their keys.
@Suite(.realStore) struct PublishedModelTests {
  static let title = #"겨울 "코트" \ <b>"#

  /// What an app reads of a shop with one product, and what the use case shows of it.
  static func read<Model: Decodable>(
    _ model: Model.Type, _ target: String
  ) async throws -> (read: Model, shown: ProductDetail) {
    let vendors = try await VendorShop()
    let draft = try ProductDraft.sample(
      title, price: 15_000, discount: 3_000, stock: 1_200, details: .sample())
    let product = try await vendors.shop.ports.add(
      .sample(by: vendors.vendor, draft, images: [2, 3]))
    let answer = try await vendors.shop.send(.get, target)
    #expect(answer.status == 200)
    let read = try JSONDecoder().decode(model, from: Data(answer.body.utf8))
    return (
      read, product.detail(in: Language.korean.screens.products, from: Origin("http://localhost"))
    )
  }

  @Test func cells() async throws {
    let (page, shown) = try await Self.read(Listing<ProductCell>.self, "/v1/products")
    #expect(page.items == [shown.cell])
    #expect(shown.cell.title == Self.title)
  }

  @Test func tiles() async throws {
    let (page, shown) = try await Self.read(Listing<ProductTile>.self, "/v1/products?variant=tile")
    let (tile, cell) = (try #require(page.items.first), shown.cell)
    let url = try #require(cell.image?.url).replacing("/cell.", with: "/thumb.")
    let image = PictureView(
      url: url, width: 200, height: 100, bytes: 3, color: "#02fd80")
    #expect(
      tile
        == ProductTile(
          id: cell.id, title: cell.title, priceText: cell.priceText,
          discountText: cell.discountText, isSoldOut: cell.isSoldOut, image: image,
          price: cell.price, originalPrice: cell.originalPrice, currency: cell.currency,
          stock: cell.stock))
  }

  @Test func details() async throws {
    let (detail, shown) = try await Self.read(ProductDetail.self, "/v1/products/1")
    #expect(detail == shown)
    let again = try JSONEncoder().encode(detail)
    #expect(try JSONDecoder().decode(ProductDetail.self, from: again) == shown)
  }
}
