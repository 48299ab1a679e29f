/// A stretch of a list of products, newest first, as apps ask for it that count: page numbers and
/// offsets.
///
/// Counting alone shows a product twice when a newer one arrives between two pages. An anchor,
/// which the app brings back without knowing it, holds the list still: see ``ListAnchor``.
package struct NumberedPage: Sendable, Hashable {
  package let list: CountedList
  /// How many products stand before the first one that is wanted.
  package let offset: Int64
  /// 1 to 100.
  package let count: Int
  /// What an earlier answer of the same list said; nil at its beginning.
  package let anchor: ListAnchor?

  package init(list: CountedList, offset: Int64, count: Int, anchor: ListAnchor?) {
    self.list = list
    self.offset = offset
    self.count = count
    self.anchor = anchor
  }

  /// How it is found.
  package var finding: ListAnchor.Finding { .init(anchor, offset: offset) }
}

/// A list whose products are counted while they come and go.
package enum CountedList: Sendable, Hashable, CaseIterable {
  case all
  /// Those in won: for apps that know no other currency.
  case won
}

/// A list that apps count in.
package enum ProductList: Sendable, Hashable {
  case counted(CountedList)
  /// What a search finds, the newest first.
  case found(SearchQuery)
  /// What a text finds that nobody can search for.
  case nothing

  /// All products for a text in which nothing is visible.
  package init(searchedBy text: String) {
    if text.allSatisfy(\.isWhitespace) {
      self = .counted(.all)
    } else if let query = try? SearchQuery(text) {
      self = .found(query)
    } else {
      self = .nothing
    }
  }
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

  package enum Finding: Sendable, Hashable {
    /// The list begins anew.
    case beginning
    /// Starts with this id: the page that was answered last, once more.
    case from(Int64)
    /// Goes on behind this id: the page that follows.
    case behind(Int64)
    /// A leap: counted among those that are not newer.
    case counting(newest: Int64)

    /// - Parameter offset: of the window that is wanted.
    package init(_ anchor: ListAnchor?, offset: Int64) {
      guard offset > 0 else {
        self = .beginning
        return
      }
      guard let anchor else {
        self = .counting(newest: .max)
        return
      }
      switch offset {
      case anchor.offset: self = .from(anchor.first)
      case anchor.offset + Int64(anchor.count): self = .behind(anchor.last)
      default: self = .counting(newest: anchor.newest)
      }
    }
  }
}

/// What stands in a window.
package struct ListedWindow: Sendable, Hashable {
  package let products: [ProductSummary]
  /// Whether something stands behind them.
  package let hasNext: Bool
  /// How many products the list holds now; of a search perhaps an estimate.
  package let total: Int64

  package init(products: [ProductSummary], hasNext: Bool, total: Int64) {
    self.products = products
    self.hasNext = hasNext
    self.total = total
  }
}
