/// A section of the home screen.
package typealias HomeSection = ListItem<HomeSectionDraft>

package struct HomeSectionDraft: ListedDraft {
  package static let name = "home_sections"
  package static let noun = "home section"
  /// More than people scroll through; each section is a statement.
  package static let countMax = 20
  package static let keyName: String? = "key"

  /// The kind of its items.
  package enum Content: Sendable, Hashable {
    case eventBanners
    case eventCategories
    /// The first `count` products of a list, 1 to 100.
    case products(ProductQuery, count: Int)

    package static let kinds = ["event_banners", "event_categories", "products"]

    /// One of ``kinds``.
    package var kind: String {
      switch self {
      case .eventBanners: "event_banners"
      case .eventCategories: "event_categories"
      case .products: "products"
      }
    }
  }

  /// How it is laid out.
  package enum Layout: String, Sendable, Hashable, CaseIterable {
    case carousel, strip, row, grid
  }

  /// The id of the section on its screen.
  package let key: Slug
  package let content: Content
  /// At most one for each language; empty for a section that needs no title.
  package let titles: [LocalizedTitle]
  package let layout: Layout

  package init(key: Slug, content: Content, titles: [LocalizedTitle], layout: Layout) {
    self.key = key
    self.content = content
    self.titles = titles
    self.layout = layout
  }

  package var itemKey: Slug? { key }
  package var targets: [ListTarget] {
    guard case .products(let query, _) = content else { return [] }
    return [
      query.event.map { ListTarget(.event($0), at: "/products/event") },
      query.category.map { ListTarget(.category($0), at: "/products/category") },
      query.itemType.map { ListTarget(.itemType($0), at: "/products/item_type") },
    ].compactMap(\.self)
  }

  /// The title in a language, or else the first one.
  package func title(in language: String) -> Title? {
    (titles.first { $0.language.text == language } ?? titles.first)?.title
  }
}

/// A title in one language.
package struct LocalizedTitle: Sendable, Hashable {
  /// The largest number of titles of one section.
  package static let countMax = 20
  /// A tag of RFC 5646 in lower case, such as `ko`.
  package let language: Slug
  package let title: Title

  package init(language: Slug, title: Title) {
    self.language = language
    self.title = title
  }
}
