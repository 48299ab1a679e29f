/// A product as a list shows it.
package struct ProductSummary: ListedProduct {
  /// Given by the store, ascending in the order of creation, never reused.
  package let id: Int64
  /// By which apps name it that must not count.
  package let code: ProductCode
  package let vendor: Vendor
  package let name: ProductName
  package let description: ProductDescription
  package let price: Price
  package let stock: Stock
  /// Under which name it is known; nil when nobody said it.
  package let brand: Title?
  package let type: ProductType
  package let tags: ProductTags
  /// The first picture in a size for cells; nil for none.
  package let cover: ServedPicture?
  package let reviews: ReviewScore
  package let createdAt: Timestamp
  package let updatedAt: Timestamp
  /// 1 when created, one more at every change.
  package let version: Int
  /// How many shoppers like it, as it was counted a moment ago.
  package let likeCount: Int

  package init(
    id: Int64, code: ProductCode, vendor: Vendor, name: ProductName,
    description: ProductDescription, price: Price, stock: Stock, brand: Title?, type: ProductType,
    tags: ProductTags, cover: ServedPicture?, reviews: ReviewScore, createdAt: Timestamp,
    updatedAt: Timestamp, version: Int, likeCount: Int = 0
  ) {
    self.id = id
    self.code = code
    self.vendor = vendor
    self.name = name
    self.description = description
    self.price = price
    self.stock = stock
    self.brand = brand
    self.type = type
    self.tags = tags
    self.cover = cover
    self.reviews = reviews
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.version = version
    self.likeCount = likeCount
  }

  /// What a list shows of `draft`.
  package init(
    id: Int64, code: ProductCode, vendor: Vendor, draft: ProductDraft, cover: ServedPicture?,
    reviews: ReviewScore, createdAt: Timestamp, updatedAt: Timestamp, version: Int,
    likeCount: Int = 0
  ) {
    let details = draft.details
    self.init(
      id: id, code: code, vendor: vendor, name: draft.name, description: draft.description,
      price: draft.price, stock: draft.stock, brand: details.brand, type: details.type,
      tags: details.tags, cover: cover, reviews: reviews, createdAt: createdAt,
      updatedAt: updatedAt, version: version, likeCount: likeCount)
  }
}
