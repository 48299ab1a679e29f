/// A product in a list, ready to draw, with the numbers behind the texts.
public struct ProductCell: Sendable, Hashable, Codable, Identifiable {
  /// Stable, unique among its kind.
  public let id: Int64
  /// 3 to 100 characters on one line.
  public let title: String
  /// What is paid: `12,000원` or `$19.99`.
  public let priceText: String
  /// What it cost before, to be struck through; nil unless there is a discount.
  public let originalPriceText: String?
  /// `20%`; nil unless there is a discount.
  public let discountText: String?
  /// `재고 3개` or `품절`.
  public let stockText: String
  /// Whether the cell is dimmed.
  public let isSoldOut: Bool
  /// In the order of display.
  public let badges: [ProductBadge]
  /// The cover; nil for a product without pictures.
  public let image: PictureView?
  /// All of the cell as one sentence, for those who hear it.
  public let accessibilityLabel: String
  /// What is paid, in minor units of the currency: won, cents.
  public let price: Int64
  /// What it cost before, in minor units; nil unless there is a discount.
  public let originalPrice: Int64?
  /// What is taken off, in percent, rounded down; nil unless there is a discount.
  public let discountPercent: Int?
  /// `KRW` or `USD`.
  public let currency: String
  /// How many there are.
  public let stock: Int
  /// Who sells it.
  public let vendor: VendorLabel
  /// One line of text; nil when nobody said it.
  public let brand: String?
  /// How many buyers said something.
  public let reviewCount: Int
  /// 0 to 5, in hundredths at most; nil without reviews.
  public let reviewAverage: Double?
  /// How many shoppers like it; a like is counted within two seconds.
  public let likeCount: Int
  /// One more at every change of the product.
  public let version: Int

  /// A cell of these parts.
  public init(
    id: Int64, title: String, priceText: String, originalPriceText: String?,
    discountText: String?, stockText: String, isSoldOut: Bool, badges: [ProductBadge],
    image: PictureView?, accessibilityLabel: String, price: Int64, originalPrice: Int64?,
    discountPercent: Int?, currency: String, stock: Int, vendor: VendorLabel, brand: String?,
    reviewCount: Int, reviewAverage: Double?, likeCount: Int, version: Int
  ) {
    self.id = id
    self.title = title
    self.priceText = priceText
    self.originalPriceText = originalPriceText
    self.discountText = discountText
    self.stockText = stockText
    self.isSoldOut = isSoldOut
    self.badges = badges
    self.image = image
    self.accessibilityLabel = accessibilityLabel
    self.price = price
    self.originalPrice = originalPrice
    self.discountPercent = discountPercent
    self.currency = currency
    self.stock = stock
    self.vendor = vendor
    self.brand = brand
    self.reviewCount = reviewCount
    self.reviewAverage = reviewAverage
    self.likeCount = likeCount
    self.version = version
  }

  /// The names on the wire.
  public enum CodingKeys: String, CodingKey {
    case id
    case title
    case priceText = "price_text"
    case originalPriceText = "original_price_text"
    case discountText = "discount_text"
    case stockText = "stock_text"
    case isSoldOut = "is_sold_out"
    case badges
    case image
    case accessibilityLabel = "accessibility_label"
    case price
    case originalPrice = "original_price"
    case discountPercent = "discount_percent"
    case currency
    case stock
    case vendor
    case brand
    case reviewCount = "review_count"
    case reviewAverage = "review_average"
    case likeCount = "like_count"
    case version
  }
}

/// How much of a product a screen shows.
public enum ProductVariant: String, Sendable, Hashable, Codable, CaseIterable {
  /// A row or a card with all of the texts: ``ProductCell``.
  case cell
  /// A small picture with a title and a price, as in a grid: ``ProductTile``.
  case tile
}

/// A mark on a product's cell, ready to draw.
public struct ProductBadge: Sendable, Hashable, Codable {
  /// For choosing a colour: `best`, `free_delivery`, `used`, `discontinued`, `upcoming` or
  /// `sold_out`. More may come.
  public let kind: String
  /// What it says.
  public let text: String

  /// A badge of these parts.
  public init(kind: String, text: String) {
    self.kind = kind
    self.text = text
  }
}

/// Who sells a product.
public struct VendorLabel: Sendable, Hashable, Codable, Identifiable {
  /// A UUID in lower case; what `vendor` of a list's query takes.
  public let id: String
  /// One line of text.
  public let name: String

  /// A label of these parts.
  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}
