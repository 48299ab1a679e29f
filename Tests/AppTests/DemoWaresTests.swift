import App
import Cryptography
import Domain
import Foundation
import Operations
import Resources
import Testing
import UseCases

struct DemoWaresTests {
  private static let now = Timestamp(rfc3339: "2026-11-21T09:00:00Z") ?? .earliest

  private static func wares() throws -> DemoWares {
    try DemoCatalogue.shop(openedAt: now).wares
  }

  @Test func theShopSellsEnoughOfEverything() throws {
    let products = try Self.wares().products
    #expect(products.count >= 200)
    #expect(products.contains { $0.draft.price.currency == .usd })
    #expect(products.contains { $0.draft.price.amount == 0 })
    #expect(products.contains { $0.draft.description.text.isEmpty })
    #expect(products.contains { $0.draft.description.text.count == 1_000 })
    #expect(products.contains { $0.draft.name.text.count == ProductName.charactersMax })
    #expect(products.contains { $0.draft.name.text.contains { $0.isEmoji } })
    #expect(products.count { $0.draft.stock.isSoldOut } >= 10)
    #expect(products.count { $0.draft.price.isDiscounted } >= 50)
    #expect(Set(products.map(\.images.count)) == [1, 2])
    #expect(products.contains { $0.draft.details.delivery == nil })
    #expect(products.contains { $0.draft.details.delivery?.areas.isEmpty == false })
    for tag in ProductTag.allCases {
      #expect(products.contains { $0.draft.details.tags.contains(tag) })
    }
    #expect(Set(products.map(\.reviews.average)).count >= 5)
    #expect(products.allSatisfy { !$0.draft.details.categoryPath.isEmpty })
    #expect(Set(products.compactMap { $0.draft.details.categoryPath.first?.text }).count >= 6)
  }

  @Test("Clothes, shoes and bags have colours, sizes, and combinations that are sold out")
  func sizesAndColours() throws {
    let all = try Self.wares().products
    let withOptions = all.filter { $0.draft.variants != nil }
    let variants = withOptions.compactMap(\.draft.variants)
    #expect(withOptions.count >= 70)
    #expect(Set(variants.flatMap { $0.options.map(\.name.text) }) == ["색상", "사이즈"])
    #expect(variants.filter { $0.options.count == 2 }.contains { $0.pricesDiffer })
    let inStock = variants.filter { !$0.stock.isSoldOut }
    #expect(inStock.contains { $0.all.contains { $0.stock.isSoldOut } })
    // A combination that is not sold at all.
    #expect(variants.contains { $0.all.count < $0.options.map(\.values.count).reduce(1, *) })
    for product in withOptions {
      let shown = product.draft.variants?.all.compactMap(\.image) ?? []
      #expect(shown.allSatisfy { product.images.indices.contains($0 - 1) })
    }
    let demo = try #require(try Self.wares().vendors.first).identifier
    #expect(!withOptions.contains { $0.vendor == demo })
  }

  /// An app that exists takes five of them without counting.
  @Test func fiveOrMoreOfTheNewestTwentyAreDiscounted() throws {
    let newest = try Self.wares().products.suffix(20)
    #expect(newest.count { $0.draft.price.isDiscounted } >= 8)
    let won = try Self.wares().products.filter { $0.draft.price.currency == .krw }.suffix(20)
    #expect(won.count { $0.draft.price.isDiscounted } >= 5)
  }

  /// Apps that exist read prices as whole numbers, and a whole list fails with one that is none.
  @Test func allPricesAreWhole() throws {
    let dollars = try Self.wares().products.map(\.draft.price).filter { $0.currency == .usd }
    #expect(dollars.count >= 5)
    #expect(dollars.contains { $0.isDiscounted })
    #expect(dollars.allSatisfy { $0.amount % 100 == 0 && $0.discount % 100 == 0 })
  }

  @Test func severalVendorsSellAndOneOfThemCanBeTried() throws {
    let wares = try Self.wares()
    #expect(wares.vendors.count >= 6)
    #expect(Set(wares.vendors.map(\.identifier)) == Set(wares.products.map(\.vendor)))
    let demo = try #require(wares.vendors.first)
    #expect(SecretHash(demo.secretHash)?.matches("moa-demo-secret") == true)
    #expect(wares.vendors.dropFirst().allSatisfy { SecretHash($0.secretHash) != nil })
    #expect(wares.vendors.allSatisfy { $0.createdAt < Self.now })
  }

  @Test("The README tells whom one can be, in the words of the shop")
  func theREADMETellsTheDemoVendor() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../README.md").standardizedFileURL
    let text = try String(contentsOf: file, encoding: .utf8)
    let demo = try #require(try Self.wares().vendors.first)
    #expect(text.contains("\(demo.identifier)"))
    #expect(text.contains("moa-demo-secret"))
  }

  @Test func theShopLooksAsIfItHadGoneOnUntilNow() throws {
    let products = try Self.wares().products
    let instants = products.map(\.createdAt)
    #expect(instants == instants.sorted())
    #expect(Set(instants).count == instants.count)
    let age = { (instant: Timestamp) in Self.now.microseconds - instant.microseconds }
    let minute = Int64(60_000_000)
    #expect((minute...15 * minute).contains(age(try #require(instants.last))))
    let oldest = age(try #require(instants.first)) / (1_440 * minute)
    #expect((14...90).contains(oldest), "\(oldest) days")
  }

  @Test func twoReadingsAreTheSameShop() throws {
    let (first, second) = (try Self.wares().products, try Self.wares().products)
    #expect(first == second)
    #expect(Set(first.map(\.code)).count == first.count)
    #expect(Set(first.map(\.draft.name)).count == first.count)
  }

  @Test func everyPictureIsThereInFourSizesAndUsed() throws {
    let images = Set(try Self.wares().products.flatMap(\.images))
    #expect(images.count >= 48)
    for image in images {
      #expect(image.original.width == 600)
      #expect(image.original.height == 600)
      #expect(image.renditions.map(\.preset) == [.thumb, .cell, .wide])
      #expect(image.renditions.map(\.width) == [200, 400, 1_200])
      #expect(image.renditions.map(\.height) == [200, 400, 600])
      #expect(image.color != .gray)
    }
    for product in try Self.wares().products {
      #expect(Set(product.images.map(\.original.digest)).count == product.images.count)
    }
  }

  @Test func allPicturesOfAProductShowTheSameThing() throws {
    struct Catalogue: Decodable {
      let products: [Product]
      struct Product: Decodable { let name: String, pictures: [String] }
    }
    let file = try #require(Resources.demo(named: "products.json"))
    let products = try JSONDecoder().decode(Catalogue.self, from: Data(file.bytes)).products
    #expect(products.contains { $0.pictures.count > 1 })
    for product in products {
      let things = Set(product.pictures.map { $0.prefix { $0 != "-" } })
      #expect(things.count == 1, "\(product.name): \(product.pictures)")
    }
  }
}

extension Character {
  fileprivate var isEmoji: Bool {
    unicodeScalars.contains { $0.properties.isEmojiPresentation }
  }
}
