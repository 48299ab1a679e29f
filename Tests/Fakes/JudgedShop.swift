import Domain
import Foundation
package import UseCases

/// The products of the demo shop with its rules of searching, as the files in `db/demo` have them.
package struct JudgedShop {
  private struct Products: Decodable {
    struct Product: Decodable {
      let name: String
      let brand: String?
      let maker: String?
      let price: Int64
      let discount: Int64
      let currency: String
      let stock: Int
    }
    let products: [Product]
  }

  private struct Shop: Decodable {
    struct Search: Decodable {
      let synonyms: [[String]]
    }
    let search: Search
  }

  private static func read<Value: Decodable>(_ name: String) throws -> Value {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../db/demo/\(name)").standardizedFileURL
    return try JSONDecoder().decode(Value.self, from: Data(contentsOf: file))
  }

  /// Fills an empty store; ids begin with 1.
  package static func fill(_ ports: Ports) async throws {
    let vendor = try await ports.vendor()
    let products: Products = try read("products.json")
    for product in products.products {
      let draft = try ProductDraft.sample(
        product.name, price: product.price, discount: product.discount,
        in: Currency(rawValue: product.currency) ?? .krw, stock: product.stock,
        details: ProductDetails(
          brand: try product.brand.map { try Title($0) },
          maker: try product.maker.map { try Title($0) }))
      try await ports.add(.sample(by: vendor, draft))
    }
    while try await ports.search.countTerms() {}
    let shop: Shop = try read("shop.json")
    _ = try await ports.searchRules.replace(
      try SearchRules(.init(synonyms: shop.search.synonyms)), if: .any, promise: .nothing,
      dryRun: false, once: nil)
  }

  /// What is wrong with the first page of a query; nil when nothing is.
  package static func flaw(_ query: JudgedQuery, _ ports: Ports) async throws -> String? {
    let search = SearchProducts(repository: ports.search, rules: ports.searchRules)
    let page = try await search.window(
      try SearchQuery(query.text), sort: .relevance, start: 0, count: 20)
    let ids = page.products.map(\.product.id)
    let missing = query.wanted.filter { !ids.prefix(5).contains($0) }
    // What finds nothing is right when nobody wants anything.
    let unwanted = query.wanted.isEmpty ? ids : query.unwanted.filter(ids.contains)
    guard !missing.isEmpty || !unwanted.isEmpty else { return nil }
    return "\(query): \(missing) missing and \(unwanted) not wanted among \(ids)"
  }
}
