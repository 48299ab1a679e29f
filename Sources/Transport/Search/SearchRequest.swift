import Domain
import UseCases
import Web

/// The query of `GET /v1/search`.
struct SearchRequest: Sendable {
  let question: SearchProducts.Question
  /// Unchecked until the whole query is known.
  let cursor: String?

  /// Nil without `q`, which the declaration requires.
  ///
  /// - Throws: 400 if `price_max` is below `price_min`.
  init?(_ values: QueryValues) throws(Problem) {
    guard let query = values[Self.query] else { return nil }
    if let least = values[Self.priceMin], let most = values[Self.priceMax], most < least {
      let flaw = ValidationError(
        "out_of_range", "The highest price is below the lowest.",
        hint: "Use price_min or more, from \(least) to \(Price.amountMax).",
        allowed: .numbers(least...Price.amountMax))
      throw Problem(query: [ParameterMistake("price_max", flaw)])
    }
    question = SearchProducts.Question(
      query: query, sort: values[Self.sort],
      filter: SearchFilter(
        onlyOnSale: values[ProductListRequest.onSale],
        onlyInStock: values[ProductListRequest.inStock], vendor: values[ProductListRequest.vendor],
        event: values[ProductListRequest.event], categories: values[Self.categories],
        itemTypes: values[Self.itemTypes], brands: values[Self.brands],
        options: OptionFilter(values[ProductListRequest.option]),
        priceMin: values[Self.priceMin], priceMax: values[Self.priceMax]),
      limit: values[ProductListRequest.limit], wantsFacets: values[Self.facets])
    cursor = values[ProductListRequest.cursor]
  }

  static let parameters =
    [
      query.declaration, sort.declaration, ProductListRequest.limit.declaration,
      ProductListRequest.cursor.declaration,
    ] + ProductListRequest.sharedFilters + [
      categories.declaration, itemTypes.declaration, brands.declaration, priceMin.declaration,
      priceMax.declaration, facets.declaration,
    ]

  static let query = QueryParameter<SearchQuery?>(
    "q", Wire.query, "The text to search for: 1 to \(SearchQuery.charactersMax) characters.",
    default: nil, isRequired: true, example: "머그"
  ) { text in try SearchQuery(text) }

  private static let categories = RepeatedParameter<Int64>(
    "category", .integer(1...), "Only what is of an item type of one of these categories.",
    max: SearchFilter.valuesMax
  ) { text in try ProductListRequest.id(text, of: "a category", example: "category=5&category=6") }
  private static let itemTypes = RepeatedParameter<Int64>(
    "item_type", .integer(1...), "Only what is of one of these item types.",
    max: SearchFilter.valuesMax
  ) { text in
    try ProductListRequest.id(text, of: "an item type", example: "item_type=28&item_type=29")
  }
  private static let brands = RepeatedParameter<String>(
    "brand", Wire.title,
    "Only what is of one of these brands: a `name` of `facets.brands`.",
    max: SearchFilter.valuesMax
  ) { text in try SearchRuleWord(query: text).folded }
  private static let sort = QueryParameter<SearchSort>.word(
    "sort", default: .relevance, "The order of what is found.")
  private static let priceMin = price("price_min", "Only what costs this much at least, in won.")
  private static let priceMax = price("price_max", "Only what costs this much at most, in won.")
  private static let facets = QueryParameter<Bool>(
    "facets", .boolean, "Whether the first page has `facets`.", default: true, shown: true
  ) { text in try QueryParameter.flag(text) }

  private static func price(_ name: String, _ meaning: String) -> QueryParameter<Int64?> {
    QueryParameter(name, .integer(0...Price.amountMax), meaning, default: nil) {
      text in
      guard let amount = Int64(text), (0...Price.amountMax).contains(amount), String(amount) == text
      else {
        throw ValidationError(
          "out_of_range", "Not a valid amount of won.",
          hint: "Use digits only, from 0 to \(Price.amountMax).",
          allowed: .numbers(0...Price.amountMax))
      }
      return amount
    }
  }
}
