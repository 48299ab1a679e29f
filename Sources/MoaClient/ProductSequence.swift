import Foundation
public import ViewData

/// The items of a list, page after page.
///
/// No id comes twice, even if products are sold or registered between two pages. No page is loaded
/// before its items are asked for.
public struct ProductSequence<Item>: AsyncSequence, Sendable
where Item: Sendable & Hashable & Codable & Identifiable, Item.ID: Sendable {
  /// The type of the items.
  public typealias Element = Item

  let page: @Sendable (_ cursor: String?) async throws -> Listing<Item>

  /// Starts at the beginning of the list.
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

    /// The next item; nil at the end. After an error the same page is requested again.
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

extension Moa {
  /// The products that a section's `more` links to, as list rows: if the link has a cursor, those
  /// after the section's own, otherwise the whole list.
  ///
  /// Nil when the link is for something other than products: more kinds may come.
  public func products(_ more: ScreenLink) -> ProductSequence<ProductCell>? {
    list(more, as: .cell)
  }

  /// The same as tiles for grids of small pictures.
  public func productTiles(_ more: ScreenLink) -> ProductSequence<ProductTile>? {
    list(more, as: .tile)
  }

  private func list<Item>(_ more: ScreenLink, as variant: ProductVariant) -> ProductSequence<Item>?
  {
    guard more.kind == "products", let parts = URLComponents(string: more.path) else { return nil }
    return ProductSequence { cursor in
      var items = parts.queryItems ?? []
      if let cursor = cursor ?? more.nextCursor {
        items.append(URLQueryItem(name: "cursor", value: cursor))
      }
      if variant != .cell { items.append(URLQueryItem(name: "variant", value: variant.rawValue)) }
      // Only a shop on a server has links.
      return try await answer(
        MoaRead(parts.path, items) { _ in throw MoaError.unusableAddress(reader.connection.url) }
      ).value
    }
  }
}
