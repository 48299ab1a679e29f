/// A page of a list, newest first, for apps that page by numbers and offsets.
///
/// A number alone would show a product twice when a newer one arrives between two pages. So the app
/// gets an anchor in a cookie and sends it back, which keeps the list as it was: see
/// ``ListAnchor``.
package struct NumberedPage: Sendable, Hashable {
  package let list: CountedList
  /// How many products of the list come before the page.
  package let offset: Int64
  /// 1 to 100.
  package let count: Int
  /// From an earlier page of the same list; nil at its beginning.
  package let anchor: ListAnchor?

  package init(list: CountedList, offset: Int64, count: Int, anchor: ListAnchor?) {
    self.list = list
    self.offset = offset
    self.count = count
    self.anchor = anchor
  }

  package var start: ListAnchor.Start { .init(anchor, offset: offset) }
}

/// A list whose total is stored, and updated when products come and go.
package enum CountedList: Sendable, Hashable, CaseIterable {
  /// Products in won and dollars, for apps that have no other currency.
  case wonAndDollars
  /// Products in won, for apps that have no other currency.
  case won
}

/// A list that apps read by numbered pages.
package enum ProductList: Sendable, Hashable {
  case counted(CountedList)
  /// The results of a search in won and dollars, newest first.
  case found(SearchQuery)
  /// No products, because the text cannot be searched for.
  case nothing

  /// The whole list for a blank text.
  package init(searchedBy text: String) {
    if text.allSatisfy(\.isWhitespace) {
      self = .counted(.wonAndDollars)
    } else if let query = try? SearchQuery(text) {
      self = .found(query)
    } else {
      self = .nothing
    }
  }
}

/// A client's place in a list that it reads page by page.
///
/// The newest id that it has seen keeps later products from shifting the pages. The ids at the ends
/// of its last page let the next one follow exactly, even after removals.
package struct ListAnchor: Sendable, Hashable {
  /// The first id of the list when the client began; newer products are left out.
  package let newest: Int64
  /// The offset of the last page.
  package let offset: Int64
  /// The first and the last id of that page.
  package let first: Int64
  package let last: Int64
  /// The number of products on that page.
  package let count: Int

  package init(newest: Int64, offset: Int64, first: Int64, last: Int64, count: Int) {
    self.newest = newest
    self.offset = offset
    self.first = first
    self.last = last
    self.count = count
  }

  /// The start of a page: among the products with ids up to `ceiling`, after the first `skip`.
  package struct Start: Sendable, Hashable {
    package let ceiling: Int64
    package let skip: Int64

    /// - Parameter offset: of the requested page.
    package init(_ anchor: ListAnchor?, offset: Int64) {
      (ceiling, skip) =
        switch (offset, anchor) {
        case (...0, _): (.max, 0)
        case (_, nil): (.max, offset)
        // The last page again.
        case (anchor?.offset, let anchor?): (anchor.first, 0)
        // The page after it.
        case (_, let anchor?) where offset - anchor.offset == anchor.count:
          (max(anchor.last, .min + 1) - 1, 0)
        case (_, let anchor?): (anchor.newest, offset)
        }
    }
  }
}

/// The products of a numbered page.
package struct ListedWindow: Sendable, Hashable {
  package let products: [ProductSummary]
  /// Whether more products follow.
  package let hasNext: Bool
  /// The current total of the list; for a search it may be an estimate.
  package let total: Int64

  package init(products: [ProductSummary], hasNext: Bool, total: Int64) {
    self.products = products
    self.hasNext = hasNext
    self.total = total
  }
}
