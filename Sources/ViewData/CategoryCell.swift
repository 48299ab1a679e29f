/// A department of the shop, ready to draw.
public struct CategoryCell: Sendable, Hashable, Codable, Identifiable {
  /// Stable, unique among its kind.
  public let id: Int64
  /// One line of text.
  public let title: String

  /// A cell of these parts.
  public init(id: Int64, title: String) {
    self.id = id
    self.title = title
  }
}
