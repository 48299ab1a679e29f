import Domain
import Foundation
package import UseCases
import ViewData

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

extension JudgedShop {
  /// The texts that a search field shows while a title is typed on a Korean keyboard, one for each
  /// key: `ㅁ`, `머`, `먹`, `머그`. A consonant joins the syllable before it until a vowel follows.
  package static func shown(whileTyping title: String) -> [String] {
    var shown: [String] = []
    var before = String.UnicodeScalarView()
    for scalar in title.unicodeScalars {
      let keys = Hangul.keys(of: [scalar])
      if Hangul.typed(keys) == String(scalar) {
        shown.append(
          String(before.dropLast()) + begun(by: keys.prefix(1), scalar, after: before.last))
        for count in 2..<keys.count where keys.count > 2 {
          shown.append(String(before) + (Hangul.typed(String(keys.prefix(count))) ?? ""))
        }
      }
      before.append(scalar)
      shown.append(String(before))
    }
    return shown
  }

  /// The last syllable with a consonant at its end, or the syllable and the consonant.
  private static func begun(
    by key: Substring, _ syllable: Unicode.Scalar, after last: Unicode.Scalar?
  ) -> String {
    let last = last.map { String($0) } ?? ""
    let joined = Hangul.typed(Hangul.keys(of: last.unicodeScalars) + key)
    if let joined, joined.unicodeScalars.count == 1 { return joined }
    return last + Hangul.initials(of: [syllable])
  }

  /// The texts in a search field while all titles of the shop are typed, each once, except
  /// beginnings of the title, which find it anyway.
  package static func halfTyped() throws -> [String] {
    let products: Products = try read("products.json")
    var seen: Set<String> = []
    return products.products.flatMap { product in
      let title = FoldedText(product.name).compact
      return shown(whileTyping: product.name).filter { text in
        !title.unicodeScalars.starts(with: FoldedText(text).compact.unicodeScalars)
          && seen.insert(text).inserted
      }
    }
  }

  /// The flaw of a text in a search field; nil without one. Products are suggested by the search
  /// itself, so the search is tried only where a word has just begun.
  package static func flaw(whileTyping text: String, _ ports: Ports) async throws -> String? {
    let query = try SearchQuery(text)
    let suggest = SuggestSearches(repository: ports.search, rules: ports.searchRules)
    let suggestions = try await suggest(query, limit: 8, in: .sample, from: nil)
    guard !suggestions.terms.isEmpty else { return "\(text): no terms" }
    guard !suggestions.products.isEmpty else { return "\(text): no products" }
    guard query.words.last?.unicodeScalars.count == 1 else { return nil }
    let search = SearchProducts(repository: ports.search, rules: ports.searchRules)
    let page = try await search.window(query, sort: .newest, start: 0, count: 1)
    return page.products.isEmpty ? "\(text): nothing found" : nil
  }
}
