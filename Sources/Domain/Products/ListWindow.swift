import Text

/// A stretch of a list of products, newest first, as apps ask for it that count: page numbers and
/// offsets.
///
/// Counting alone shows a product twice when a newer one arrives between two pages. An anchor,
/// which the app brings back without knowing it, holds the list still: see ``ListAnchor``.
package struct ListWindow: Sendable, Hashable {
  package let list: ProductList
  /// How many products stand before the first one that is wanted.
  package let offset: Int64
  /// 1 to 100.
  package let count: Int
  /// What an earlier answer of the same list said; nil at its beginning.
  package let anchor: ListAnchor?

  package init(list: ProductList, offset: Int64, count: Int, anchor: ListAnchor?) {
    self.list = list
    self.offset = offset
    self.count = count
    self.anchor = anchor
  }

  /// How it is found.
  package var finding: ListAnchor.Finding {
    anchor?.finding(self) ?? (offset == 0 ? .beginning : .counting(newest: .max))
  }
}

/// A list that apps count in.
package enum ProductList: Sendable, Hashable {
  case all
  /// Those in won: apps that know no other currency.
  case won
  /// Of the newest ``searchedMax`` those whose name, or whose vendor's name, holds a text, in any
  /// case; every sign means itself. The text is as texts are stored. Of letters that only Unicode
  /// holds for cases of one another, such as `K` and the Kelvin sign, the store may tell both
  /// apart.
  case named(String)

  /// How many products a search looks at, the newest: without an index of its own it must end
  /// somewhere, and two thousand names are read in some milliseconds.
  package static let searchedMax = 2_000

  /// All products for a text in which nothing is visible.
  package init(searchedBy text: String) {
    let text = text.tidied
    self = text.isEmpty ? .all : .named(text)
  }

  /// By bytes: texts that only Unicode holds for the same find other names.
  package static func == (left: ProductList, right: ProductList) -> Bool {
    switch (left, right) {
    case (.all, .all), (.won, .won): true
    case (.named(let one), .named(let other)): one.utf8.elementsEqual(other.utf8)
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .all: hasher.combine(0)
    case .won: hasher.combine(1)
    case .named(let text):
      hasher.combine(2)
      for byte in text.utf8 { hasher.combine(byte) }
    }
  }
}

/// Where somebody stands who reads a list page by page.
///
/// It keeps the newest id that they have seen, so that what arrives later moves nothing, and the
/// ends of the page they got last, so that the next one goes on behind it whatever was removed.
package struct ListAnchor: Sendable, Hashable {
  /// The first id of the list, or the first that was searched, when its reading began; nothing
  /// newer belongs to it.
  package let newest: Int64
  /// The offset of the page that was answered last.
  package let offset: Int64
  /// The ids at its ends.
  package let first: Int64
  package let last: Int64
  /// How many it held.
  package let count: Int

  package init(newest: Int64, offset: Int64, first: Int64, last: Int64, count: Int) {
    self.newest = newest
    self.offset = offset
    self.first = first
    self.last = last
    self.count = count
  }

  /// How a window is found that this anchor was brought back for.
  fileprivate func finding(_ window: ListWindow) -> Finding {
    if window.offset == 0 { return .beginning }
    if window.offset == offset { return .from(first) }
    if window.offset == offset + Int64(count) { return .behind(last) }
    return .counting(newest: newest)
  }

  package enum Finding: Sendable, Hashable {
    /// The list begins anew.
    case beginning
    /// Starts with this id: the page that was answered last, once more.
    case from(Int64)
    /// Goes on behind this id: the page that follows.
    case behind(Int64)
    /// A leap: counted among those that are not newer.
    case counting(newest: Int64)
  }
}

/// What stands in a window.
package struct ListedWindow: Sendable, Hashable {
  package let products: [ProductSummary]
  /// Whether something stands behind them.
  package let hasNext: Bool
  /// How many products the list holds now; of a search as many as are found from where it begins.
  package let total: Int64
  /// Where a search begins: the newest product that was looked at, found or not. Nil for other
  /// lists, which begin with their first product, and where there was none to look at.
  package let searchedFrom: Int64?

  package init(
    products: [ProductSummary], hasNext: Bool, total: Int64, searchedFrom: Int64? = nil
  ) {
    self.products = products
    self.hasNext = hasNext
    self.total = total
    self.searchedFrom = searchedFrom
  }
}
