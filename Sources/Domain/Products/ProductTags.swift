/// A mark that a cell shows; the store keeps them in this order.
package enum ProductTag: String, Sendable, Hashable, CaseIterable {
  case best = "BEST"
  case freeDelivery = "FREE_DELIVERY"

  fileprivate var bit: UInt8 {
    switch self {
    case .best: 1 << 0
    case .freeDelivery: 1 << 1
    }
  }
}

/// The marks of a product, each once.
///
/// A bit for each: every product of every list has them, and a `Set` is memory of its own.
package struct ProductTags: Sendable, Hashable, ExpressibleByArrayLiteral {
  private var bits: UInt8 = 0

  package init() {}

  package init(_ tags: some Sequence<ProductTag>) {
    for tag in tags { insert(tag) }
  }

  package init(arrayLiteral tags: ProductTag...) { self.init(tags) }

  package mutating func insert(_ tag: ProductTag) { bits |= tag.bit }

  package func contains(_ tag: ProductTag) -> Bool { bits & tag.bit != 0 }

  /// In one order, whatever order they came in.
  package var all: [ProductTag] { ProductTag.allCases.filter(contains) }
}
