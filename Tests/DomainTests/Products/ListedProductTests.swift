import Domain
import Fakes
import Testing

/// Equal are products of lists that say the same, in each of their parts: an answer that is kept is
/// given again for those.
@Suite struct ListedProductTests {
  private struct Parts {
    var id: Int64 = 1
    var code: UInt8 = 1
    var vendor: UInt8 = 1
    var name = "겨울 코트"
    var description = "따뜻합니다"
    var price: Int64 = 12_000
    var stock = 5
    var brand: String?
    var type = 2
    var tags: ProductTags = []
    var cover: UInt8? = 1
    var reviews = 0
    var createdAt: Int64 = 1
    var updatedAt: Int64 = 2
    var version = 1

    func summary() throws -> ProductSummary {
      let made = Timestamp(clamping: createdAt)
      let vendor = Vendor(
        id: 1, identifier: try .sample(vendor), name: try Title("가게"), createdAt: .earliest)
      return ProductSummary(
        id: id, code: try #require(ProductCode(octets: Array(repeating: code, count: 16))),
        vendor: vendor, name: try ProductName(name),
        description: try ProductDescription(description), price: try Price(price, in: .krw),
        stock: try Stock(stock), brand: try brand.map { try Title($0) },
        type: try ProductType(type), tags: tags,
        cover: try cover.map { try PreparedImage.sample($0).picture },
        reviews: ReviewScore(count: reviews, average: 0), createdAt: made,
        updatedAt: Timestamp(clamping: updatedAt), version: version)
    }
  }

  /// Each of them differs in one part.
  private static let changes: [@Sendable (inout Parts) -> Void] = [
    { $0.id = 2 }, { $0.code = 2 }, { $0.vendor = 2 }, { $0.name = "봄 코트" },
    { $0.description = "" }, { $0.price = 1 }, { $0.stock = 6 }, { $0.brand = "모윰" },
    { $0.type = 3 }, { $0.tags = [.best] }, { $0.cover = nil }, { $0.reviews = 1 },
    { $0.createdAt = 2 }, { $0.updatedAt = 3 }, { $0.version = 2 },
  ]

  @Test func aSummaryDiffersInEachPart() throws {
    let (first, second) = (try Parts().summary(), try Parts().summary())
    #expect(first == second && first !== second)
    #expect(Set([first, second]).count == 1)
    for (number, change) in Self.changes.enumerated() {
      var parts = Parts()
      change(&parts)
      #expect(try parts.summary() != first, "change \(number)")
    }
    #expect(Mirror(reflecting: first).children.count == Self.changes.count, "a part is not tried")
  }
}
