import MoaClient

/// The product list of an app: the screen draws `products` and calls ``showMore()`` when its last
/// cell appears.
@MainActor
final class ProductList {
  private(set) var products: [ProductCell] = []
  /// A text for the user; nil while there is no error.
  private(set) var message: String?
  /// Whether the list has ended.
  private(set) var isAtEnd = false
  private var isLoading = false
  private var iterator: ProductSequence<ProductCell>.AsyncIterator

  init(_ moa: Moa, onSale: Bool = false) {
    iterator = moa.products(ProductQuery(onSale: onSale, pageSize: 20)).makeAsyncIterator()
  }
}
