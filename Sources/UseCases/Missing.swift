/// What was asked for and is not there.
package enum Missing: Sendable, Hashable {
  /// By its id, or by the text that stands for one.
  case product(String)
  /// It was there once.
  case removedProduct(Int64)
  /// Of an arranged list, by its noun and its id.
  case item(String, String)
  /// By its path.
  case image(String)
  case token(String)
  case vendor(String)
}

extension Missing {
  package static func eventCategory(_ id: String) -> Missing { .item("event category", id) }
}

extension Missing: CustomStringConvertible {
  /// One clause for people, without a full stop: `Product 99 does not exist`.
  package var description: String {
    switch self {
    case .product(let id): "Product \(Self.shown(id)) does not exist"
    case .removedProduct(let id): "Product \(id) was removed"
    case .item(let noun, let id):
      "\(noun.prefix(1).uppercased())\(noun.dropFirst()) \(Self.shown(id)) does not exist"
    case .image(let path): "Image \(Self.shown(path)) does not exist"
    case .token(let id): "Token \(Self.shown(id)) does not exist"
    case .vendor(let id): "Vendor \(Self.shown(id)) does not exist"
    }
  }

  /// What somebody sent, cut where it is no name any more.
  private static func shown(_ text: String) -> String {
    text.count > 100 ? text.prefix(100) + "..." : text
  }
}
