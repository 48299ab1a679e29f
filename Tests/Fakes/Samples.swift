package import Domain
package import UseCases

extension EventCategoryDraft {
  /// A valid draft; the parts that a test does not name are made from the key.
  package static func sample(
    _ key: String, title: String? = nil, from startsAt: String? = nil, to endsAt: String? = nil
  ) throws -> EventCategoryDraft {
    EventCategoryDraft(
      key: try Slug(key), title: try Title(title ?? "행사 \(key)"),
      thumbnailImage: try ImageReference("/banners/\(key).png"),
      thumbnailTextImage: try ImageReference("https://cdn.example/\(key)-text.png"),
      schedule: try Schedule(
        startsAt: startsAt.flatMap { Timestamp(rfc3339: $0) },
        endsAt: endsAt.flatMap { Timestamp(rfc3339: $0) }))
  }
}

extension EventCategoryList {
  /// A list of valid drafts with these keys.
  package static func sample(_ keys: String...) throws -> EventCategoryList {
    try EventCategoryList(keys.map { try EventCategoryDraft.sample($0) })
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

extension DemoShop {
  /// Small, with what is special about the real one: repeated banners, sections of their own
  /// numbers, and site-relative images.
  package static func sample() throws -> DemoShop {
    let images = [try StoredImage.sample(2), try StoredImage.sample(3)]
    let first = try ImageReference(images[0].path)
    let second = try ImageReference(images[1].path)
    let banner = try Title("ON & OFF")
    return DemoShop(
      eventCategories: try .sample("luxury", "beauty"),
      eventBanners: try [
        (banner, first, .event(1)), (Title("잇터 23SS"), second, .search(Title("봄"))),
        (banner, first, nil),
      ].placed { EventBannerDraft(content: $0.0, thumbnailImage: $0.1, link: $0.2) },
      categories: try ["상의", "원피스/스커트"].placed { CategoryDraft(title: try Title($0)) },
      itemTypes: try [
        (1, 100, "상의 신상", first), (2, 401, "롱스커트", second), (2, nil, "점프슈트", second),
      ].placed {
        ItemTypeDraft(
          categoryID: $0.0, section: $0.1, title: try Title($0.2), thumbnailImage: $0.3)
      },
      images: images)
  }
}

extension Array {
  /// Items of a list in this order, numbered from 1.
  fileprivate func placed<Draft>(_ draft: (Element) throws -> Draft) rethrows -> [Placed<Draft>] {
    try enumerated().map { index, element in
      Placed(id: Int64(index + 1), draft: try draft(element), position: index + 1)
    }
  }
}

extension ProductWording {
  /// Words of no language in particular.
  package static let sample = ProductWording(
    won: { "won " + $0 }, underOnePercent: "little", inStock: { "stock " + $0 }, soldOut: "none",
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
