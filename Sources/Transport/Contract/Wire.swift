import ViewData
import Web

/// The members of every type in JSON, each declared once, for the answers and for their contract.
package enum Wire {
  /// A list with items of this type.
  ///
  /// - Parameter name: of the list: `ProductCellList`.
  static func listing<Item>(
    _ name: String, _ meaning: String, of item: WireObject<Item>, _ count: ClosedRange<Int>
  ) -> WireObject<Listing<Item>> {
    WireObject(
      name, meaning,
      [
        .objects("items", item, count, "In the order of display.") { $0.items },
        .object("page", pageLink, "How to go on.") { $0.page },
      ])
  }

  /// A list without pages.
  static func wholeList<Item>(
    _ name: String, _ meaning: String, of item: WireObject<Item>, _ count: ClosedRange<Int>
  ) -> WireObject<[Item]> {
    WireObject(
      name, meaning, [.objects("items", item, count, "In the order of display.") { copy $0 }])
  }

  static let pageLink = WireObject<PageLink>(
    "PageLink", "How a list goes on.",
    [
      .value(
        "next_cursor",
        .string(), isRequired: false,
        "Sent back as `cursor` it gives the next page; left out at the end of the list.",
        "AAAAAAAAAM8BAAAAAAAAALwrLeoRzZzfDQ"
      ) { .string($0.nextCursor) }
    ])
}
