/// A page of what is found: what somebody looks for, in which order, and from where on.
package struct ProductSearch: Sendable, Hashable {
  package var pattern: SearchPattern
  package var sort: SearchSort
  package var filter: SearchFilter
  /// The page goes on after it; nil begins.
  package var position: ProductPosition?
  /// How many are passed over from there: what dialects with numbered pages need.
  package var skip: Int
  /// How many are wanted.
  package var limit: Int
  /// Of one of several pages that are asked for by numbers: how many matches all of them have
  /// together at most. Their order is the same on each. Nil for a page that goes on from another.
  package var reach: Int?
  /// By relevance, how many of the newest matches are ranked where there are many more: so many a
  /// reader can reach.
  package var rankedMax: Int { reach ?? Self.rankedUsually }
  package static let rankedUsually = 250

  package init(
    pattern: SearchPattern, sort: SearchSort, filter: SearchFilter = SearchFilter(),
    position: ProductPosition? = nil, skip: Int = 0, limit: Int, reach: Int? = nil
  ) {
    self.pattern = pattern
    self.sort = sort
    self.filter = filter
    self.position = position
    self.skip = skip
    self.limit = limit
    self.reach = reach
  }
}

/// An order of what is found. Each ends with the newest first.
package enum SearchSort: String, Sendable, Hashable, CaseIterable {
  /// By ``SearchCloseness``, and of equally close ones those in stock first.
  case relevance
  case newest
  case priceAscending = "price_asc"
  case priceDescending = "price_desc"
  /// Those with the most reviews first.
  case reviews
}

/// Which of the products that match are wanted.
package struct SearchFilter: Sendable, Hashable {
  /// Its sort does not matter.
  package var products: ProductQuery
  /// What is paid, in won, at least and at most; either leaves out what is sold for dollars.
  package var priceMin: Int64?
  package var priceMax: Int64?
  package var excludesUsed: Bool

  package init(
    products: ProductQuery = ProductQuery(), priceMin: Int64? = nil, priceMax: Int64? = nil,
    excludesUsed: Bool = false
  ) {
    self.products = products
    self.priceMin = priceMin
    self.priceMax = priceMax
    self.excludesUsed = excludesUsed
  }

  package var isEmpty: Bool { self == SearchFilter() }

  /// Whether one vendor, event, category or item type is wanted.
  package var namesGroup: Bool {
    namesSmallGroup || products.category != nil || products.itemType != nil
  }

  /// Whether one vendor or event is wanted: so few products that all of them are looked at.
  package var namesSmallGroup: Bool { products.vendor != nil || products.event != nil }
}

/// A product that was found.
package struct FoundProduct: Sendable, Hashable {
  package let product: CellProduct
  package let maker: Title?
  package let mall: Title?
  package let link: ImageReference?
  package let categoryPath: [Title]
  /// Where it stands in the order of the search.
  package let position: ProductPosition

  package init(
    product: CellProduct, maker: Title?, mall: Title?, link: ImageReference?,
    categoryPath: [Title], position: ProductPosition
  ) {
    self.product = product
    self.maker = maker
    self.mall = mall
    self.link = link
    self.categoryPath = categoryPath
    self.position = position
  }
}

/// How many products match.
package struct SearchTotal: Sendable, Hashable {
  package let count: Int64
  /// False for an estimate.
  package let isExact: Bool

  package init(count: Int64, isExact: Bool) {
    self.count = count
    self.isExact = isExact
  }
}

/// How many products match a search, and what they have in common.
package struct SearchOverview: Sendable, Hashable {
  package let total: SearchTotal
  /// Nil when nobody asked.
  package let facets: SearchFacets?

  package init(total: SearchTotal, facets: SearchFacets?) {
    self.total = total
    self.facets = facets
  }
}

/// What the newest matches have in common.
package struct SearchFacets: Sendable, Hashable {
  /// How many matches are looked at, at most.
  package static let matchesMax = 2_000
  /// How many values of each kind are told.
  package static let valuesMax = 20
  /// Upper ends of bands of prices, in won; what costs more is in a band of its own.
  package static let priceBands: [Int64] = [10_000, 30_000, 50_000, 100_000, 300_000]

  /// How many matches were looked at.
  package var matches: Int64
  /// Whether those are all.
  package var isComplete: Bool
  /// The commonest first.
  package var categories: [Value] = []
  package var itemTypes: [Value] = []
  package var brands: [Value] = []
  /// From the cheapest on; `id` is the index of the band in ``priceBands``.
  package var prices: [Value] = []

  package init(matches: Int64, isComplete: Bool) {
    self.matches = matches
    self.isComplete = isComplete
  }

  package struct Value: Sendable, Hashable {
    /// Nil for what has only a name.
    package let id: Int64?
    package let name: String
    package let count: Int64

    package init(id: Int64?, name: String, count: Int64) {
      self.id = id
      self.name = name
      self.count = count
    }
  }
}
