import Foundation
public import ViewData

extension Moa {
  /// The products that a section's `more` leads to, as rows and cards: where the link has a cursor
  /// those behind what the section shows, else the whole list.
  ///
  /// Nil where the link leads to something else than products: more kinds may come.
  public func products(_ more: ScreenLink) -> ProductSequence<ProductCell>? {
    list(more, as: .cell)
  }

  /// The same for grids of small pictures.
  public func productTiles(_ more: ScreenLink) -> ProductSequence<ProductTile>? {
    list(more, as: .tile)
  }

  private func list<Item>(_ more: ScreenLink, as variant: ProductVariant) -> ProductSequence<Item>?
  {
    guard more.kind == "products", let parts = URLComponents(string: more.path) else { return nil }
    return ProductSequence { cursor in
      var items = parts.queryItems ?? []
      if let cursor = cursor ?? more.nextCursor {
        items.append(URLQueryItem(name: "cursor", value: cursor))
      }
      if variant != .cell { items.append(URLQueryItem(name: "variant", value: variant.rawValue)) }
      return try await get(parts.path, items)
    }
  }
}
