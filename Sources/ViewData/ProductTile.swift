/// A product in a grid, or among suggestions: the parts that fit below a small picture.
public struct ProductTile: Sendable, Hashable, Codable, Identifiable {
  /// Stable, unique in its kind.
  public let id: Int64
  /// 3 to 100 characters on one line.
  public let title: String
  /// The price after any discount: `12,000원` or `$19.99`; `12,000원부터` if a variant costs more.
  public let priceText: String
  /// `20%`; nil without a discount.
  public let discountText: String?
  /// Whether the tile is dimmed.
  public let isSoldOut: Bool
  /// The cover with at most 200 pixels a side, or the original if that size was not made; nil for a
  /// product without pictures.
  public let image: PictureView?
  /// The price after any discount, in minor units of the currency: won, yen, cents.
  public let price: Int64
  /// The price before the discount, in minor units; nil without one.
  public let originalPrice: Int64?
  /// `KRW`, `USD`, `JPY` or `EUR`.
  public let currency: String
  /// The number in stock.
  public let stock: Int

  /// Creates a tile.
  public init(
    id: Int64, title: String, priceText: String, discountText: String?, isSoldOut: Bool,
    image: PictureView?, price: Int64, originalPrice: Int64?, currency: String, stock: Int
  ) {
    self.id = id
    self.title = title
    self.priceText = priceText
    self.discountText = discountText
    self.isSoldOut = isSoldOut
    self.image = image
    self.price = price
    self.originalPrice = originalPrice
    self.currency = currency
    self.stock = stock
  }

  /// The coded names.
  public enum CodingKeys: String, CodingKey {
    case id
    case title
    case priceText = "price_text"
    case discountText = "discount_text"
    case isSoldOut = "is_sold_out"
    case image
    case price
    case originalPrice = "original_price"
    case currency
    case stock
  }
}
