/// A product that somebody likes, ready to draw, whatever has become of it.
///
/// It is drawn as it is now; a product that was removed, as it was when it was liked.
public struct LikeCell: Sendable, Hashable, Codable, Identifiable {
  /// Of the product.
  public let id: Int64
  /// 3 to 100 characters on one line.
  public let title: String
  /// What is paid: `12,000원` or `$19.99`.
  public let priceText: String
  /// The cover; nil for a product without pictures.
  public let image: PictureView?
  /// Whether it can be bought; otherwise the cell is dimmed.
  public let isAvailable: Bool
  /// `in_stock`, `sold_out` or `removed`. More may come.
  public let status: String
  /// `재고 3개`, `품절` or `판매 종료`.
  public let statusText: String
  /// How the price has changed since the product was liked; nil when it has not.
  public let priceChange: PriceChange?
  /// All of the cell as one sentence, for those who hear it.
  public let accessibilityLabel: String
  /// What is paid, in minor units of the currency: won, cents.
  public let price: Int64
  /// `KRW` or `USD`.
  public let currency: String
  /// RFC 3339, in UTC.
  public let likedAt: String

  /// A cell of these parts.
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

  /// The names on the wire.
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

/// By how much something has become cheaper or dearer, ready to draw.
public struct PriceChange: Sendable, Hashable, Codable {
  /// In minor units of the currency; below zero for what is cheaper now.
  public let amount: Int64
  /// `2,000원 내렸어요`.
  public let text: String

  /// A change of these parts.
  public init(amount: Int64, text: String) {
    self.amount = amount
    self.text = text
  }
}
