/// A product in a list: as a cell or as a tile.
package protocol ListedProduct: Sendable, Hashable {
  var id: Int64 { get }
  var price: Price { get }
  /// Its position in the arranged list that it was read for; 0 in other lists.
  var place: Int64 { get set }
}

/// The part of a product that a cell shows.
package struct CellProduct: ListedProduct {
  /// Given by the store, ascending in the order of creation, never reused.
  package let id: Int64
  package let vendor: Seller
  package let name: ProductName
  package let price: Price
  package let stock: Stock
  /// Nil if unknown.
  package let brand: Title?
  package let type: ProductType
  package let tags: ProductTags
  /// The first picture in the size for cells; nil without pictures.
  package let cover: ServedPicture?
  package let reviews: ReviewScore
  /// 1 when created; each change adds 1.
  package let version: Int
  /// The number of shoppers who like it, as last counted.
  package let likeCount: Int
  /// Nil without options.
  package let options: OptionSummary?
  package var place: Int64 = 0

  package init(
    id: Int64, vendor: Seller, name: ProductName, price: Price, stock: Stock, brand: Title?,
    type: ProductType, tags: ProductTags, cover: ServedPicture?, reviews: ReviewScore, version: Int,
    likeCount: Int, options: OptionSummary? = nil
  ) {
    self.id = id
    self.vendor = vendor
    self.name = name
    self.price = price
    self.stock = stock
    self.brand = brand
    self.type = type
    self.tags = tags
    self.cover = cover
    self.reviews = reviews
    self.version = version
    self.likeCount = likeCount
    self.options = options
  }
}

/// A cell with the parts that no cell shows: for lists of apps that existed before, and for the
/// product's own screen.
package struct ProductSummary: Sendable, Hashable {
  package let cell: CellProduct
  /// Its public name in apps that must not learn how many products there are.
  package let code: ProductCode
  package let vendor: Vendor
  package let description: ProductDescription
  package let createdAt: Timestamp
  package let updatedAt: Timestamp

  package init(
    cell: CellProduct, code: ProductCode, vendor: Vendor, description: ProductDescription,
    createdAt: Timestamp, updatedAt: Timestamp
  ) {
    self.cell = cell
    self.code = code
    self.vendor = vendor
    self.description = description
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  /// Takes the parts of `draft` that lists show.
  package init(
    id: Int64, code: ProductCode, vendor: Vendor, draft: ProductDraft, cover: ServedPicture?,
    reviews: ReviewScore, createdAt: Timestamp, updatedAt: Timestamp, version: Int,
    likeCount: Int = 0
  ) {
    let details = draft.details
    let cell = CellProduct(
      id: id, vendor: vendor.seller, name: draft.name, price: draft.price, stock: draft.stock,
      brand: details.brand, type: details.type, tags: details.tags, cover: cover,
      reviews: reviews, version: version, likeCount: likeCount,
      options: draft.variants?.summary)
    self.init(
      cell: cell, code: code, vendor: vendor, description: draft.description,
      createdAt: createdAt, updatedAt: updatedAt)
  }

  package var id: Int64 { cell.id }
  package var price: Price { cell.price }
}

/// The part of a product that a tile shows, in grids and lists of suggestions.
package struct TileProduct: ListedProduct {
  package let id: Int64
  package let name: ProductName
  package let price: Price
  package let stock: Stock
  /// The cover in the size for grids; nil without pictures.
  package let cover: ServedPicture?
  /// Whether a variant costs more than ``price``.
  package let pricesDiffer: Bool
  package var place: Int64 = 0

  package init(
    id: Int64, name: ProductName, price: Price, stock: Stock, cover: ServedPicture?,
    pricesDiffer: Bool = false
  ) {
    self.id = id
    self.name = name
    self.price = price
    self.stock = stock
    self.cover = cover
    self.pricesDiffer = pricesDiffer
  }
}
