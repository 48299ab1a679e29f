import Domain
import HTTP
import UseCases
import ViewData

/// What the query of `GET /v1/products` asks for.
///
/// A parameter that is malformed or repeated is refused, because its sender means something else than
/// they would be given; so are unknown ones, by ``queryRule``.
struct ProductListRequest: Sendable {
  private(set) var query = ProductQuery()
  private(set) var variant = ProductVariant.cell
  private(set) var limit = BrowseProducts.limitDefault
  /// As it came; it can only be judged when the whole query is known.
  private(set) var cursor: String?

  /// - Throws: 400 that names the item.
  init(_ request: Request) throws(Problem) {
    let items = try Self.items(request)
    for (index, item) in items.enumerated() {
      // At most as many as there are names: the first that stands twice ends it.
      guard !items[..<index].contains(where: { $0.name == item.name }) else {
        throw .malformedQuery("\(item.name) was given more than once.")
      }
      try read(item)
    }
  }

  static let queryRule = QueryRule.only(names.map(\.description))

  private static let names: [StaticString] = [
    "limit", "cursor", "sort", "on_sale", "in_stock", "vendor", "variant",
  ]

  private static func items(_ request: Request) throws(Problem) -> [QueryItem] {
    do throws(TargetError) {
      return try request.target.queryItems(named: names)
    } catch {
      throw .malformedQuery("The query cannot be decoded.")
    }
  }

  private mutating func read(_ item: QueryItem) throws(Problem) {
    switch item.name {
    case "limit": limit = try Self.limit(item.value)
    case "cursor": cursor = item.value
    case "sort":
      guard let sort = ProductSort(rawValue: item.value) else {
        let known = ProductSort.allCases.map(\.rawValue).joined(separator: ", ")
        throw .malformedQuery("sort is one of \(known).")
      }
      query.sort = sort
    case "variant":
      guard let variant = ProductVariant(rawValue: item.value) else {
        throw .malformedQuery("variant is cell or tile.")
      }
      self.variant = variant
    case "on_sale": query.onlyOnSale = try Self.flag(item)
    case "in_stock": query.onlyInStock = try Self.flag(item)
    default:
      guard let vendor = VendorIdentifier(item.value) else {
        throw .malformedQuery("vendor is the id of a vendor, a UUID.")
      }
      query.vendor = vendor
    }
  }

  /// Digits only: `+5` and `05` come from nobody who counts.
  private static func limit(_ text: String) throws(Problem) -> Int {
    guard let limit = Int(text), String(limit) == text,
      (1...BrowseProducts.limitMax).contains(limit)
    else { throw .malformedQuery("limit is a number from 1 to \(BrowseProducts.limitMax).") }
    return limit
  }

  private static func flag(_ item: QueryItem) throws(Problem) -> Bool {
    switch item.value {
    case "true": return true
    case "false": return false
    default: throw .malformedQuery("\(item.name) is true or false.")
    }
  }
}
