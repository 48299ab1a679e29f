/// A page of what a search found.
public struct SearchResult: Sendable, Hashable, Codable {
  /// In the order of display.
  public let items: [FoundProductCell]
  /// How many products match in all.
  public let total: Int64
  /// False when the total is an estimate.
  public let totalIsExact: Bool
  /// What was searched instead, when a typing mistake was corrected; nil otherwise.
  public let correctedQuery: String?
  /// What the newest matches have in common; on first pages only.
  public let facets: SearchFacetsView?
  /// Where the shop leads those who search for this; on first pages only, and nil for nearly all
  /// queries.
  public let redirect: CellLink?
  /// How to go on.
  public let page: PageLink

  /// A page of these parts.
  public init(
    items: [FoundProductCell], total: Int64, totalIsExact: Bool, correctedQuery: String?,
    facets: SearchFacetsView?, redirect: CellLink? = nil, page: PageLink = PageLink(nextCursor: nil)
  ) {
    self.items = items
    self.total = total
    self.totalIsExact = totalIsExact
    self.correctedQuery = correctedQuery
    self.facets = facets
    self.redirect = redirect
    self.page = page
  }

  /// The same page with a way to go on.
  public func followed(by nextCursor: String?) -> SearchResult {
    SearchResult(
      items: items, total: total, totalIsExact: totalIsExact, correctedQuery: correctedQuery,
      facets: facets, redirect: redirect, page: PageLink(nextCursor: nextCursor))
  }

  /// The names on the wire.
  public enum CodingKeys: String, CodingKey {
    case items
    case total
    case totalIsExact = "total_is_exact"
    case correctedQuery = "corrected_query"
    case facets
    case redirect
    case page
  }
}

/// A product that was found: its cell, and which part of the title matches.
///
/// On the wire the members of the cell stand beside the others, in one object.
public struct FoundProductCell: Sendable, Hashable, Codable, Identifiable {
  /// What every list shows of it.
  public let cell: ProductCell
  /// Parts of `cell.title`, in order.
  public let highlights: [TextHighlight]

  /// Stable, unique among its kind.
  public var id: Int64 { cell.id }

  /// A cell of these parts.
  public init(cell: ProductCell, highlights: [TextHighlight]) {
    self.cell = cell
    self.highlights = highlights
  }

  /// The names on the wire, beside those of the cell.
  public enum CodingKeys: String, CodingKey {
    case highlights
  }

  /// Reads the cell and the rest from one object.
  public init(from decoder: any Decoder) throws {
    cell = try ProductCell(from: decoder)
    let members = try decoder.container(keyedBy: CodingKeys.self)
    highlights = try members.decode([TextHighlight].self, forKey: .highlights)
  }

  /// Writes the cell and the rest as one object.
  public func encode(to encoder: any Encoder) throws {
    try cell.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(highlights, forKey: .highlights)
  }
}

/// Part of a text, in UTF-16 code units: what `NSRange` and `NSAttributedString` count in.
public struct TextHighlight: Sendable, Hashable, Codable {
  /// Code units before it.
  public let location: Int
  /// How many code units it has.
  public let length: Int

  /// A part of these measures.
  public init(location: Int, length: Int) {
    self.location = location
    self.length = length
  }
}
