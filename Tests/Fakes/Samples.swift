package import Domain
package import UseCases

extension EventCategoryDraft {
  /// A valid draft; the parts that a test does not name are made from the key.
  package static func sample(_ key: String, title: String? = nil) throws -> EventCategoryDraft {
    EventCategoryDraft(
      key: try Slug(key), title: try Title(title ?? "행사 \(key)"),
      thumbnailImage: try ImageReference("/banners/\(key).png"),
      thumbnailTextImage: try ImageReference("https://cdn.example/\(key)-text.png"))
  }
}

extension ListEntry<EventCategoryDraft> {
  package static func sample(
    _ key: String, title: String? = nil, from startsAt: String? = nil, to endsAt: String? = nil
  ) throws -> Self {
    ListEntry(
      try .sample(key, title: title),
      schedule: try Schedule(
        startsAt: startsAt.flatMap { Timestamp(rfc3339: $0) },
        endsAt: endsAt.flatMap { Timestamp(rfc3339: $0) }))
  }
}

extension ListDocument<EventCategoryDraft> {
  /// A list of valid drafts with these keys.
  package static func sample(_ keys: String...) throws -> Self {
    try ListDocument(keys.map { try ListEntry.sample($0) })
  }
}

extension ListDocument {
  /// Written by hand: without what an answer tells.
  package static func of(_ drafts: [Draft]) throws -> Self {
    try ListDocument(drafts.map { ListEntry($0) })
  }
}

extension ArrangedList {
  /// The list as a client sends it back.
  package func sentBack(
    _ change: ([ListEntry<Draft>]) throws -> [ListEntry<Draft>] = { $0 }
  ) throws -> ListDocument<Draft> {
    let entries = items.map { item in
      ListEntry(
        item.draft, schedule: item.schedule,
        known: KnownItem(id: item.id, position: item.position, version: item.version))
    }
    return try ListDocument(change(entries), version: version)
  }
}

extension ListChange {
  /// The items that it added.
  package var created: [ListItem<Draft>] {
    zip(plan.rows, after.items).filter { $0.0.stored == nil }.map(\.1)
  }
}

extension Ports {
  package func items<Draft>(_ list: Draft.Type) async throws(Failure) -> [ListItem<Draft>] {
    try await lists.all(list).items
  }

  @discardableResult
  package func replace<Draft>(
    with document: ListDocument<Draft>, dryRun: Bool = false
  ) async throws(Failure) -> ListChange<Draft> {
    try await ArrangeList(lists).replace(with: document, dryRun: dryRun).made
  }
}

extension StoredImage {
  /// Not really an image; the store does not look inside.
  package static func sample(_ fill: UInt8) throws -> StoredImage {
    guard let digest = ImageDigest(bytes: Array(repeating: fill, count: 32)) else {
      throw ContractBreach("a digest has 32 bytes")
    }
    return StoredImage(
      digest: digest, mediaType: fill.isMultiple(of: 2) ? .png : .jpeg,
      bytes: [0x89, 0, fill, 0xFF], width: 120, height: 80)
  }
}

extension AppConfigDraft {
  /// With all that it may have.
  package static var sample: AppConfigDraft {
    get throws {
      AppConfigDraft(
        platform: try Slug("ios"), minimumVersion: try AppVersion("1.4"),
        recommendedVersion: try AppVersion("1.10"),
        storeURL: try ImageReference("https://apps.example/1"),
        message: [LocalizedTitle(language: try Slug("ko"), title: try Title("새 버전이 나왔습니다."))],
        switches: [
          AppSwitch(try Title("new-cart"), .flag(true)),
          AppSwitch(try Title("old-cart"), .flag(false)),
          AppSwitch(try Title("color"), .text(try Title("=파랑"))),
        ])
    }
  }
}

extension DemoShop {
  /// Small, with what is special about the real one: repeated banners, sections of their own
  /// numbers, and site-relative images.
  package static func sample() throws -> DemoShop {
    let images = [try StoredImage.sample(2), try StoredImage.sample(3)]
    let first = try ImageReference(images[0].path)
    let second = try ImageReference(images[1].path)
    let banner = try Title("ON & OFF")
    let banners = [
      EventBannerDraft(content: banner, thumbnailImage: first, link: .event(1)),
      EventBannerDraft(
        content: try Title("잇터 23SS"), thumbnailImage: second, link: .search(try Title("봄"))),
      EventBannerDraft(content: banner, thumbnailImage: first, link: nil),
    ]
    let itemTypes = try [
      (1, 100, "상의 신상", first), (2, 401, "롱스커트", second), (2, nil, "점프슈트", second),
    ].map {
      ItemTypeDraft(categoryID: $0.0, section: $0.1, title: try Title($0.2), thumbnailImage: $0.3)
    }
    let categories = try ["상의", "원피스/스커트"].map { CategoryDraft(title: try Title($0)) }
    return DemoShop(
      lists: ShopSeed(
        try ListDocument.sample("luxury", "beauty"), try ListDocument.of(banners),
        try ListDocument.of(categories), try ListDocument.of(itemTypes),
        try ListDocument.of([.sample, AppConfigDraft(platform: try Slug("android"))])),
      images: images)
  }
}

extension ProductWording {
  /// Words of no language in particular.
  package static let sample = ProductWording(
    won: { "won " + $0 }, yen: { "yen " + $0 }, from: { "from " + $0 }, underOnePercent: "little",
    inStock: { "stock " + $0 }, soldOut: "none",
    reduced: { discount, price in "less " + discount + " of " + price }, freeDelivery: "carried",
    delivery: { "carried for " + $0 }, freeFrom: { "free at " + $0 },
    badges: Badges(best: "best", used: "used", discontinued: "old", upcoming: "soon"),
    changes: Changes(removed: "gone", cheaper: { "down " + $0 }, dearer: { "up " + $0 }))
}

extension ScreenWording {
  /// Words of no language in particular.
  package static let sample = ScreenWording(
    events: "events", sameItemType: "alike", products: .sample
  ) { vendor in "more of \(vendor)" }
}

extension HomeSectionDraft {
  /// The list of a new store.
  static var usual: ArrangedList<HomeSectionDraft> {
    let drafts = (try? usualDrafts()) ?? []
    return ArrangedList(
      version: 1, contentVersion: 1,
      items: drafts.enumerated().map { ListItem(id: Int64($0 + 1), draft: $1, position: $0 + 1) })
  }

  static func usualDrafts() throws(ValidationError) -> [HomeSectionDraft] {
    [
      HomeSectionDraft(
        key: try Slug("event-banners"), content: .eventBanners, titles: [], layout: .carousel),
      HomeSectionDraft(
        key: try Slug("event-categories"), content: .eventCategories,
        titles: try titles("기획전", "Events"), layout: .strip),
      HomeSectionDraft(
        key: try Slug("on-sale"), content: .products(ProductQuery(onlyOnSale: true), count: 5),
        titles: try titles("지금 할인 중", "On sale now"), layout: .row),
      HomeSectionDraft(
        key: try Slug("newest"), content: .products(ProductQuery(), count: 20),
        titles: try titles("새로 나온 상품", "New arrivals"), layout: .grid),
    ]
  }

  private static func titles(_ ko: String, _ en: String) throws(ValidationError) -> [LocalizedTitle]
  {
    [
      LocalizedTitle(language: try Slug("ko"), title: try Title(ko)),
      LocalizedTitle(language: try Slug("en"), title: try Title(en)),
    ]
  }
}
