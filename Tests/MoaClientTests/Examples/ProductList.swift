package import MoaClient

/// The product list of an app: the screen draws `products` and calls ``showMore()`` when its last
/// cell appears.
@MainActor
package final class ProductList {
  package private(set) var products: [ProductCell] = []
  /// A text for the user; nil while there is no error.
  package private(set) var message: String?
  /// Whether the list has ended.
  package private(set) var isAtEnd = false
  private var isLoading = false
  private var iterator: ProductSequence<ProductCell>.AsyncIterator

  package init(_ moa: Moa, onSale: Bool = false) {
    iterator = moa.products(ProductQuery(onSale: onSale, pageSize: 20)).makeAsyncIterator()
  }

  /// Loads the next twenty, unless a call is loading them already.
  package func showMore() async {
    guard !isLoading else { return }
    (isLoading, message) = (true, nil)
    var place = iterator
    defer { (iterator, isLoading) = (place, false) }
    do {
      for _ in 0..<20 {
        guard let product = try await place.next() else {
          isAtEnd = true
          return
        }
        products.append(product)
      }
    } catch MoaError.refused(let problem, _) {
      message = problem.title
    } catch {
      message = "The shop cannot be reached. Try again."
    }
  }
}
