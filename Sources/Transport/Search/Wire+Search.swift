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
      .integer("total", .integer(0...), "How many products match in all.", 128) { $0.total },
      .bool("total_is_exact", "False when `total` is an estimate.", true) { $0.totalIsExact },
      .optionalString(
        "corrected_query", .string(1...SearchQuery.bytesMax),
        "What was searched instead; left out unless a typing mistake was corrected.", "머그컵"
      ) { $0.correctedQuery },
      .optionalObject(
        "facets", searchFacets, "What the newest matches have in common; on first pages only."
      ) { $0.facets },
      .optionalObject(
        "redirect", link,
        "Where the shop leads those who search for this; on first pages only, seldom there."
      ) { $0.redirect },
      .object("page", pageLink, "How to go on.") { $0.page },
    ])

  static let foundProduct = WireObject<FoundProductCell>(
    "FoundProduct", "A product that was found, ready to draw.",
    productCell.members(of: \.cell) + [
      .objects("highlights", textHighlight, nil, "Parts of `title` that match, in order.") {
        $0.highlights
      }
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
      .string("text", .string(), "The query.", "도자기 머그") { $0.text },
      .integer("rank", .integer(1...Int64(SearchTrend.countMax)), "From 1.", 1) { $0.rank },
    ])

  private static let suggestedTerm = WireObject<SuggestedTerm>(
    "SuggestedTerm", "A query to search for with one tap.",
    [
      .string("text", .string(), "The whole query.", "도자기 머그") { $0.text },
      .objects("highlights", textHighlight, nil, "Parts of `text` that are typed already.") {
        $0.highlights
      },
    ])

  private static let foundProductTile = WireObject<FoundProductTile>(
    "FoundProductTile", "A product that was found, with a small picture.",
    productTile.members(of: \.tile) + [
      .objects("highlights", textHighlight, nil, "Parts of `title` that match, in order.") {
        $0.highlights
      }
    ])

  static let textHighlight = WireObject<TextHighlight>(
    "TextHighlight", "Part of a text, in UTF-16 code units: what `NSRange` counts in.",
    [
      .integer("location", .integer(0...), "Code units before it.", 3) { $0.location },
      .integer("length", .integer(1...), "How many code units it has.", 2) { $0.length },
    ])

  private static let searchFacets = WireObject<SearchFacetsView>(
    "SearchFacets", "What the newest matches of a search have in common.",
    [
      .integer(
        "matches", .integer(0...Int64(SearchFacets.matchesMax)),
        "How many matches were looked at: the newest.", 128
      ) { $0.matches },
      .bool("is_complete", "Whether those are all matches.", true) { $0.isComplete },
      .objects("categories", facetValue, values, "The commonest first.") { $0.categories },
      .objects("item_types", facetValue, values, "The commonest first.") { $0.itemTypes },
      .objects("brands", brandFacet, values, "The commonest first.") { $0.brands },
      .objects(
        "prices", priceFacet, 0...SearchFacets.priceBands.count + 1, "From the cheapest on."
      ) { $0.prices },
    ])

  private static let values = 0...SearchFacets.valuesMax

  private static let facetValue = WireObject<FacetValue>(
    "FacetValue", "A category or an item type, and how many matches are of it.",
    [
      .integer("id", .integer(1...), "For the filter of the same name.", 4) { $0.id },
      .string("title", title, "One line.", "주방용품") { $0.title },
      .integer("count", .integer(1...), "How many of the matches.", 12) { $0.count },
    ])

  private static let brandFacet = WireObject<BrandFacet>(
    "BrandFacet", "A brand, and how many matches are of it.",
    [
      .string("name", title, "One line.", "Moa") { $0.name },
      .integer("count", .integer(1...), "How many of the matches.", 12) { $0.count },
    ])

  private static let priceFacet = WireObject<PriceFacet>(
    "PriceFacet", "A band of prices in won, and how many matches are in it.",
    [
      .string("text", .string(), "Ready to draw.", "10,000원 ~ 29,999원") { $0.text },
      .optionalInteger("min", money, "For `price_min`; left out for the cheapest.", 10_000) {
        $0.min
      },
      .optionalInteger("max", money, "For `price_max`; left out for the dearest.", 29_999) {
        $0.max
      },
      .integer("count", .integer(1...), "How many of the matches.", 12) { $0.count },
    ])
}
