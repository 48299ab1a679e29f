import Domain
import Fakes
import UseCases

extension Product {
  /// As shops have them: Korean names, most of them discounted, all with a picture.
  static func still(_ number: Int, version: Int = 3) throws -> Product {
    let instant = Timestamp(rfc3339: "2026-03-01T09:00:00.000001Z") ?? .earliest
    let fill = UInt8(truncatingIfNeeded: number)
    let vendor = Vendor(
      id: Int64(number % 5 + 1), identifier: try .sample(fill), name: try Title("모아상점"),
      createdAt: instant)
    let picture = try PreparedImage.sample(fill).picture
    let code = (0..<16).map { UInt8(truncatingIfNeeded: number &* 37 &+ $0) }
    guard let code = ProductCode(bytes: code) else { throw ContractBreach("16 bytes") }
    let draft = try ProductDraft.still(number, stock: 1_231 + version)
    return Product(
      summary: CellProduct(
        id: Int64(1_000_000 - number), code: code, vendor: vendor, draft: draft,
        cover: picture.served(as: .cell), reviews: ReviewScore(count: number * 13, average: 4.27),
        createdAt: instant, updatedAt: instant, version: version),
      draft: draft, images: (1...3).map { ProductImage(id: Int64($0), picture: picture) })
  }
}

extension ProductDraft {
  fileprivate static func still(_ number: Int, stock: Int) throws -> ProductDraft {
    try .sample(
      "따뜻한 겨울 코트 \(number)호, 양털 안감", price: Int64(12_000 + number * 1_100),
      discount: number.isMultiple(of: 3) ? 0 : 2_500, stock: number % 7 == 6 ? 0 : stock,
      description: "가볍고 따뜻합니다.\n손으로 빨아 주세요.",
      details: ProductDetails(
        brand: number.isMultiple(of: 2) ? try Title("모윰") : nil,
        tags: number.isMultiple(of: 4) ? [.best, .freeDelivery] : []))
  }
}
