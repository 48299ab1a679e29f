/// A product as a grid shows it, or a list of suggestions, but for its name: what fits below a small
/// picture.
///
/// Nothing in it is counted by reference, so that it costs no more than its octets, wherever it goes.
package struct ProductOutline: ListedProduct {
  /// As in ``ProductSummary``.
  package let id: Int64
  package let price: Price
  package let stock: Stock
  /// The cover in a size for grids; nil for none.
  package let cover: ServedPicture?

  package init(id: Int64, price: Price, stock: Stock, cover: ServedPicture?) {
    self.id = id
    self.price = price
    self.stock = stock
    self.cover = cover
  }
}

/// Products as grids show them, in the order of a list, in two pieces of memory: one holds all their
/// names.
///
/// A page of them is read, written into an answer and forgotten within a turn; a text of its own for
/// each name would take as long as writing it into the answer.
package struct ProductOutlines: ListedProducts {
  private struct Entry: Sendable, Equatable {
    let outline: ProductOutline
    /// Where its name ends in `names`; it begins where the one in front of it ends.
    let nameEnd: Int
  }

  private var entries: [Entry] = []
  /// UTF-8.
  private var names: [UInt8] = []

  package init() {}

  /// What a grid shows of these.
  package init(_ products: [ProductSummary]) {
    reserveCapacity(products.count)
    for product in products {
      let outline = ProductOutline(
        id: product.id, price: product.price, stock: product.stock,
        cover: product.cover?.served(as: .thumb))
      var name = product.name.text
      name.withUTF8 { append(outline, name: UnsafeRawBufferPointer($0)) }
    }
  }

  /// - Parameter count: of products, with names such as shops give.
  package mutating func reserveCapacity(_ count: Int) {
    entries.reserveCapacity(count)
    // For the 21 of a page below 1,032 octets, pieces of which glibc keeps at hand.
    names.reserveCapacity(44 * count)
  }

  /// - Parameter name: UTF-8, which nobody looks at again.
  package mutating func append(_ outline: ProductOutline, name: UnsafeRawBufferPointer) {
    names.append(contentsOf: name)
    entries.append(Entry(outline: outline, nameEnd: names.count))
  }

  package var count: Int { entries.count }

  package var last: ProductOutline? { entries.last?.outline }

  package mutating func removeLast(_ count: Int) {
    entries.removeLast(count)
    names.removeLast(names.count - (entries.last?.nameEnd ?? 0))
  }

  package var footprint: Int { entries.count * MemoryLayout<Entry>.stride + names.count }

  /// Hands out each of them, and its name, one after the other. The name is good inside of `body`.
  package func forEach(_ body: (ProductOutline, TextPiece) -> Void) {
    names.withUnsafeBufferPointer { names in
      var start = 0
      for entry in entries {
        body(
          entry.outline, TextPiece(UnsafeBufferPointer(rebasing: names[start..<entry.nameEnd])))
        start = entry.nameEnd
      }
    }
  }
}
