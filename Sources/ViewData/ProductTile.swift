/// A product in a grid, or among suggestions: what fits below a small picture, ready to draw.
public struct ProductTile: Sendable, Hashable, Codable, Identifiable {
  /// Stable, unique among its kind.
  public let id: Int64
  /// 3 to 100 characters on one line.
  public let title: String
  /// What is paid: `12,000원` or `$19.99`.
  public let priceText: String
  /// `20%`; nil unless there is a discount.
  public let discountText: String?
  /// Whether the tile is dimmed.
  public let isSoldOut: Bool
  /// The cover, at most 200 pixels a side where that size was made of it, else as it was taken; nil
  /// for a product without pictures.
  public let image: PictureView?
  /// What is paid, in minor units of the currency: won, cents.
  public let price: Int64
  /// What it cost before, in minor units; nil unless there is a discount.
  public let originalPrice: Int64?
  /// `KRW` or `USD`.
  public let currency: String
  /// How many there are.
  public let stock: Int

  /// A tile of these parts.
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

  /// The names on the wire.
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
