package import Domain
package import UseCases
package import Web

/// The JSON that `moa seed` reads: lists of the shop by their names, such as
/// `{"categories":[{"id":1,"title":"상의"}],"item_types":[...]}`.
package enum SeedDocument {
  /// 4 MiB: every list as long as it may be.
  package static let bytesMax = 4_194_304

  /// - Parameter origin: under which clients reach this site: their URLs of it become paths.
  /// - Throws: every mistake, with pointers such as `/item_types/3/title`.
  package static func seed(_ value: JSONValue, from origin: Origin?) throws(Rejection) -> ShopSeed {
    try document.value(of: value, from: origin)
  }

  /// For tests of what is read and what is declared.
  package static var objects: [any ReadObject] { [document] }

  private static let document = BodyObject<ShopSeed>("Seed", "Lists of the shop.") { reader in
    var seed = ShopSeed()
    seed.categories = reader.optional(categories)
    seed.itemTypes = reader.optional(itemTypes)
    seed.eventBanners = reader.optional(eventBanners)
    seed.homeSections = reader.optional(homeSections)
    seed.eventCategories = reader.optional(eventCategories)
    seed.eventProducts = reader.nullable(eventProducts, orNull: [])
    seed.searchRules = reader.optional(search)
    return seed
  }

  private static let categories = member(.categories, CategoryDraft.declaration.items)
  private static let itemTypes = member(.itemTypes, ItemTypeDraft.declaration.items)
  private static let eventBanners = member(.eventBanners, EventBannerDraft.declaration.items)
  private static let homeSections = member(.homeSections, HomeSectionDraft.declaration.items)
  private static let eventCategories = member(
    .eventCategories,
    EventCategoryDocument.itemList.map { items in
      try EventCategoryList(items: items)
    })
  private static let eventProducts = member(
    .eventProducts,
    .array(.object(event), 0...EventCategoryList.countMax, rule: repetitions(of:)))
  private static let search = member(.search, .object(SearchRulesDocument.document))

  private static func member<Value>(
    _ section: ShopSeed.Section, _ value: BodyValue<Value>
  ) -> BodyMember<Value> {
    BodyMember(section.rawValue, value, "The whole list.")
  }

  /// `{"event":"spring","products":[207,198]}`.
  private static let event = BodyObject<EventSeed>(
    "EventSeed", "What belongs to an event."
  ) { reader in
    let key = reader.required(key)
    let products = reader.required(products)
    guard let key, let products else { return nil }
    return EventSeed(key: key, products: products)
  }

  private static let key = BodyMember("event", .key, "Its key.", "spring")
  private static let products = BodyMember(
    "products", EventProductRoutes.products, "Their ids, in the order of display.", [207, 198])

  @Sendable private static func repetitions(of events: [JSONValue]) -> [FieldError] {
    var keys: Set<Slug> = []
    return events.enumerated().compactMap { index, event in
      guard let key = key.quietly(in: event), !keys.insert(key).inserted else { return nil }
      return FieldError(
        "/\(index)/event",
        ValidationError("duplicate", "The event \(key) is there twice.", hint: "Name it once."))
    }
  }
}
