/// What many search for.
public struct TrendingSearch: Sendable, Hashable, Codable {
  /// The query, to be shown and to be searched for with one tap.
  public let text: String
  /// From 1.
  public let rank: Int

  /// A search of these parts.
  public init(text: String, rank: Int) {
    self.text = text
    self.rank = rank
  }
}
