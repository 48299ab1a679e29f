/// A requested thing that does not exist.
package enum Missing: Sendable, Hashable {
  /// By its id, or by the text that was sent as one.
  case product(String)
  /// The product existed and was removed.
  case removedProduct(Int64)
  case variant(String)
  /// An item of an arranged list, by its noun and its id.
  case item(String, String)
  /// By its path.
  case image(String)
  case token(String)
  case vendor(String)
}

extension Missing {
  package static func eventCategory(_ id: String) -> Missing { .item("event category", id) }

  package static func product(_ id: Int64, isRemoved: Bool) -> Missing {
    isRemoved ? .removedProduct(id) : .product("\(id)")
  }
}

extension Missing: CustomStringConvertible {
  /// One clause for people, without a full stop: `Product 99 does not exist`.
  package var description: String {
    switch self {
    case .product(let id): "Product \(Self.shown(id)) does not exist"
    case .removedProduct(let id): "Product \(id) was removed"
    case .variant(let id): "The product has no variant \(Self.shown(id))"
    case .item(let noun, let id):
      "\(noun.prefix(1).uppercased())\(noun.dropFirst()) \(Self.shown(id)) does not exist"
    case .image(let path): "Image \(Self.shown(path)) does not exist"
    case .token(let id): "Token \(Self.shown(id)) does not exist"
    case .vendor(let id): "Vendor \(Self.shown(id)) does not exist"
    }
  }

  /// The text that was sent, shortened if it is too long for a name.
  private static func shown(_ text: String) -> String {
    text.count > 100 ? text.prefix(100) + "..." : text
  }
}
