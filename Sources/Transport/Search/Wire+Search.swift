import Domain
import UseCases
import ViewData
import Web

extension Wire {
  static let searchResult = WireObject<SearchResult>(
    "SearchResult", "A page of what a search found.",
    [
      .objects("items", foundProduct, 0...BrowseProducts.limitMax, "In the order of display.") {
        $0.items
      },
      .value("total", .integer(0...), "How many products match in all.", 128) {
        .integer($0.total)
      },
      .value("total_is_exact", .boolean, "False when `total` is an estimate.", true) {
        .bool($0.totalIsExact)
      },
      .value(
        "corrected_query", query, isRequired: false,
        "What was searched instead; left out unless a typing mistake was corrected.", "머그컵"
      ) { .string($0.correctedQuery) },
      .object(
        "facets", searchFacets, isRequired: false, facetsMeaning
      ) { $0.facets },
      .object(
        "redirect", link, isRequired: false,
        "Where the shop leads those who search for this; on first pages only, seldom there."
      ) { $0.redirect },
      .object("page", pageLink, "How to go on.") { $0.page },
    ])

  static let foundProduct = WireObject<FoundProductCell>(
    "FoundProduct", "A product that was found, ready to draw.",
    [
      .members(of: productCell) { $0.cell },
      .objects("highlights", textHighlight, nil, "Parts of `title` that match, in order.") {
        $0.highlights
      },
    ])

  static let searchSuggestions = WireObject<SearchSuggestions>(
    "SearchSuggestions", "Queries and products for a text that is being typed.",
    [
      .objects(
        "terms", suggestedTerm, 0...SuggestSearches.termsMax, "Queries, the likeliest first."
      ) { $0.terms },
      .objects(
        "products", foundProductTile, 0...SuggestSearches.productsMax,
        "What the query finds: titles that begin with it, then the newest."
      ) { $0.products },
    ])

  static let trendingSearches = wholeList(
    "TrendingSearches", "What many search for.", of: trendingSearch, 0...SearchTrend.countMax)

  private static let trendingSearch = WireObject<TrendingSearch>(
    "TrendingSearch", "A query that many search for.",
    [
      .value("text", .string(), "The query.", "도자기 머그") { .string($0.text) },
      .value("rank", .integer(1...Int64(SearchTrend.countMax)), "From 1.", 1) { .integer($0.rank) },
    ])

  private static let suggestedTerm = WireObject<SuggestedTerm>(
    "SuggestedTerm", "A query to search for with one tap.",
    [
      .value("text", .string(), "The whole query.", "도자기 머그") { .string($0.text) },
      .objects("highlights", textHighlight, nil, "Parts of `text` that are typed already.") {
        $0.highlights
      },
    ])

  private static let foundProductTile = WireObject<FoundProductTile>(
    "FoundProductTile", "A product that was found, with a small picture.",
    [
      .members(of: productTile) { $0.tile },
      .objects("highlights", textHighlight, nil, "Parts of `title` that match, in order.") {
        $0.highlights
      },
    ])

  static let textHighlight = WireObject<TextHighlight>(
    "TextHighlight", "Part of a text, in UTF-16 code units: what `NSRange` counts in.",
    [
      .value("location", .integer(0...), "Code units before it.", 3) { .integer($0.location) },
      .value("length", .integer(1...), "How many code units it has.", 2) { .integer($0.length) },
    ])

  static let facetsMeaning =
    "What the newest matches have in common, as a filter sheet shows it; on first pages only."

  static let searchFacets = WireObject<SearchFacetsView>(
    "SearchFacets",
    """
    What the newest matches of a search have in common. Each list is without its own filter: with \
    `brand`, the other brands are counted, too.
    """,
    [
      .value(
        "matches", .integer(0...Int64(SearchFacets.matchesMax)),
        "How many matches were looked at: the newest.", 128
      ) { .integer($0.matches) },
      .value("is_complete", .boolean, "Whether everything was counted.", true) {
        .bool($0.isComplete)
      },
      .objects("categories", facetValue, values, "The commonest first.") { $0.categories },
      .objects("item_types", facetValue, values, "The commonest first.") { $0.itemTypes },
      .objects("brands", brandFacet, values, "The commonest first.") { $0.brands },
      .objects(
        "options", optionFacet, 0...SearchFacets.optionsMax,
        "Options such as sizes and colours, the commonest first."
      ) { $0.options },
      .objects(
        "prices", priceFacet, 0...SearchFacets.priceBands.count + 1, "From the cheapest on."
      ) { $0.prices },
    ])

  private static let values = 0...SearchFacets.valuesMax

  private static let facetValue = WireObject<FacetValue>(
    "FacetValue", "A category or an item type, and how many matches are of it.",
    [
      .value("id", .integer(1...), "For the filter of the same name.", 4) { .integer($0.id) },
      .value("title", title, "One line.", "주방용품") { .string($0.title) },
      .value("count", .integer(1...), "How many of the matches.", 12) { .integer($0.count) },
    ])

  private static let brandFacet = WireObject<BrandFacet>(
    "BrandFacet", "A brand, and how many matches are of it.",
    [
      .value("name", title, "For the filter `brand`.", "Moa") { .string($0.name) },
      .value("count", .integer(1...), "How many of the matches.", 12) { .integer($0.count) },
    ])

  private static let optionFacet = WireObject<OptionFacet>(
    "OptionFacet", "An option, such as the size, and its values.",
    [
      .value("name", title, "One line.", "사이즈") { .string($0.name) },
      .objects("values", optionValueFacet, values, "The commonest first.") { $0.values },
    ])

  private static let optionValueFacet = WireObject<OptionValueFacet>(
    "OptionValueFacet", "A value of an option, and how many matches have a variant of it.",
    [
      .value("text", title, "One line.", "270") { .string($0.text) },
      .value("option", .string(), "For the filter `option`.", "사이즈:270") { .string($0.option) },
      .value("count", .integer(1...), "How many of the matches.", 12) { .integer($0.count) },
    ])

  private static let priceFacet = WireObject<PriceFacet>(
    "PriceFacet", "A band of prices in won, and how many matches are in it.",
    [
      .value("text", .string(), "Ready to draw.", "10,000원 ~ 29,999원") { .string($0.text) },
      .value("min", money, isRequired: false, "For `price_min`; left out for the cheapest.", 10_000)
      {
        .integer($0.min)
      },
      .value("max", money, isRequired: false, "For `price_max`; left out for the dearest.", 29_999)
      {
        .integer($0.max)
      },
      .value("count", .integer(1...), "How many of the matches.", 12) { .integer($0.count) },
    ])
}
