/// Part of a screen: cells of one kind under a title.
public struct ScreenSection<Cell: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
  /// Unique on its screen: `on-sale`.
  public let id: String
  /// The kind of its items: `event_banners`, `event_categories`, `products` or `item_types`.
  public let kind: String
  /// Nil for a section that needs no title.
  public let title: String?
  /// The layout: `carousel`, `strip`, `row` or `grid`.
  public let layout: String
  /// In the order of display.
  public let items: [ScreenItem<Cell>]
  /// The link to the whole list; nil without one.
  public let more: ScreenLink?

  /// Creates a section.
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

/// The target of a tap on a section.
public struct ScreenLink: Sendable, Hashable, Codable {
  /// The kind of the target: `products`. More kinds may come.
  public let kind: String
  /// Path and query of the request for it.
  public let path: String
  /// The cursor that continues after the items of the section; nil to start at the beginning.
  public let nextCursor: String?

  /// Creates a link.
  public init(kind: String, path: String, nextCursor: String?) {
    self.kind = kind
    self.path = path
    self.nextCursor = nextCursor
  }

  /// The coded names.
  public enum CodingKeys: String, CodingKey {
    case kind
    case path
    case nextCursor = "next_cursor"
  }
}
