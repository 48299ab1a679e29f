import Domain
import ViewData

extension LinkTarget {
  /// URLs of this site become absolute with `origin`; without one they stay paths.
  func link(from origin: Origin?) -> Link {
    switch self {
    case .event(let id): Link(kind: "event", id: id)
    case .product(let id): Link(kind: "product", id: id)
    case .category(let id): Link(kind: "category", id: id)
    case .itemType(let id): Link(kind: "item_type", id: id)
    case .search(let words): Link(kind: "search", query: words.text)
    case .url(let url): Link(kind: "url", url: url.url(from: origin))
    }
  }
}
