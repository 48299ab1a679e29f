package import Domain
package import UseCases

/// What a search means, as plainly as can be: every product is looked at.
extension FakeStore: ProductSearchRepository {
  package func page(_ search: ProductSearch) async throws(Failure) -> [FoundProduct] {
    await takeTime()
    return try reading { state throws(Failure) in
      state.found(search.pattern, search.filter)
        .map { FoundProduct($0, rank: $0.rank(in: search)) }
        .sorted { search.sort.places($0.position, before: $1.position) }
        .filter { product in
          search.position.map { search.sort.places($0, before: product.position) } ?? true
        }
        .dropFirst(search.skip).prefix(search.limit).map { $0 }
    }
  }

  package func overview(
    _ pattern: SearchPattern, _ filter: SearchFilter, withFacets: Bool
  ) async throws(Failure) -> SearchOverview {
    try reading { state throws(Failure) in
      let found = state.found(pattern, filter)
      var facets = SearchFacets(
        matches: Int64(min(found.count, SearchFacets.matchesMax)),
        isComplete: found.count < SearchFacets.matchesMax)
      func types(_ products: [Product]) -> [ItemType] {
        products.compactMap { product in
          state.itemTypes.first { $0.id == product.draft.details.itemType }
        }
      }
      // Each without its own filter.
      facets.itemTypes = Self.values(
        types(state.found(pattern, filter.without(itemTypes: true)))
          .map { ($0.id, $0.draft.title.text) })
      facets.categories = Self.values(
        types(state.found(pattern, filter.without(categories: true)))
          .compactMap { type in state.categories.first { $0.id == type.categoryID } }
          .map { ($0.id, $0.draft.title.text) })
      facets.brands = Self.brands(state.found(pattern, filter.without(brands: true)))
      var withAnyOptions = filter
      withAnyOptions.options = OptionFilter()
      facets.options = state.found(pattern, withAnyOptions)
        .optionFacets(filter.options, inStock: filter.onlyInStock)
      let prices = state.found(pattern, filter.without(prices: true))
        .map(\.draft.price).filter { $0.currency == .krw }.map { price in
          (Int64(SearchFacets.priceBands.prefix { $0 <= price.bargain }.count), "")
        }
      facets.prices = Self.values(prices).sorted { ($0.id ?? 0) < ($1.id ?? 0) }
      return SearchOverview(
        total: SearchTotal(count: Int64(found.count), isExact: true),
        facets: withFacets ? facets : nil)
    }
  }

  private static func values(_ found: [(id: Int64?, name: String)]) -> [SearchFacets.Value] {
    let groups = Dictionary(grouping: found) { "\($0.id ?? 0) \($0.name)" }.values
    return groups.compactMap { group in
      group.first.map {
        SearchFacets.Value(id: $0.id, name: $0.name, count: Int64(group.count))
      }
    }
    .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    .prefix(SearchFacets.valuesMax).map { $0 }
  }

  /// Brands that searches compare as equal are one, by its commonest spelling.
  private static func brands(_ products: [Product]) -> [SearchFacets.Value] {
    let spellings = products.compactMap { $0.draft.details.brand?.text }
    let brands = Dictionary(grouping: spellings) { FoldedText($0).compact }
    return values(
      brands.filter { !$0.key.isEmpty }.values.flatMap { same in
        let names = values(same.map { (nil as Int64?, $0) })
        return same.map { _ in (nil as Int64?, names[0].name) }
      })
  }

  package func found(
    among patterns: [SearchPattern], limit: Int
  ) async throws(Failure) -> [Int] {
    try reading { state throws(Failure) in
      patterns.indices.filter { !state.found(patterns[$0], SearchFilter()).isEmpty }
        .prefix(limit).map { $0 }
    }
  }

  package func titles(
    beginningWith text: String, limit: Int
  ) async throws(Failure) -> [Int64] {
    try reading { state throws(Failure) in
      state.products.map { (id: $0.id, document: SearchDocument($0.draft)) }
        .filter { $0.document.compactTitle.utf8.starts(with: text.utf8) }
        .sorted { one, other in
          let (left, right) = (one.document.body.utf8, other.document.body.utf8)
          return left.elementsEqual(right)
            ? one.id < other.id : left.lexicographicallyPrecedes(right)
        }
        .prefix(limit).map(\.id)
    }
  }

  package func tiles(of ids: [Int64]) async throws(Failure) -> [TileProduct] {
    try reading { state throws(Failure) in
      ids.compactMap { id in state.products.first { $0.id == id }.map(TileProduct.init) }
    }
  }

  package func terms(like words: [TermLookup]) async throws(Failure) -> [[String]] {
    try reading { state throws(Failure) in
      words.map { word in
        let found = state.terms.filter { term in
          let scalars = term.unicodeScalars
          if let initials = word.initials {
            return Hangul.initials(of: scalars).hasPrefix(initials)
          }
          let keys = Hangul.keys(of: scalars).utf8
          return word.keys.contains { keys.starts(with: $0.utf8) }
        }
        return Array(found.prefix(TermLookup.termsMax))
      }
    }
  }

  package func words(
    like word: SearchWord, in pattern: SearchPattern
  ) async throws(Failure) -> [String] {
    try reading { state throws(Failure) in
      var counts: [String: Int] = [:]
      for product in state.found(pattern, SearchFilter()).suffix(TermLookup.titlesMax) {
        for found in FoldedText(product.draft.name.text).words
        where word.typedCharacters(of: found) != nil {
          counts[found, default: 0] += 1
        }
      }
      return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .prefix(TermLookup.termsMax).map(\.key)
    }
  }

  package func terms(resembling word: String) async throws(Failure) -> [String] {
    let halves = SpellingCorrection.halves(of: word)
    return try reading { state throws(Failure) in
      state.terms.filter { term in
        let keys = Hangul.keys(of: term.unicodeScalars)
        return keys.hasPrefix(halves.beginning) || keys.hasSuffix(halves.ending)
      }
    }
  }

  /// They are counted when they are asked for.
  package func countTerms() async throws(Failure) -> Bool { false }

  /// Nothing is stored in folded form.
  package func foldAgain() async throws(Failure) -> Bool { false }
}

extension FakeStore.State {
  /// The oldest first.
  fileprivate func found(_ pattern: SearchPattern, _ filter: SearchFilter) -> [Product] {
    let listed = ProductQuery(
      onlyOnSale: filter.onlyOnSale, onlyInStock: filter.onlyInStock, vendor: filter.vendor,
      event: filter.event, options: filter.options)
    return products(of: listed).filter { product in
      let price = product.draft.price
      let isInRange =
        (filter.priceMin == nil && filter.priceMax == nil)
        || (price.currency == .krw && price.bargain >= filter.priceMin ?? 0
          && price.bargain <= filter.priceMax ?? .max)
      let isShown = !filter.onlyWonAndDollars || Currency.ofOpenMarket.contains(price.currency)
      return isInRange && isShown && !(filter.excludesUsed && product.draft.details.type.isUsed)
        && product.cell.matches(listed) && passes(product, filter)
        && pattern.closeness(to: SearchDocument(product.draft)) != nil
    }
  }

  private func passes(_ product: Product, _ filter: SearchFilter) -> Bool {
    let details = product.draft.details
    let type = itemTypes.first { $0.id == details.itemType }
    let brand = FoldedText(details.brand?.text ?? "").compact
    return (filter.itemTypes.isEmpty || type.map { filter.itemTypes.contains($0.id) } == true)
      && (filter.categories.isEmpty
        || type.map { filter.categories.contains($0.categoryID) } == true)
      && (filter.brands.isEmpty || filter.brands.contains(brand))
  }

  /// The commonest first.
  fileprivate var terms: [String] {
    var counts: [String: Int] = [:]
    for product in products {
      for term in SearchDocument(product.draft).terms { counts[term, default: 0] += 1 }
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }
}

extension Product {
  fileprivate func rank(in search: ProductSearch) -> Int64 {
    switch search.sort {
    case .newest: 0
    case .relevance:
      search.pattern.closeness(to: SearchDocument(draft))?
        .rank(isSoldOut: draft.stock.isSoldOut) ?? 0
    case .priceAscending, .priceDescending: draft.price.rank
    case .reviews: Int64(cell.reviews.count)
    }
  }
}

extension FoundProduct {
  fileprivate init(_ product: Product, rank: Int64) {
    let details = product.draft.details
    self.init(
      product: product.summary, maker: details.maker, mall: details.mall, link: details.link,
      categoryPath: details.categoryPath,
      position: ProductPosition(rank: rank, id: product.id))
  }
}

extension SearchSort {
  fileprivate func places(_ one: ProductPosition, before other: ProductPosition) -> Bool {
    guard one.rank != other.rank else { return one.id > other.id }
    switch self {
    case .newest: return one.id > other.id
    case .relevance, .priceAscending: return one.rank < other.rank
    case .priceDescending, .reviews: return one.rank > other.rank
    }
  }
}

extension SearchFilter {
  fileprivate func without(
    categories: Bool = false, itemTypes: Bool = false, brands: Bool = false, prices: Bool = false
  ) -> SearchFilter {
    SearchFilter(
      onlyOnSale: onlyOnSale, onlyInStock: onlyInStock, vendor: vendor, event: event,
      categories: categories ? [] : self.categories,
      itemTypes: itemTypes ? [] : self.itemTypes, brands: brands ? [] : self.brands,
      options: options, priceMin: prices ? nil : priceMin, priceMax: prices ? nil : priceMax,
      excludesUsed: excludesUsed, onlyWonAndDollars: onlyWonAndDollars)
  }
}
