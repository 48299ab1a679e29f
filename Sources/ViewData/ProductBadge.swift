/// A mark on a product's cell, ready to draw.
public struct ProductBadge: Sendable, Hashable, Codable {
  /// For choosing a colour: `best`, `free_delivery`, `used`, `discontinued`, `upcoming` or
  /// `sold_out`. More may come.
  public let kind: String
  /// What it says.
  public let text: String

  /// A badge of these parts.
  public init(kind: String, text: String) {
    self.kind = kind
    self.text = text
  }
}
