package import Domain
import UseCases

// What the words of a query mean, once more and as plainly as can be: SQL is held against this.

extension CellProduct {
  package func matches(_ query: ProductQuery) -> Bool {
    (!query.onlyOnSale || price.isDiscounted)
      && (!query.onlyInStock || !stock.isSoldOut)
      && (query.vendor == nil || query.vendor == vendor.identifier)
  }

  package func belongs(to list: CountedList) -> Bool {
    switch list {
    case .wonAndDollars: [.krw, .usd].contains(price.currency)
    case .won: price.currency == .krw
    }
  }

  func stands(before other: CellProduct, in sort: ProductSort) -> Bool {
    other.stands(behind: ProductPosition(self, in: sort), in: sort)
  }

  func stands(behind position: ProductPosition, in sort: ProductSort) -> Bool {
    let rank = price.rank
    return switch sort {
    case .newest, .arranged: id < position.id
    case .priceAscending: rank > position.rank || (rank == position.rank && id < position.id)
    case .priceDescending: rank < position.rank || (rank == position.rank && id < position.id)
    }
  }
}

extension String {
  /// Whether `text` is a part of it, in any case; letters of ASCII are cases of no other letters.
  func holds(_ text: String) -> Bool {
    let fold: (String) -> String =
      text.utf8.allSatisfy { $0 < 0x80 } ? \.loweredASCII : { $0.lowercased() }
    let (name, wanted) = (fold(self), fold(text))
    return wanted.isEmpty || name.contains(wanted)
  }

  /// With only the letters of ASCII folded.
  private var loweredASCII: String {
    String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}

extension Product {
  /// - Parameter ordered: the images of the revision.
  func revised(_ revision: ProductRevision, _ ordered: [ProductImage]) -> Product {
    Product(
      summary: ProductSummary(
        id: id, code: summary.code, vendor: vendor, draft: revision.draft,
        cover: ordered.first?.picture.served(as: .cell), reviews: cell.reviews,
        createdAt: summary.createdAt,
        updatedAt: revision.updatedAt, version: version + 1, likeCount: cell.likeCount),
      draft: revision.draft, images: ordered)
  }
}

extension ListedProduct {
  /// The product at a place of an arranged list.
  func placed(_ place: Int) -> Self {
    var product = self
    product.place = Int64(place)
    return product
  }
}

extension TileProduct {
  /// What a grid shows of a product.
  package init(_ product: Product) {
    self.init(
      id: product.id, name: product.draft.name, price: product.draft.price,
      stock: product.draft.stock, cover: product.images.first?.picture.served(as: .thumb),
      pricesDiffer: product.draft.variants?.pricesDiffer == true)
  }
}

extension ProductCode {
  /// Sixteen bytes are always enough.
  static var zero: ProductCode {
    guard let code = ProductCode(bytes: Array(repeating: 0, count: 16)) else {
      preconditionFailure("a product code has 16 bytes")
    }
    return code
  }
}
