package import Domain
package import ViewData

/// What a cell says, member by member: as texts that are there, or as some that become texts only
/// where they are written. Members mean what they mean in `ProductCell`.
package protocol ProductCellContent {
  associatedtype Amount: TextSource
  associatedtype Discount: TextSource
  associatedtype InStock: TextSource
  associatedtype Code: TextSource
  associatedtype Spoken: TextSource
  associatedtype Image: PictureContent
  associatedtype VendorID: TextSource

  var id: Int64 { get }
  var title: String { get }
  var priceText: Amount { get }
  var originalPriceText: Amount? { get }
  var discountText: Discount? { get }
  var stockText: InStock { get }
  var isSoldOut: Bool { get }
  var badges: [ProductBadge] { get }
  var image: Image? { get }
  var accessibilityLabel: Spoken { get }
  var price: Int64 { get }
  var bargainPrice: Int64 { get }
  var discount: Int64 { get }
  var currency: Code { get }
  var stock: Int { get }
  var vendorID: VendorID { get }
  var vendorName: String { get }
  var brand: String? { get }
  var reviewCount: Int { get }
  var reviewAverage: Double { get }
  var version: Int { get }
}

/// What is said of a picture, as in ``ProductCellContent``.
package protocol PictureContent {
  associatedtype Location: TextSource
  associatedtype Shade: TextSource

  var id: Int64? { get }
  var url: Location { get }
  var width: Int { get }
  var height: Int { get }
  var bytes: Int { get }
  var color: Shade { get }
}

extension ProductCell: ProductCellContent {
  package var vendorID: String { vendor.id }
  package var vendorName: String { vendor.name }
}

extension PictureView: PictureContent {}

/// A product of a list as a cell. Each of its texts is written once, into an answer: to make a
/// String of it on the way would cost as much as writing all of the cell.
///
/// Like its prefix it is good only inside of the closure that it was handed to.
package struct LazyProductCell: ProductCellContent {
  private let product: ProductSummary
  private let prefix: URLPrefix

  init(_ product: ProductSummary, behind prefix: URLPrefix) {
    self.product = product
    self.prefix = prefix
  }

  package var id: Int64 { product.id }
  package var title: String { product.name.text }
  package var priceText: AmountText { product.price.bargainText }
  package var originalPriceText: AmountText? {
    product.price.isDiscounted ? product.price.amountText : nil
  }
  package var discountText: DiscountText? { DiscountText(product.price) }
  package var stockText: StockText { StockText(product.stock) }
  package var isSoldOut: Bool { product.stock.isSoldOut }
  package var badges: [ProductBadge] { ProductBadge.all(of: product) }
  package var image: LazyPicture? {
    product.cover.map { LazyPicture($0.served(as: .cell), behind: prefix) }
  }
  package var accessibilityLabel: SpokenProduct {
    SpokenProduct(
      title: title, brand: brand, price: priceText,
      discount: discountText.map { ($0, product.price.amountText) }, stock: stockText)
  }
  package var price: Int64 { product.price.amount }
  package var bargainPrice: Int64 { product.price.bargain }
  package var discount: Int64 { product.price.discount }
  package var currency: Currency { product.price.currency }
  package var stock: Int { product.stock.count }
  package var vendorID: VendorIdentifier { product.vendor.identifier }
  package var vendorName: String { product.vendor.name.text }
  package var brand: String? { product.brand?.text }
  package var reviewCount: Int { product.reviews.count }
  package var reviewAverage: Double { product.reviews.average }
  package var version: Int { product.version }
}

/// A product of a list as a tile, as ``LazyProductCell``; members mean what they mean in
/// `ProductTile`.
package struct LazyProductTile {
  private let product: ProductOutline
  package let title: TextPiece
  private let prefix: URLPrefix

  init(_ product: ProductOutline, named title: TextPiece, behind prefix: URLPrefix) {
    self.product = product
    self.title = title
    self.prefix = prefix
  }

  package var id: Int64 { product.id }
  package var priceText: AmountText { product.price.bargainText }
  package var discountText: DiscountText? { DiscountText(product.price) }
  package var isSoldOut: Bool { product.stock.isSoldOut }
  package var image: LazyPicture? { product.cover.map { LazyPicture($0, behind: prefix) } }
  package var price: Int64 { product.price.amount }
  package var bargainPrice: Int64 { product.price.bargain }
  package var currency: Currency { product.price.currency }
  package var stock: Int { product.stock.count }
}

/// A picture of a list, as ``LazyProductCell``.
package struct LazyPicture: PictureContent {
  private let picture: ServedPicture
  private let prefix: URLPrefix

  init(_ picture: ServedPicture, behind prefix: URLPrefix) {
    self.picture = picture
    self.prefix = prefix
  }

  package var id: Int64? { nil }
  package var url: ImageURL { picture.url(behind: prefix) }
  package var width: Int { picture.width }
  package var height: Int { picture.height }
  package var bytes: Int { picture.octetCount }
  package var color: Color { picture.color }
}

extension Price {
  fileprivate var bargainText: AmountText { AmountText(bargain, in: currency) }
  fileprivate var amountText: AmountText { AmountText(amount, in: currency) }
}
