import Domain
import UseCases
import ViewData
import Web

/// All that an answer of `GET /v1/products` depends on.
struct ProductListRequest {
  let query: ProductQuery
  let variant: ProductVariant
  let limit: Int
  /// Not judged yet: that takes the whole query.
  let cursor: String?
  let wantsFacets: Bool

  init(_ values: QueryValues) {
    query = Self.filter(values)
    variant = values[Self.variant]
    limit = values[Self.limit]
    cursor = values[Self.cursor]
    wantsFacets = values[Self.facets]
  }

  static let parameters =
    [limit.declaration, cursor.declaration, sort.declaration] + filterDeclarations
    + [variant.declaration, facets.declaration]

  /// Of those that say which products are wanted, in which order ever.
  private static let filterDeclarations =
    sharedFilters + [category.declaration, itemType.declaration]
  /// Filters of searches as well.
  static let sharedFilters = [
    onSale.declaration, inStock.declaration, option.declaration, vendor.declaration,
    event.declaration,
  ]

  /// Which products are wanted.
  static func filter(_ values: QueryValues) -> ProductQuery {
    ProductQuery(
      sort: values[sort] ?? .usual(ofEvent: values[event]), onlyOnSale: values[onSale],
      onlyInStock: values[inStock],
      vendor: values[vendor], event: values[event], category: values[category],
      itemType: values[itemType], options: OptionFilter(values[option]))
  }

  static let limit = QueryParameter.number(
    "limit", 1...BrowseProducts.limitMax, default: BrowseProducts.limitDefault,
    "How many items a page has.")
  static let cursor = QueryParameter<String?>(
    "cursor", .string(1...200, pattern: "^[A-Za-z0-9_-]+$"),
    "`next_cursor` of the page before, asked with the same query.",
    default: nil
  ) { $0 }
  private static let sort = QueryParameter<ProductSort?>(
    "sort", .word(ProductSort.allCases.map(\.rawValue)),
    "The order of the list: with `event` by default `arranged`, as administrators arranged the"
      + " event, otherwise `newest`.", default: nil
  ) { text in try QueryParameter<ProductSort>.known(text) }
  static let onSale = QueryParameter.flag("on_sale", "Only what is discounted.")
  static let inStock = QueryParameter.flag("in_stock", "Only what is not sold out.")
  static let option = RepeatedParameter<OptionFilter.Value>(
    "option", .string(3...2 * Title.charactersMax + 1, pattern: "^[^:]+:.+$"),
    "Only products with this value of an option: its name, a colon and the value. Values of one option"
      + " are alternatives. One variant has a value of each option, and is in stock with `in_stock`.",
    max: OptionFilter.valuesMax
  ) { text in try OptionFilter.Value(query: text) }
  static let vendor = QueryParameter<VendorIdentifier?>(
    "vendor", .uuid, "Only what this vendor sells.", default: nil
  ) { text in
    guard let vendor = VendorIdentifier(text) else {
      throw ValidationError(
        "malformed_identifier", "This is no id of a vendor.", hint: "Write it as answers have it.")
    }
    return vendor
  }
  static let event = id(
    "event", "an event category",
    "Only what belongs to the event category with this id, while it is live.")
  private static let category = id(
    "category", "a category", "Only what is of an item type of the category with this id.")
  private static let itemType = id(
    "item_type", "an item type", "Only what is of the item type with this id.")

  private static func id(
    _ name: String, _ thing: String, _ meaning: String
  ) -> QueryParameter<Int64?> {
    QueryParameter(name, .integer(1...), meaning, default: nil) { text in
      try Self.id(text, of: thing)
    }
  }

  /// - Parameter example: several of them, where the parameter may be repeated.
  static func id(
    _ text: String, of thing: String, example: String? = nil
  ) throws(ValidationError) -> Int64 {
    guard let id = Int64(text), id > 0, String(id) == text else {
      let several = text.contains(",") ? example : nil
      throw ValidationError(
        "malformed_id", "This is no id of \(thing).",
        hint: several.map { "Repeat the parameter: \($0)." } ?? "Write it as answers have it.",
        allowed: several.map { .example($0) })
    }
    return id
  }
  private static let variant = QueryParameter<ProductVariant>.word(
    "variant", default: .cell, "`cell` for rows and cards, `tile` for grids of small pictures.")

  private static let facets = QueryParameter.flag(
    "facets", "Whether the first page has `facets`.")

  /// A cursor that does not fit the query.
  static func refusal(_ flaw: ValidationError) -> Problem {
    Problem(query: [ParameterMistake("cursor", flaw)])
  }
}
