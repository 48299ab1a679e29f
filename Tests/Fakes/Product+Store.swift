package import Domain
import UseCases

// What the words of a query mean, once more and as plainly as can be: SQL is held against this.

extension ProductSummary {
  package func matches(_ query: ProductQuery) -> Bool {
    (!query.onlyOnSale || price.isDiscounted)
      && (!query.onlyInStock || !stock.isSoldOut)
      && (query.vendor == nil || query.vendor == vendor.identifier)
  }

  package func belongs(to list: ProductList) -> Bool {
    switch list {
    case .all: true
    case .won: price.currency == .krw
    }
  }

  func stands(before other: ProductSummary, in sort: ProductSort) -> Bool {
    other.stands(behind: ProductPosition(self, in: sort), in: sort)
  }

  func stands(behind position: ProductPosition, in sort: ProductSort) -> Bool {
    let rank = price.rank
    return switch sort {
    case .newest: id < position.id
    case .priceAscending: rank > position.rank || (rank == position.rank && id < position.id)
    case .priceDescending: rank < position.rank || (rank == position.rank && id < position.id)
    }
  }
}

extension Product {
  /// - Throws: `.bug` unless the revision names the images that there are.
  func revised(_ revision: ProductRevision) throws(Failure) -> Product {
    let ordered = revision.imageIDs.compactMap { id in images.first { $0.id == id } }
    guard revision.imageIDs.sorted() == images.map(\.id).sorted() else {
      throw .bug("a revision names other images than the product has")
    }
    return Product(
      summary: ProductSummary(
        id: id, code: summary.code, vendor: vendor, draft: revision.draft,
        cover: ordered.first?.picture, reviews: summary.reviews, createdAt: summary.createdAt,
        updatedAt: revision.updatedAt, version: version + 1),
      draft: revision.draft, images: ordered)
  }
}

extension ProductCode {
  /// Sixteen octets are always enough.
  static var zero: ProductCode {
    guard let code = ProductCode(octets: Array(repeating: 0, count: 16)) else {
      preconditionFailure("a product code has 16 octets")
    }
    return code
  }
}
