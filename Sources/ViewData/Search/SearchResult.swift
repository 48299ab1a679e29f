/// A page of search results.
public struct SearchResult: Sendable, Hashable, Codable {
  /// In the order of display.
  public let items: [FoundProductCell]
  /// The number of matches on all pages.
  public let total: Int64
  /// False when the total is an estimate.
  public let totalIsExact: Bool
  /// The query that was used instead, after a spelling correction; nil without one.
  public let correctedQuery: String?
  /// The most frequent properties of the newest matches; only on first pages.
  public let facets: SearchFacetsView?
  /// The target that the shop opens for this query; only on first pages, and nil for most queries.
  public let redirect: CellLink?
  /// The link to the next page.
  public let page: PageLink

  /// Creates a page.
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

  /// The same page with this cursor.
  public func followed(by nextCursor: String?) -> SearchResult {
    SearchResult(
      items: items, total: total, totalIsExact: totalIsExact, correctedQuery: correctedQuery,
      facets: facets, redirect: redirect, page: PageLink(nextCursor: nextCursor))
  }

  /// The coded names.
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

/// A search result: its cell, and the matches in its title.
///
/// When coded, the members of the cell are in the same object as the others.
public struct FoundProductCell: Sendable, Hashable, Codable, Identifiable {
  /// The product as in other lists.
  public let cell: ProductCell
  /// The matches in `cell.title`, in order.
  public let highlights: [TextHighlight]

  /// Stable, unique in its kind.
  public var id: Int64 { cell.id }

  /// Creates a cell.
  public init(cell: ProductCell, highlights: [TextHighlight]) {
    self.cell = cell
    self.highlights = highlights
  }

  /// The coded names, beside those of the cell.
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

/// A part of a text in UTF-16 code units, as `NSRange` and `NSAttributedString` count.
public struct TextHighlight: Sendable, Hashable, Codable {
  /// The number of code units before it.
  public let location: Int
  /// The number of its code units.
  public let length: Int

  /// Creates a part.
  public init(location: Int, length: Int) {
    self.location = location
    self.length = length
  }
}
