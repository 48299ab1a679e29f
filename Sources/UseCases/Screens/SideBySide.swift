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
  static let onSale = "/v1/products?on_sale=true"
  static let newest = "/v1/products"

  static func event(_ id: Int64) -> String { "/v1/products?event=\(id)" }

  static func itemType(_ id: Int64) -> String { "/v1/products?item_type=\(id)" }

  static func vendor(_ id: String) -> String { "/v1/products?vendor=\(id)" }
}
