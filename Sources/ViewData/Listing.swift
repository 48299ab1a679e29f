/// One page of a list.
public struct Listing<Item: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
  /// In the order of display.
  public let items: [Item]
  /// The link to the next page.
  public let page: PageLink
  /// Of a first page of products, if they were requested.
  public var facets: SearchFacetsView?

  /// A page of these items.
  public init(items: [Item], page: PageLink, facets: SearchFacetsView? = nil) {
    self.items = items
    self.page = page
    self.facets = facets
  }
}

/// The link to the next page of a list.
public struct PageLink: Sendable, Hashable, Codable {
  /// The value of `cursor` for the next page; nil at the end of the list.
  public let nextCursor: String?

  /// Creates a link.
  public init(nextCursor: String?) {
    self.nextCursor = nextCursor
  }

  /// The coded names.
  public enum CodingKeys: String, CodingKey {
    case nextCursor = "next_cursor"
  }
}

/// The target of a tap on a cell.
///
/// An app that does not know the kind does nothing.
public struct CellLink: Sendable, Hashable, Codable {
  /// `event`, `product`, `category` or `item_type`, which have an ``id``; `search`, which has a
  /// ``query``; `url`, which has a ``url``. More kinds may come.
  public let kind: String
  /// The id of the target.
  public let id: Int64?
  /// The words to search for.
  public let query: String?
  /// An absolute URL, of a page outside of the app.
  public let url: String?

  /// Creates a link.
  public init(kind: String, id: Int64? = nil, query: String? = nil, url: String? = nil) {
    self.kind = kind
    self.id = id
    self.query = query
    self.url = url
  }
}
