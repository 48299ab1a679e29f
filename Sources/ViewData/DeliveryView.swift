/// What bringing a product costs, ready to draw.
public struct DeliveryView: Sendable, Hashable, Codable {
  /// `무료배송`, or `배송비 3,000원 (50,000원 이상 무료)`.
  public let text: String
  /// Whether nothing is paid for it.
  public let isFree: Bool
  /// In won.
  public let fee: Int64
  /// The sum of an order, in won, from which it is free; 0 for none.
  public let freeLimit: Int64

  /// Terms of these parts.
  public init(text: String, isFree: Bool, fee: Int64, freeLimit: Int64) {
    self.text = text
    self.isFree = isFree
    self.fee = fee
    self.freeLimit = freeLimit
  }

  /// The names on the wire.
  public enum CodingKeys: String, CodingKey {
    case text
    case isFree = "is_free"
    case fee
    case freeLimit = "free_limit"
  }
}
