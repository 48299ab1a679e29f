/// A stretch of the list of all products, newest first, as apps ask for it that count: page numbers
/// and offsets.
///
/// Counting alone shows a product twice when a newer one arrives between two pages. An anchor, which
/// the app brings back without knowing it, holds the list still: see ``ListAnchor``.
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
}

/// A list that is counted.
package enum ProductList: Int16, Sendable, Hashable, CaseIterable {
  case all = 0
  /// Those in won: apps that know no other currency.
  case won = 1
}

/// Where somebody stands who reads a list page by page.
///
/// It keeps the newest id that they have seen, so that what arrives later moves nothing, and the
/// ends of the page they got last, so that the next one goes on behind it whatever was removed.
package struct ListAnchor: Sendable, Hashable {
  /// The first id of the list when its reading began; nothing newer belongs to it.
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
  package func finding(_ window: ListWindow) -> Finding {
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
  /// How many products the list holds now.
  package let total: Int64

  package init(products: [ProductSummary], hasNext: Bool, total: Int64) {
    self.products = products
    self.hasNext = hasNext
    self.total = total
  }
}
