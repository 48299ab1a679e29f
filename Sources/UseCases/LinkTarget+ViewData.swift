import Domain
import ViewData

extension LinkTarget {
  /// URLs of this site become absolute with `origin`; without one they stay paths.
  func link(from origin: Origin?) -> CellLink {
    switch self {
    case .event(let id): CellLink(kind: "event", id: id)
    case .product(let id): CellLink(kind: "product", id: id)
    case .category(let id): CellLink(kind: "category", id: id)
    case .itemType(let id): CellLink(kind: "item_type", id: id)
    case .search(let words): CellLink(kind: "search", query: words.text)
    case .url(let url): CellLink(kind: "url", url: url.url(from: origin))
    }
  }
}
