/// A page of search results: query, filter, order and place.
package struct ProductSearch: Sendable, Hashable {
  package var pattern: SearchPattern
  package var sort: SearchSort
  package var filter: SearchFilter
  /// The page begins after it; nil for the first page.
  package var position: ProductPosition?
  /// The number of results to skip after ``position``, for dialects with numbered pages.
  package var skip: Int
  /// The size of the page.
  package var limit: Int
  /// The most results that all pages of a numbered sequence have together; all of them rank the
  /// same results. Nil for pages that continue from a position.
  package var reach: Int?
  /// The number of newest matches to rank by relevance when there are many more: as many as a
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

/// An order of results. Each ends with the newest first.
package enum SearchSort: String, Sendable, Hashable, CaseIterable {
  /// By ``SearchCloseness``; of equally close products those in stock first.
  case relevance
  case newest
  case priceAscending = "price_asc"
  case priceDescending = "price_desc"
  /// By the number of reviews, the most first.
  case reviews
}

/// A filter of the products that match.
package struct SearchFilter: Sendable, Hashable {
  /// The largest number of values of one filter.
  package static let valuesMax = 20
  /// Filters that lists have, too.
  package let onlyOnSale: Bool
  package let onlyInStock: Bool
  package let vendor: VendorIdentifier?
  package let event: Int64?
  /// Only products of one of these categories; of all if there are none. Ascending.
  package let categories: [Int64]
  /// Only products of one of these item types.
  package let itemTypes: [Int64]
  /// Only products of one of these brands, folded and without spaces.
  package let brands: [String]
  /// Only products with a variant of these values.
  package var options: OptionFilter
  /// The range of the price after the discount, in won; either end excludes products in dollars.
  package var priceMin: Int64?
  package var priceMax: Int64?
  package var excludesUsed: Bool
  package var onlyWonAndDollars: Bool

  package init(
    onlyOnSale: Bool = false, onlyInStock: Bool = false, vendor: VendorIdentifier? = nil,
    event: Int64? = nil, categories: [Int64] = [], itemTypes: [Int64] = [], brands: [String] = [],
    options: OptionFilter = OptionFilter(), priceMin: Int64? = nil, priceMax: Int64? = nil,
    excludesUsed: Bool = false, onlyWonAndDollars: Bool = false
  ) {
    self.onlyOnSale = onlyOnSale
    self.onlyInStock = onlyInStock
    self.vendor = vendor
    self.event = event
    self.categories = Set(categories).sorted()
    self.itemTypes = Set(itemTypes).sorted()
    self.brands = Set(brands).sorted()
    self.options = options
    self.priceMin = priceMin
    self.priceMax = priceMax
    self.excludesUsed = excludesUsed
    self.onlyWonAndDollars = onlyWonAndDollars
  }

  package var isEmpty: Bool { self == SearchFilter() }

  /// Whether the filter names a vendor, event, value of an option, category or item type.
  package var namesGroup: Bool {
    namesSmallGroup || !options.isEmpty || !categories.isEmpty || !itemTypes.isEmpty
  }

  /// Whether the filter names a vendor or an event: so few products that all of them are scanned.
  package var namesSmallGroup: Bool { vendor != nil || event != nil }
}

/// A search result.
package struct FoundProduct: Sendable, Hashable {
  package let product: ProductSummary
  package let maker: Title?
  package let mall: Title?
  package let link: ImageReference?
  package let categoryPath: [Title]
  /// Its place in the order of the search.
  package let position: ProductPosition

  package init(
    product: ProductSummary, maker: Title?, mall: Title?, link: ImageReference?,
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

/// The number of products that match.
package struct SearchTotal: Sendable, Hashable {
  package let count: Int64
  /// False for an estimate.
  package let isExact: Bool

  package init(count: Int64, isExact: Bool) {
    self.count = count
    self.isExact = isExact
  }
}

/// The number of products that match a search, and their facets.
package struct SearchOverview: Sendable, Hashable {
  package let total: SearchTotal
  /// Nil when they were not requested.
  package let facets: SearchFacets?

  package init(total: SearchTotal, facets: SearchFacets?) {
    self.total = total
    self.facets = facets
  }
}

/// The most frequent properties of the newest matches.
package struct SearchFacets: Sendable, Hashable {
  /// The largest number of matches to count.
  package static let matchesMax = 2_000
  /// The largest number of values of each kind.
  package static let valuesMax = 20
  /// The largest number of options, such as sizes and colours.
  package static let optionsMax = 5
  /// Upper ends of price ranges, in won; higher prices have a range of their own.
  package static let priceBands: [Int64] = [10_000, 30_000, 50_000, 100_000, 300_000]

  /// The number of matches that were counted.
  package var matches: Int64
  /// Whether all matches were counted.
  package var isComplete: Bool
  /// The most frequent first.
  package var categories: [Value] = []
  package var itemTypes: [Value] = []
  package var brands: [Value] = []
  /// Values of options, the option with the most frequent value first.
  package var options: [Option] = []
  /// From the cheapest; `id` is the index of the range in ``priceBands``.
  package var prices: [Value] = []

  package init(matches: Int64, isComplete: Bool) {
    self.matches = matches
    self.isComplete = isComplete
  }

  package struct Option: Sendable, Hashable {
    package let name: String
    /// The most frequent first.
    package let values: [Value]

    package init(name: String, values: [Value]) {
      self.name = name
      self.values = values
    }
  }

  package struct Value: Sendable, Hashable {
    /// Nil for a value that has only a name.
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
