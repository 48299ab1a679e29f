/// A product in a list, ready to draw: texts, and the numbers that they were made of.
public struct ProductCell: Sendable, Hashable, Codable, Identifiable {
  /// Stable, unique in its kind.
  public let id: Int64
  /// 3 to 100 characters on one line.
  public let title: String
  /// The price after any discount: `12,000원` or `$19.99`; `12,000원부터` if a variant costs more.
  public let priceText: String
  /// The price before the discount, to be struck through; nil without a discount.
  public let originalPriceText: String?
  /// `20%`; nil without a discount.
  public let discountText: String?
  /// `재고 3개` or `품절`.
  public let stockText: String
  /// Whether the cell is dimmed.
  public let isSoldOut: Bool
  /// In the order of display.
  public let badges: [ProductBadge]
  /// The cover; nil for a product without pictures.
  public let image: PictureView?
  /// The whole cell as one sentence, for screen readers.
  public let accessibilityLabel: String
  /// The price after any discount, in minor units of the currency: won, yen, cents.
  public let price: Int64
  /// The price before the discount, in minor units; nil without one.
  public let originalPrice: Int64?
  /// The discount in percent, rounded down; nil without a discount.
  public let discountPercent: Int?
  /// `KRW`, `USD`, `JPY` or `EUR`.
  public let currency: String
  /// The number in stock.
  public let stock: Int
  /// The seller.
  public let vendor: VendorLabel
  /// One line of text; nil if unknown.
  public let brand: String?
  /// The number of reviews.
  public let reviewCount: Int
  /// 0 to 5, in hundredths at most; nil without reviews.
  public let reviewAverage: Double?
  /// The number of shoppers who like it; a like is counted within two seconds.
  public let likeCount: Int
  /// Whether a shopper must choose one of several variants, on the product's own screen.
  public let hasOptions: Bool
  /// The colours to choose from, `#rrggbb`, at most six; nil without any.
  public let swatches: [String]?
  /// Each change of the product adds 1.
  public let version: Int

  /// Creates a cell.
  public init(
    id: Int64, title: String, priceText: String, originalPriceText: String?,
    discountText: String?, stockText: String, isSoldOut: Bool, badges: [ProductBadge],
    image: PictureView?, accessibilityLabel: String, price: Int64, originalPrice: Int64?,
    discountPercent: Int?, currency: String, stock: Int, vendor: VendorLabel, brand: String?,
    reviewCount: Int, reviewAverage: Double?, likeCount: Int, hasOptions: Bool = false,
    swatches: [String]? = nil, version: Int
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
    self.hasOptions = hasOptions
    self.swatches = swatches
    self.version = version
  }

  /// The coded names.
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
    case hasOptions = "has_options"
    case swatches
    case version
  }
}

/// The form of a product on a screen.
public enum ProductVariant: String, Sendable, Hashable, Codable, CaseIterable {
  /// A row or a card with all texts: ``ProductCell``.
  case cell
  /// A small picture with a title and a price, as in a grid: ``ProductTile``.
  case tile
}

/// A mark on a product's cell, ready to draw.
public struct ProductBadge: Sendable, Hashable, Codable {
  /// For choosing a colour: `best`, `free_delivery`, `used`, `discontinued`, `upcoming` or
  /// `sold_out`. More may come.
  public let kind: String
  /// The text to draw.
  public let text: String

  /// Creates a badge.
  public init(kind: String, text: String) {
    self.kind = kind
    self.text = text
  }
}

/// The seller of a product.
public struct VendorLabel: Sendable, Hashable, Codable, Identifiable {
  /// A UUID in lower case; also the value of a list's query parameter `vendor`.
  public let id: String
  /// One line of text.
  public let name: String

  /// Creates a label.
  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}
