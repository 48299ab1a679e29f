/// The target of a tap.
package enum LinkTarget: Sendable, Hashable {
  case event(Int64)
  case product(Int64)
  /// The products of a category.
  case category(Int64)
  /// The products of an item type.
  case itemType(Int64)
  /// The results of a search.
  case search(Title)
  /// A page outside of the app.
  case url(ImageReference)

  package static let kinds = ["event", "product", "category", "item_type", "search", "url"]

  /// Nil unless targets of this kind have an id.
  package init?(kind: String, id: Int64) {
    switch kind {
    case "event": self = .event(id)
    case "product": self = .product(id)
    case "category": self = .category(id)
    case "item_type": self = .itemType(id)
    default: return nil
    }
  }

  /// One of ``kinds``.
  package var kind: String {
    switch self {
    case .event: "event"
    case .product: "product"
    case .category: "category"
    case .itemType: "item_type"
    case .search: "search"
    case .url: "url"
    }
  }

  /// The id of the target; nil for a search or a URL.
  package var id: Int64? {
    switch self {
    case .event(let id), .product(let id), .category(let id), .itemType(let id): id
    case .search, .url: nil
    }
  }

  /// The words of a search; nil for other targets.
  package var query: String? {
    if case .search(let words) = self { words.text } else { nil }
  }

  /// As it was given: https, or a path of this site; nil for other targets.
  package var url: String? {
    if case .url(let url) = self { url.text } else { nil }
  }
}

extension LinkTarget {
  /// Kind and id for a sentence: `category 3`.
  package var described: String {
    let noun = if case .event = self { "event category" } else { kind.replacing("_", with: " ") }
    return id.map { "\(noun) \($0)" } ?? noun
  }

  /// The error for a target that does not exist.
  package var unknown: ValidationError {
    ValidationError(
      "unknown_\(kind)", "There is no \(described).",
      hint: "Name one that is in the shop, or add it first.")
  }
}

extension ValidationError {
  /// The error for an unknown kind of link.
  package static let unknownLink = ValidationError(
    "unknown_word", "Unknown kind of link.", known: LinkTarget.kinds)
}
