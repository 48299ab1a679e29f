/// What somebody may be about to search for.
public struct SearchSuggestions: Sendable, Hashable, Codable {
  /// Nothing at all.
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
  /// The whole query: what was typed before its last word stands in front.
  public let text: String
  /// Parts of ``text`` that are typed already, in order.
  public let highlights: [TextHighlight]

  /// A term of these parts.
  public init(text: String, highlights: [TextHighlight]) {
    self.text = text
    self.highlights = highlights
  }
}

/// A product that was found, with a small picture: its tile, and which part of the title matches.
///
/// On the wire the members of the tile stand beside the others, in one object.
public struct FoundProductTile: Sendable, Hashable, Codable, Identifiable {
  /// What fits below a small picture.
  public let tile: ProductTile
  /// Parts of `tile.title`, in order.
  public let highlights: [TextHighlight]

  /// Stable, unique among its kind.
  public var id: Int64 { tile.id }

  /// A tile of these parts.
  public init(tile: ProductTile, highlights: [TextHighlight]) {
    self.tile = tile
    self.highlights = highlights
  }

  /// The names on the wire, beside those of the tile.
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
