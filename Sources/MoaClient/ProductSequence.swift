import ViewData

/// The items of a list, page after page.
///
/// No id comes twice, whatever is sold or registered between two pages. Whoever stops asking stops
/// loading.
public struct ProductSequence<Item>: AsyncSequence, Sendable
where Item: Sendable & Hashable & Codable & Identifiable, Item.ID: Sendable {
  /// What comes.
  public typealias Element = Item

  let page: @Sendable (_ cursor: String?) async throws -> Listing<Item>

  /// Goes through the list from its beginning.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(page: page) }

  /// A place in the list.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let page: @Sendable (_ cursor: String?) async throws -> Listing<Item>
    private var loaded: ArraySlice<Item> = []
    private var cursor: String?
    private var isAtEnd = false
    private var seen: Set<Item.ID> = []

    init(page: @escaping @Sendable (_ cursor: String?) async throws -> Listing<Item>) {
      self.page = page
    }

    /// The next item; nil at the end. After an error the same page is asked for again.
    public mutating func next() async throws -> Item? {
      while true {
        while let item = loaded.popFirst() {
          if seen.insert(item.id).inserted { return item }
        }
        guard !isAtEnd else { return nil }
        try Task.checkCancellation()
        let listing = try await page(cursor)
        loaded = listing.items[...]
        cursor = listing.page.nextCursor
        isAtEnd = cursor == nil
      }
    }
  }
}
