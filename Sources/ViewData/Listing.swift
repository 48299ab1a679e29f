/// One page of a list.
public struct Listing<Item: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
  /// In the order of display.
  public let items: [Item]
  /// How to go on.
  public let page: PageLink

  /// A page of these items.
  public init(items: [Item], page: PageLink) {
    self.items = items
    self.page = page
  }
}

/// How a list goes on.
public struct PageLink: Sendable, Hashable, Codable {
  /// Asks for the next page; nil at the end of the list.
  public let nextCursor: String?

  /// A link of these parts.
  public init(nextCursor: String?) {
    self.nextCursor = nextCursor
  }

  /// The names on the wire.
  public enum CodingKeys: String, CodingKey {
    case nextCursor = "next_cursor"
  }
}
