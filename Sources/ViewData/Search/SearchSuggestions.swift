/// Suggestions for a half-typed query.
public struct SearchSuggestions: Sendable, Hashable, Codable {
  /// No suggestions.
  public static let none = SearchSuggestions(terms: [], products: [])
  /// Queries, at most 8, the likeliest first.
  public let terms: [SuggestedTerm]
  /// Products that the query finds, at most 5: titles that begin with it, then the newest.
  public let products: [FoundProductTile]

  /// Suggestions of these parts.
  public init(terms: [SuggestedTerm], products: [FoundProductTile]) {
    self.terms = terms
    self.products = products
  }
}

/// A query to search for with one tap.
public struct SuggestedTerm: Sendable, Hashable, Codable {
  /// The whole query, with the words that were typed before the last one.
  public let text: String
  /// The parts of ``text`` that were typed, in order.
  public let highlights: [TextHighlight]

  /// Creates a term.
  public init(text: String, highlights: [TextHighlight]) {
    self.text = text
    self.highlights = highlights
  }
}

/// A search result with a small picture: its tile, and the matches in its title.
///
/// When coded, the members of the tile are in the same object as the others.
public struct FoundProductTile: Sendable, Hashable, Codable, Identifiable {
  /// The product as in grids.
  public let tile: ProductTile
  /// The matches in `tile.title`, in order.
  public let highlights: [TextHighlight]

  /// Stable, unique in its kind.
  public var id: Int64 { tile.id }

  /// Creates a tile.
  public init(tile: ProductTile, highlights: [TextHighlight]) {
    self.tile = tile
    self.highlights = highlights
  }

  /// The coded names, beside those of the tile.
  public enum CodingKeys: String, CodingKey {
    case highlights
  }

  /// Reads the tile and the rest from one object.
  public init(from decoder: any Decoder) throws {
    tile = try ProductTile(from: decoder)
    let members = try decoder.container(keyedBy: CodingKeys.self)
    highlights = try members.decode([TextHighlight].self, forKey: .highlights)
  }

  /// Writes the tile and the rest as one object.
  public func encode(to encoder: any Encoder) throws {
    try tile.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(highlights, forKey: .highlights)
  }
}

/// A search that is popular now.
public struct TrendingSearch: Sendable, Hashable, Codable {
  /// The query, to show and to search for.
  public let text: String
  /// From 1.
  public let rank: Int

  /// Creates a search.
  public init(text: String, rank: Int) {
    self.text = text
    self.rank = rank
  }
}
