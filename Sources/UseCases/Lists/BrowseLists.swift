package import Domain
package import ViewData

/// The arranged lists as screens show them: the items scheduled for now, in order. Images of this
/// site become absolute URLs with an origin, and stay paths without one.
package struct BrowseLists: Sendable {
  private let lists: any ListRepository
  private let now: WallClock

  package init(_ lists: any ListRepository, now: @escaping WallClock) {
    self.lists = lists
    self.now = now
  }

  package func shown<Draft: ListedDraft>(
    _ list: Draft.Type
  ) async throws(Failure) -> [ShownItem<Draft>] {
    try await lists.shown(list, at: now())
  }

  /// Event categories with the picture that a screen needs.
  package func eventCells(
    _ variant: EventCategoryVariant, from origin: Origin?
  ) async throws(Failure) -> [EventCategoryCell] {
    try await shown(EventCategoryDraft.self).map {
      EventCategoryCell($0, variant: variant, origin: origin)
    }
  }

  /// Event categories with both pictures.
  package func eventCards(from origin: Origin?) async throws(Failure) -> [EventCategoryCard] {
    try await shown(EventCategoryDraft.self).map { EventCategoryCard($0, origin: origin) }
  }

  /// With the repetitions that an existing app expects.
  package func banners(from origin: Origin?) async throws(Failure) -> [EventBannerCell] {
    try await shown(EventBannerDraft.self).map { shown in
      let banner = shown.item
      return EventBannerCell(
        id: banner.id, content: banner.content.text,
        imageURL: banner.thumbnailImage.url(from: origin), image: shown.placeholder(0),
        link: banner.link?.link(from: origin))
    }
  }

  package func categories() async throws(Failure) -> [CategoryCell] {
    try await shown(CategoryDraft.self).map(\.item).map { category in
      CategoryCell(id: category.id, title: category.title.text)
    }
  }

  package func itemTypes(from origin: Origin?) async throws(Failure) -> [ItemTypeCell] {
    try await shown(ItemTypeDraft.self).map { ItemTypeCell($0, from: origin) }
  }

  /// Item types that an existing app shows, with that app's section numbers.
  package func numberedItemTypes(
    from origin: Origin?
  ) async throws(Failure) -> [NumberedItemType] {
    try await shown(ItemTypeDraft.self).compactMap { shown in
      shown.item.section.map {
        NumberedItemType(section: $0, cell: ItemTypeCell(shown, from: origin))
      }
    }
  }
}

/// An item type with the number of its section in an existing app.
package struct NumberedItemType: Sendable {
  package let section: Int64
  package let cell: ItemTypeCell
}

extension ItemTypeCell {
  fileprivate init(_ shown: ShownItem<ItemTypeDraft>, from origin: Origin?) {
    let itemType = shown.item
    self.init(
      id: itemType.id, categoryID: itemType.categoryID, title: itemType.title.text,
      imageURL: itemType.thumbnailImage.url(from: origin), image: shown.placeholder(0),
      link: LinkTarget.itemType(itemType.id).link(from: origin))
  }
}

extension EventCategoryCell {
  fileprivate init(
    _ shown: ShownItem<EventCategoryDraft>, variant: EventCategoryVariant, origin: Origin?
  ) {
    let category = shown.item
    let (image, placeholder) =
      switch variant {
      case .thumbnail: (category.thumbnailImage, shown.placeholder(0))
      case .text: (category.thumbnailTextImage, shown.placeholder(1))
      }
    self.init(
      id: category.id, title: category.title.text, imageURL: image.url(from: origin),
      image: placeholder, link: LinkTarget.event(category.id).link(from: origin),
      position: category.position)
  }
}

extension EventCategoryCard {
  init(_ shown: ShownItem<EventCategoryDraft>, origin: Origin?) {
    let category = shown.item
    self.init(
      id: category.id, title: category.title.text,
      thumbnailImageURL: category.thumbnailImage.url(from: origin),
      thumbnailImage: shown.placeholder(0),
      thumbnailTextImageURL: category.thumbnailTextImage.url(from: origin),
      thumbnailTextImage: shown.placeholder(1),
      link: LinkTarget.event(category.id).link(from: origin), position: category.position)
  }
}

extension ShownItem {
  /// The placeholder of the image with this index.
  fileprivate func placeholder(_ index: Int) -> ImagePlaceholder? {
    guard placeholders.indices.contains(index) else { return nil }
    return placeholders[index].map(ImagePlaceholder.init)
  }
}

extension ImagePlaceholder {
  init(_ summary: ImageSummary) {
    self.init(width: summary.width, height: summary.height, color: summary.color.text)
  }
}

extension LinkTarget {
  /// URLs of this site become absolute with `origin`, and stay paths without it.
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
