import MoaClient

/// The product list of an app: the screen draws `products` and calls ``showMore()`` when its last
/// cell appears.
@MainActor
final class ProductList {
  private(set) var products: [ProductCell] = []
  /// What to tell the user; nil while all is well.
  private(set) var message: String?
  /// Whether there is nothing more to load.
  private(set) var isAtEnd = false
  private var isLoading = false
  private var iterator: ProductSequence<ProductCell>.AsyncIterator

  init(_ moa: Moa, onSale: Bool = false) {
    iterator = moa.products(ProductQuery(onSale: onSale, pageSize: 20)).makeAsyncIterator()
  }
}
