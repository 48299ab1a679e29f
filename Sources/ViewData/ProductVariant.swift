/// How much of a product a screen shows.
public enum ProductVariant: String, Sendable, Hashable, Codable, CaseIterable {
  /// A row or a card with all of the texts: ``ProductCell``.
  case cell
  /// A small picture with a title and a price, as in a grid: ``ProductTile``.
  case tile
}
