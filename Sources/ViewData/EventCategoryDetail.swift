/// An event category: its card, the time in which it is live, and its number of products.
///
/// When coded, the members of the card are in the same object as the others.
public struct EventCategoryDetail: Sendable, Hashable, Codable, Identifiable {
  /// With both pictures.
  public let card: EventCategoryCard
  /// The beginning of the time in which it is live: RFC 3339, in UTC; nil for none.
  public let startsAt: String?
  /// The end of the time in which it is live: RFC 3339, in UTC; nil for none.
  public let endsAt: String?
  /// The number of its products.
  public let productCount: Int

  /// Stable, unique in its kind.
  public var id: Int64 { card.id }

  /// Creates a detail.
  public init(card: EventCategoryCard, startsAt: String?, endsAt: String?, productCount: Int) {
    self.card = card
    self.startsAt = startsAt
    self.endsAt = endsAt
    self.productCount = productCount
  }

  /// The coded names, beside those of the card.
  public enum CodingKeys: String, CodingKey {
    case startsAt = "starts_at"
    case endsAt = "ends_at"
    case productCount = "product_count"
  }

  /// Reads the card and the rest from one object.
  public init(from decoder: any Decoder) throws {
    card = try EventCategoryCard(from: decoder)
    let members = try decoder.container(keyedBy: CodingKeys.self)
    startsAt = try members.decodeIfPresent(String.self, forKey: .startsAt)
    endsAt = try members.decodeIfPresent(String.self, forKey: .endsAt)
    productCount = try members.decode(Int.self, forKey: .productCount)
  }

  /// Writes the card and the rest into one object.
  public func encode(to encoder: any Encoder) throws {
    try card.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encodeIfPresent(startsAt, forKey: .startsAt)
    try members.encodeIfPresent(endsAt, forKey: .endsAt)
    try members.encode(productCount, forKey: .productCount)
  }
}
