extension AnySection: Identifiable {
  /// Unique on its screen: `on-sale`.
  public var id: String {
    switch self {
    case .eventBanners(let section): section.id
    case .eventCategories(let section): section.id
    case .products(let section): section.id
    case .itemTypes(let section): section.id
    case .unknown(let id, _): id
    }
  }

  /// Nil for a section that needs no title, and for a section of an unknown kind.
  public var title: String? {
    switch self {
    case .eventBanners(let section): section.title
    case .eventCategories(let section): section.title
    case .products(let section): section.title
    case .itemTypes(let section): section.title
    case .unknown: nil
    }
  }

  /// The layout: `carousel`, `strip`, `row` or `grid`; nil for a section of an unknown kind.
  public var layout: String? {
    switch self {
    case .eventBanners(let section): section.layout
    case .eventCategories(let section): section.layout
    case .products(let section): section.layout
    case .itemTypes(let section): section.layout
    case .unknown: nil
    }
  }

  /// The link to the whole list; nil without one, and for a section of an unknown kind.
  public var more: ScreenLink? {
    switch self {
    case .eventBanners(let section): section.more
    case .eventCategories(let section): section.more
    case .products(let section): section.more
    case .itemTypes(let section): section.more
    case .unknown: nil
    }
  }
}
