/// Part of a screen: cells of one kind under a title.
public struct ScreenSection<Cell: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
  /// Unique on its screen: `on-sale`.
  public let id: String
  /// What its items are: `event_banners`, `event_categories`, `products` or `item_types`.
  public let kind: String
  /// Nil for a section that explains itself.
  public let title: String?
  /// How it is laid out: `carousel`, `strip`, `row` or `grid`.
  public let layout: String
  /// In the order of display.
  public let items: [ScreenItem<Cell>]
  /// Where the whole list is; nil where there is none.
  public let more: ScreenLink?

  /// A section of these parts.
  public init(
    id: String, kind: String, title: String?, layout: String, items: [ScreenItem<Cell>],
    more: ScreenLink?
  ) {
    self.id = id
    self.kind = kind
    self.title = title
    self.layout = layout
    self.items = items
    self.more = more
  }
}

/// Where a tap leads.
public struct ScreenLink: Sendable, Hashable, Codable {
  /// What is there: `products`. More kinds may come.
  public let kind: String
  /// Path and query of the request that answers it.
  public let path: String
  /// Where that list goes on behind what is shown; nil to begin at its beginning.
  public let nextCursor: String?

  /// A link of these parts.
  public init(kind: String, path: String, nextCursor: String?) {
    self.kind = kind
    self.path = path
    self.nextCursor = nextCursor
  }

  /// The names on the wire.
  public enum CodingKeys: String, CodingKey {
    case kind
    case path
    case nextCursor = "next_cursor"
  }
}
