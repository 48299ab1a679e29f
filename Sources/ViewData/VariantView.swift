/// A property of a product that a shopper chooses, such as its colour.
public struct OptionView: Sendable, Hashable, Codable {
  /// One line of text: `색상`.
  public let name: String
  /// 1 to 50, in the order of display.
  public let values: [OptionValueView]

  /// Creates an option.
  public init(name: String, values: [OptionValueView]) {
    self.name = name
    self.values = values
  }
}

/// A value of an option, beside the values that are chosen of the options before it.
public struct OptionValueView: Sendable, Hashable, Codable {
  /// One line of text: `검정`.
  public let text: String
  /// `#rrggbb`, for a swatch; nil if unknown.
  public let color: String?
  /// Whether a variant with it can be bought.
  public let isAvailable: Bool
  /// The id of the variant to show when it is chosen; nil if none has it.
  public let variantID: Int64?

  /// Creates a value.
  public init(text: String, color: String?, isAvailable: Bool, variantID: Int64?) {
    self.text = text
    self.color = color
    self.isAvailable = isAvailable
    self.variantID = variantID
  }

  /// The coded names.
  public enum CodingKeys: String, CodingKey {
    case text
    case color
    case isAvailable = "is_available"
    case variantID = "variant_id"
  }
}

/// A combination of values that is sold, ready to draw.
public struct VariantView: Sendable, Hashable, Codable, Identifiable {
  /// Stable while its values stay; unique in its kind.
  public let id: Int64
  /// One value of each option, in the order of the options.
  public let values: [String]
  /// All values: `검정 / M`.
  public let text: String
  /// The price after any discount: `12,000원`.
  public let priceText: String
  /// The price before the discount, to be struck through; nil without a discount.
  public let originalPriceText: String?
  /// `20%`; nil without a discount.
  public let discountText: String?
  /// `재고 3개` or `품절`.
  public let stockText: String
  /// Whether it cannot be bought.
  public let isSoldOut: Bool
  /// The whole variant as one sentence, for screen readers.
  public let accessibilityLabel: String
  /// The price after any discount, in minor units of the product's currency.
  public let price: Int64
  /// The price before the discount, in minor units; nil without one.
  public let originalPrice: Int64?
  /// The discount in percent, rounded down; nil without a discount.
  public let discountPercent: Int?
  /// The number in stock.
  public let stock: Int
  /// The article number; nil without one.
  public let sku: String?
  /// Which of the product's pictures it shows, counted from 1; nil: no picture of its own.
  public let imageNumber: Int?

  /// Creates a variant.
  public init(
    id: Int64, values: [String], text: String, priceText: String, originalPriceText: String?,
    discountText: String?, stockText: String, isSoldOut: Bool, accessibilityLabel: String,
    price: Int64, originalPrice: Int64?, discountPercent: Int?, stock: Int, sku: String?,
    imageNumber: Int?
  ) {
    self.id = id
    self.values = values
    self.text = text
    self.priceText = priceText
    self.originalPriceText = originalPriceText
    self.discountText = discountText
    self.stockText = stockText
    self.isSoldOut = isSoldOut
    self.accessibilityLabel = accessibilityLabel
    self.price = price
    self.originalPrice = originalPrice
    self.discountPercent = discountPercent
    self.stock = stock
    self.sku = sku
    self.imageNumber = imageNumber
  }

  /// The coded names.
  public enum CodingKeys: String, CodingKey {
    case id
    case values
    case text
    case priceText = "price_text"
    case originalPriceText = "original_price_text"
    case discountText = "discount_text"
    case stockText = "stock_text"
    case isSoldOut = "is_sold_out"
    case accessibilityLabel = "accessibility_label"
    case price
    case originalPrice = "original_price"
    case discountPercent = "discount_percent"
    case stock
    case sku
    case imageNumber = "image_number"
  }
}
