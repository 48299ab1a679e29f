/// A product as a list shows it.
///
/// Nothing of it ever changes. It is a class because it is large: lists hand it from the store to
/// the answer without copying it, and two that are the same object need no comparison. For a
/// `ProductOutline`, which is half as large and refers to nothing, copies cost less than an object.
package final class ProductSummary: ListedProduct {
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
  /// The first picture; nil for none, which only rows of the oldest imports have.
  package let cover: Picture?
  package let reviews: ReviewScore
  package let createdAt: Timestamp
  package let updatedAt: Timestamp
  /// 1 when created, one more at every change.
  package let version: Int

  package init(
    id: Int64, code: ProductCode, vendor: Vendor, name: ProductName,
    description: ProductDescription, price: Price, stock: Stock, brand: Title?, type: ProductType,
    tags: ProductTags, cover: Picture?, reviews: ReviewScore, createdAt: Timestamp,
    updatedAt: Timestamp, version: Int
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
  }

  /// What a list shows of `draft`.
  package convenience init(
    id: Int64, code: ProductCode, vendor: Vendor, draft: ProductDraft, cover: Picture?,
    reviews: ReviewScore, createdAt: Timestamp, updatedAt: Timestamp, version: Int
  ) {
    let details = draft.details
    self.init(
      id: id, code: code, vendor: vendor, name: draft.name, description: draft.description,
      price: draft.price, stock: draft.stock, brand: details.brand, type: details.type,
      tags: details.tags, cover: cover, reviews: reviews, createdAt: createdAt,
      updatedAt: updatedAt, version: version)
  }
}

extension ProductSummary: Hashable {
  package static func == (left: ProductSummary, right: ProductSummary) -> Bool {
    left === right || left.isSame(as: right)
  }

  private func isSame(as other: ProductSummary) -> Bool {
    id == other.id && version == other.version && updatedAt == other.updatedAt
      && stock == other.stock && price == other.price && name == other.name
      && description == other.description && code == other.code && vendor == other.vendor
      && brand == other.brand && type == other.type && tags == other.tags && cover == other.cover
      && reviews == other.reviews && createdAt == other.createdAt
  }

  /// Those of one product are told apart by their versions; what else changes is rare.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(version)
  }
}

extension ProductSummary {
  package var footprint: Int {
    Self.ownOctets + name.text.utf8.count + description.text.utf8.count
      + vendor.name.text.utf8.count + (brand?.text.utf8.count ?? 0)
  }

  /// About how much the object itself takes.
  private static let ownOctets = 448
}
