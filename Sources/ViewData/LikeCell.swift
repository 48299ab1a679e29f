/// A product in a list of likes, ready to draw.
///
/// It shows the product as it is now, or a removed product as it was when it was liked.
public struct LikeCell: Sendable, Hashable, Codable, Identifiable {
  /// The id of the product.
  public let id: Int64
  /// 3 to 100 characters on one line.
  public let title: String
  /// The price after any discount: `12,000원` or `$19.99`.
  public let priceText: String
  /// The cover; nil for a product without pictures.
  public let image: PictureView?
  /// Whether it can be bought; if not, the cell is dimmed.
  public let isAvailable: Bool
  /// `in_stock`, `sold_out` or `removed`. More may come.
  public let status: String
  /// `재고 3개`, `품절` or `판매 종료`.
  public let statusText: String
  /// The change of the price since the product was liked; nil without a change.
  public let priceChange: PriceChange?
  /// The whole cell as one sentence, for screen readers.
  public let accessibilityLabel: String
  /// The price after any discount, in minor units of the currency: won, yen, cents.
  public let price: Int64
  /// `KRW`, `USD`, `JPY` or `EUR`.
  public let currency: String
  /// The time of the like: RFC 3339, in UTC.
  public let likedAt: String

  /// Creates a cell.
  public init(
    id: Int64, title: String, priceText: String, image: PictureView?, isAvailable: Bool,
    status: String, statusText: String, priceChange: PriceChange?, accessibilityLabel: String,
    price: Int64, currency: String, likedAt: String
  ) {
    self.id = id
    self.title = title
    self.priceText = priceText
    self.image = image
    self.isAvailable = isAvailable
    self.status = status
    self.statusText = statusText
    self.priceChange = priceChange
    self.accessibilityLabel = accessibilityLabel
    self.price = price
    self.currency = currency
    self.likedAt = likedAt
  }

  /// The coded names.
  public enum CodingKeys: String, CodingKey {
    case id
    case title
    case priceText = "price_text"
    case image
    case isAvailable = "is_available"
    case status
    case statusText = "status_text"
    case priceChange = "price_change"
    case accessibilityLabel = "accessibility_label"
    case price
    case currency
    case likedAt = "liked_at"
  }
}

/// A change of a price, ready to draw.
public struct PriceChange: Sendable, Hashable, Codable {
  /// In minor units of the currency; negative if the product is cheaper now.
  public let amount: Int64
  /// `2,000원 인하`.
  public let text: String

  /// Creates a change.
  public init(amount: Int64, text: String) {
    self.amount = amount
    self.text = text
  }
}
