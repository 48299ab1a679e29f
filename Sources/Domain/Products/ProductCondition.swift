/// The states of a product in which somebody wants a change to be made.
package struct ProductCondition: Sendable {
  private let judge: @Sendable (Product) -> Bool

  /// - Parameter admits: pure, because it is asked again when a transaction has to be.
  package init(_ admits: @escaping @Sendable (_ product: Product) -> Bool) {
    judge = admits
  }

  /// Whatever it is like.
  package static let any = ProductCondition { _ in true }

  /// Whether a change may be made to a product that is like this.
  package func admits(_ product: Product) -> Bool { judge(product) }
}
