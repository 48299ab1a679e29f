/// The costs of delivery: a text to draw, and the values to edit.
public struct DeliveryView: Sendable, Hashable, Codable {
  /// `무료배송`, or `배송비 3,000원 (50,000원 이상 무료)`.
  public let text: String
  /// Whether delivery costs nothing.
  public let isFree: Bool
  /// In won.
  public let fee: Int64
  /// The total of an order, in won, from which delivery is free; 0 for never.
  public let freeLimit: Int64
  /// Whether areas have a surcharge even when delivery is free.
  public let isBillingByAreaWhenFree: Bool
  /// Areas with a surcharge, which is not in `text`.
  public let areas: [Area]

  /// A part of the country with its surcharge.
  public struct Area: Sendable, Hashable, Codable {
    /// One line of text, or empty.
    public let province: String
    /// One line of text, or empty.
    public let district: String
    /// One line of text, or empty.
    public let neighbourhood: String
    /// In won.
    public let surcharge: Int64

    /// Creates an area.
    public init(province: String, district: String, neighbourhood: String, surcharge: Int64) {
      self.province = province
      self.district = district
      self.neighbourhood = neighbourhood
      self.surcharge = surcharge
    }
  }

  /// Creates terms.
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

  /// The coded names.
  public enum CodingKeys: String, CodingKey {
    case text
    case isFree = "is_free"
    case fee
    case freeLimit = "free_limit"
    case isBillingByAreaWhenFree = "is_billing_by_area_when_free"
    case areas
  }
}
