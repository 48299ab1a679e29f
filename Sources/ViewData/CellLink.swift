/// Where a tap on a cell leads.
///
/// An app that does not know the kind does nothing.
public struct CellLink: Sendable, Hashable, Codable {
  /// `event`, `product`, `category` or `item_type`, which have an ``id``; `search`, which has a
  /// ``query``; `url`, which has a ``url``. More kinds may come.
  public let kind: String
  /// Of what is to be shown.
  public let id: Int64?
  /// The words to look for.
  public let query: String?
  /// An absolute URL, of a page outside of the app.
  public let url: String?

  /// A link of these parts.
  public init(kind: String, id: Int64? = nil, query: String? = nil, url: String? = nil) {
    self.kind = kind
    self.id = id
    self.query = query
    self.url = url
  }
}
