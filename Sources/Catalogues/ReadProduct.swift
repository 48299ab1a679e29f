package import Domain

/// A product as a file has it, before the shop's own rules are asked.
package struct ReadProduct: Sendable, Equatable {
  package struct Option: Sendable, Equatable {
    package var name: String
    /// In the order of the file, each once.
    package var values: [String]
  }

  package struct Variant: Sendable, Equatable {
    package var place: Place
    /// One for each option, in their order.
    package var values: [String]
    package var sku: String?
    package var price: Price
    package var stock: Int
    package var isStockKnown: Bool
    /// One of the product's pictures.
    package var picture: String?
  }

  /// Its first row.
  package let place: Place
  package let key: String
  package var name: String
  /// Without HTML.
  package var text: String
  /// The lowest of its variants, if it has any.
  package var price: Price
  /// The sum of its variants, if it has any.
  package var stock: Int
  /// Whether the file has it, of a product without variants.
  package var isStockKnown: Bool
  package var options: [Option] = []
  package var variants: [Variant] = []
  /// URLs or names of files, each once.
  package var pictures: [String] = []
  package var brand: String?
  package var maker: String?
  package var itemType: String?
  package var categoryPath: [String] = []
  package var tags: [String] = []
  package var isHidden = false
  /// The parts for which the file has no column.
  package var gaps: Set<ProductGaps.Part> = []

  /// How much memory it takes, roughly.
  package var size: Int {
    let texts = [key, name, text, brand ?? "", maker ?? "", itemType ?? ""]
    let lists = texts + pictures + categoryPath + tags + variants.flatMap(\.values)
    return lists.reduce(variants.count * 300) { $0 + $1.utf8.count + 32 }
  }
}

/// Where something stands in a file.
package struct Place: Sendable, Hashable {
  package let file: String
  /// From 1; the row of a sheet, or the line on which a row of a CSV file begins.
  package let line: Int

  package init(file: String, line: Int) {
    (self.file, self.line) = (file, line)
  }
}

/// Why a file cannot be read, or not to its end.
package struct CatalogueError: Error, Sendable, Equatable {
  package let place: Place
  /// One sentence: what is wrong.
  package let detail: String
  /// One imperative sentence.
  package let cure: String

  package init(place: Place, detail: String, cure: String) {
    (self.place, self.detail, self.cure) = (place, detail, cure)
  }
}
