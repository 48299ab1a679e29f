/// What bringing a product costs: ready to draw, and as it may be written back.
public struct DeliveryView: Sendable, Hashable, Codable {
  /// `무료배송`, or `배송비 3,000원 (50,000원 이상 무료)`.
  public let text: String
  /// Whether nothing is paid for it.
  public let isFree: Bool
  /// In won.
  public let fee: Int64
  /// The sum of an order, in won, from which it is free; 0 for none.
  public let freeLimit: Int64
  /// Whether areas cost more even when delivery is free.
  public let isBillingByAreaWhenFree: Bool
  /// Areas that cost more; `text` does not tell them.
  public let areas: [Area]

  /// Part of the country, with what it costs more.
  public struct Area: Sendable, Hashable, Codable {
    /// One line of text, or nothing.
    public let province: String
    /// One line of text, or nothing.
    public let district: String
    /// One line of text, or nothing.
    public let neighbourhood: String
    /// In won.
    public let surcharge: Int64

    /// An area of these parts.
    public init(province: String, district: String, neighbourhood: String, surcharge: Int64) {
      self.province = province
      self.district = district
      self.neighbourhood = neighbourhood
      self.surcharge = surcharge
    }
  }

  /// Terms of these parts.
  public init(
    text: String, isFree: Bool, fee: Int64, freeLimit: Int64, isBillingByAreaWhenFree: Bool,
    areas: [Area]
  ) {
    self.text = text
    self.isFree = isFree
    self.fee = fee
    self.freeLimit = freeLimit
    self.isBillingByAreaWhenFree = isBillingByAreaWhenFree
    self.areas = areas
  }

  /// The names on the wire.
  public enum CodingKeys: String, CodingKey {
    case text
    case isFree = "is_free"
    case fee
    case freeLimit = "free_limit"
    case isBillingByAreaWhenFree = "is_billing_by_area_when_free"
    case areas
  }
}
