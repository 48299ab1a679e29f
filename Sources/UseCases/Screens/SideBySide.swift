import Domain

/// What came of work that runs beside other work: statements of several reads are sent together.
func outcome<Value: Sendable>(
  _ work: @Sendable () async throws(Failure) -> Value
) async -> Result<Value, Failure> {
  do throws(Failure) {
    return .success(try await work())
  } catch {
    return .failure(error)
  }
}

/// The path of a list of products with more than a screen shows.
enum ProductsPath {
  static func list(_ query: ProductQuery) -> String {
    var items: [String] = []
    if query.sort != .newest { items.append("sort=\(query.sort.rawValue)") }
    if query.onlyOnSale { items.append("on_sale=true") }
    if query.onlyInStock { items.append("in_stock=true") }
    if let vendor = query.vendor { items.append("vendor=\(vendor.text)") }
    if let event = query.event { items.append("event=\(event)") }
    if let category = query.category { items.append("category=\(category)") }
    if let itemType = query.itemType { items.append("item_type=\(itemType)") }
    return items.isEmpty ? "/v1/products" : "/v1/products?" + items.joined(separator: "&")
  }
}
