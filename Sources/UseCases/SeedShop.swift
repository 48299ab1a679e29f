package import Domain

/// Whole lists of a shop, as a file has them; nil for a list that stays as it is.
package struct ShopSeed: Sendable {
  package var categories: PlacedList<CategoryDraft>?
  package var itemTypes: PlacedList<ItemTypeDraft>?
  package var eventBanners: PlacedList<EventBannerDraft>?
  package var eventCategories: EventCategoryList?
  package var homeSections: PlacedList<HomeSectionDraft>?
  /// Of these events alone; each once.
  package var eventProducts: [EventSeed]?
  package var searchRules: SearchRules?

  package init() {}

  /// A list of it, by its name in files.
  package enum Section: String, Sendable, CaseIterable {
    case categories
    case itemTypes = "item_types"
    case eventBanners = "event_banners"
    case eventCategories = "event_categories"
    case homeSections = "home_sections"
    case eventProducts = "event_products"
    case search
  }
}

/// Replaces lists of the shop, or tells what that would change.
package struct SeedShop: Sendable {
  private let categories: ArrangeList<CategoryDraft>
  private let itemTypes: ArrangeList<ItemTypeDraft>
  private let eventBanners: ArrangeList<EventBannerDraft>
  private let homeSections: ArrangeList<HomeSectionDraft>
  private let eventCategories: SeedEventCategories
  private let eventProducts: SeedEventProducts
  private let searchRules: ArrangeSearchRules

  package init(
    categories: any PlacedListRepository<CategoryDraft>,
    itemTypes: any PlacedListRepository<ItemTypeDraft>,
    eventBanners: any PlacedListRepository<EventBannerDraft>,
    homeSections: any PlacedListRepository<HomeSectionDraft>,
    eventCategories: any EventCategoryRepository, eventProducts: any EventProductRepository,
    searchRules: any SearchRuleRepository, images: any ImageRepository
  ) {
    self.categories = ArrangeList(repository: categories, images: images)
    self.itemTypes = ArrangeList(repository: itemTypes, images: images)
    self.eventBanners = ArrangeList(repository: eventBanners, images: images)
    self.homeSections = ArrangeList(repository: homeSections, images: images)
    self.eventCategories = SeedEventCategories(repository: eventCategories, images: images)
    self.eventProducts = SeedEventProducts(events: eventCategories, products: eventProducts)
    self.searchRules = ArrangeSearchRules(repository: searchRules)
  }

  /// Judges all lists before it writes the first one: what is wrong with one of them keeps all from
  /// being written.
  ///
  /// - Throws: `rejected` with what is wrong in all lists, with pointers such as
  ///   `/item_types/3/category_id`.
  package func callAsFunction(
    _ seed: ShopSeed, dryRun: Bool
  ) async throws(Failure) -> [(section: ShopSeed.Section, report: ListReport)] {
    var reports: [(section: ShopSeed.Section, report: ListReport)] = []
    var fieldErrors: [FieldError] = []
    for section in ShopSeed.Section.allCases {
      do throws(Failure) {
        guard let report = try await judge(section, of: seed) else { continue }
        reports.append((section, report))
      } catch {
        guard case .rejected(let broken) = error else { throw error }
        fieldErrors += broken.map { fieldError in
          section == .search
            ? fieldError.under("/search")
            : fieldError.moved(from: "/items", to: "/" + section.rawValue)
        }
      }
    }
    guard fieldErrors.isEmpty else { throw .rejected(fieldErrors) }
    if !dryRun { try await write(seed) }
    return reports
  }

  /// What a list would change; nil where it stays as it is.
  private func judge(
    _ section: ShopSeed.Section, of seed: ShopSeed
  ) async throws(Failure) -> ListReport? {
    switch section {
    case .categories:
      // Item types that are about to be others are judged by themselves.
      let promise = ListPromise(freesUsers: seed.itemTypes != nil)
      return try await report(seed.categories, categories, promise)
    case .itemTypes:
      guard let list = seed.itemTypes else { return nil }
      let promise = ListPromise(parents: try await promised(seed.categories, categories))
      return try await report(list, itemTypes, promise)
    case .eventBanners:
      let promise = ListPromise(targets: try await promisedTargets(of: seed))
      return try await report(seed.eventBanners, eventBanners, promise)
    case .homeSections:
      let promise = ListPromise(targets: try await promisedTargets(of: seed))
      return try await report(seed.homeSections, homeSections, promise)
    case .eventProducts:
      guard let seeds = seed.eventProducts else { return nil }
      return try await eventProducts.judge(seeds, promised: seed.eventCategories)
    case .search:
      guard let rules = seed.searchRules else { return nil }
      let promised = try await promisedTargets(of: seed)
      return try await searchRules(rules, promised: promised, dryRun: true, once: nil).made.report
    case .eventCategories:
      guard let list = seed.eventCategories else { return nil }
      return try await eventCategories(list, dryRun: true, once: nil).made.counts
    }
  }

  /// What links may lead to once the file is written. Of what the file brings without an id nobody
  /// knows yet which it will have.
  private func promisedTargets(of seed: ShopSeed) async throws(Failure) -> PromisedTargets {
    var targets: [String: Set<Int64>] = [:]
    targets["category"] = try await promised(seed.categories, categories)
    targets["item_type"] = try await promised(seed.itemTypes, itemTypes)
    if let list = seed.eventCategories {
      targets["event"] = try await eventCategories.kept(by: list)
    }
    return PromisedTargets(targets)
  }

  /// Ids of what a list will have; nil where what is stored stays.
  private func promised<Draft>(
    _ list: PlacedList<Draft>?, _ arrange: ArrangeList<Draft>
  ) async throws(Failure) -> Set<Int64>? {
    guard let list else { return nil }
    let stored = try await arrange.all()
    let plan = list.plan(for: stored)
    return Set(stored.map(\.id)).subtracting(plan.removed)
      .union(plan.created.compactMap(\.entry.id))
  }

  private func report<Draft>(
    _ list: PlacedList<Draft>?, _ arrange: ArrangeList<Draft>, _ promise: ListPromise
  ) async throws(Failure) -> ListReport? {
    guard let list else { return nil }
    return ListReport(
      try await arrange(list, promised: promise, dryRun: true, once: nil).made.plan)
  }

  private func write(_ seed: ShopSeed) async throws(Failure) {
    if let list = seed.categories, seed.itemTypes != nil {
      try await write(try await keepingOthers(list), categories)
    }
    try await write(seed.itemTypes, itemTypes)
    try await write(seed.categories, categories)
    if let list = seed.eventCategories {
      _ = try await eventCategories(list, dryRun: false, once: nil)
    }
    // These lead to the others.
    try await write(seed.eventBanners, eventBanners)
    try await write(seed.homeSections, homeSections)
    if let seeds = seed.eventProducts { try await eventProducts.write(seeds) }
    if let rules = seed.searchRules { _ = try await searchRules(rules, dryRun: false, once: nil) }
  }

  private func write<Draft>(
    _ list: PlacedList<Draft>?, _ arrange: ArrangeList<Draft>
  ) async throws(Failure) {
    if let list { _ = try await arrange(list, dryRun: false, once: nil) }
  }

  /// With what item types still stand under until they are written, and without what none of them
  /// can name yet.
  private func keepingOthers(
    _ list: PlacedList<CategoryDraft>
  ) async throws(Failure) -> PlacedList<CategoryDraft> {
    let named = list.entries.filter { $0.id != nil }
    let kept = Set(named.compactMap(\.id))
    let others = try await categories.all().filter { !kept.contains($0.id) }
    return PlacedList(passing: named + others.map { .init(id: $0.id, draft: $0.draft) })
  }
}
