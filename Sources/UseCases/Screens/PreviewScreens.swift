package import Domain
package import ViewData

/// Shows screens as they will be at a moment, with lists that are not stored.
///
/// Each throws `rejected` for lists that a seed could not store, with its pointers.
package struct PreviewScreens: Sendable {
  /// A moment, and the lists that count instead of the stored ones.
  package struct Wanted: Sendable {
    /// Nil for now.
    package let moment: Timestamp?
    /// Of titles, by RFC 5646.
    package let language: String
    package let drafts: ShopSeed

    package init(at moment: Timestamp?, in language: String, with drafts: ShopSeed) {
      self.moment = moment
      self.language = language
      self.drafts = drafts
    }
  }

  /// The kinds of items that moments tell.
  package static let kinds = [
    EventBannerDraft.kind, EventCategoryDraft.kind, HomeSectionDraft.kind, CategoryDraft.kind,
    ItemTypeDraft.kind,
  ]
  private let ports: Ports
  private let cursors: ProductCursors

  package init(_ ports: Ports, cursors: ProductCursors) {
    self.ports = ports
    self.cursors = cursors
  }

  package func home(
    _ wanted: Wanted, saying wording: ProductWording, from origin: Origin?
  ) async throws(Failure) -> ScreenPreview<Screen> {
    let shop = try await shop(wanted)
    let show = ShowHomeScreen(shop.browse, products: shop.products)
    return ScreenPreview(
      screen: try await show(in: wanted.language, saying: wording, from: origin),
      moments: try await shop.moments(
        HomeSectionDraft.self, EventBannerDraft.self, EventCategoryDraft.self))
  }

  package func categories(
    _ wanted: Wanted, in wording: ScreenWording, from origin: Origin?
  ) async throws(Failure) -> ScreenPreview<Screen> {
    let shop = try await shop(wanted)
    return ScreenPreview(
      screen: try await ShowCategoriesScreen(shop.browse)(in: wording, from: origin),
      moments: try await shop.moments(
        EventCategoryDraft.self, CategoryDraft.self, ItemTypeDraft.self))
  }

  /// Without a screen while the event is not live.
  ///
  /// - Throws: `notFound` for an event that is neither stored nor drafted.
  package func event(
    _ id: Int64, _ wanted: Wanted, in wording: ScreenWording, from origin: Origin?
  ) async throws(Failure) -> ScreenPreview<EventScreen> {
    let shop = try await shop(wanted)
    guard let event = try await shop.event(id) else { throw .notFound(.eventCategory("\(id)")) }
    let show = ShowEventScreen(shop.browse, products: shop.products)
    return ScreenPreview(
      screen: event.schedule.contains(shop.moment)
        ? try await show(id, in: wording, from: origin) : nil,
      moments: try await shop.moments(EventCategoryDraft.self, only: id))
  }

  private func shop(_ wanted: Wanted) async throws(Failure) -> PreviewedShop {
    let seed = wanted.drafts.writtenByHand
    let judge = SeedShop(
      lists: ports.lists, eventProducts: ports.eventProducts, searchRules: ports.searchRules)
    _ = try await judge(seed, dryRun: true)
    return PreviewedShop(
      at: wanted.moment ?? ports.machine.now(), in: wanted.language, seed, ports, cursors)
  }
}

/// A screen at a moment, and what changes it afterwards.
package struct ScreenPreview<Shown: Sendable>: Sendable {
  /// The most moments that it tells: more are too far away.
  package static var momentsMax: Int { 100 }
  package let screen: Shown?
  package let moments: [ScheduledMoment]
}

/// A moment at which items of lists begin or end to be shown.
package struct ScheduledMoment: Sendable {
  package struct Item: Sendable {
    /// `event_banner`
    package let kind: String
    package let id: Int64
    package let title: String
  }

  /// All items of the largest screen: that of categories.
  package static let itemsMax =
    EventCategoryDraft.countMax + CategoryDraft.countMax + ItemTypeDraft.countMax
  package let moment: Timestamp
  package fileprivate(set) var begins: [Item] = []
  package fileprivate(set) var ends: [Item] = []
}

/// The shop at a moment, with the lists of a seed.
private struct PreviewedShop: Sendable {
  let moment: Timestamp
  let browse: BrowseLists
  let products: BrowseProducts
  private let lists: DraftedLists
  private let language: String

  init(
    at moment: Timestamp, in language: String, _ seed: ShopSeed, _ ports: Ports,
    _ cursors: ProductCursors
  ) {
    let lists = DraftedLists(stored: ports.lists, images: ports.images, seed: seed)
    self.moment = moment
    self.language = language
    self.lists = lists
    browse = BrowseLists(lists) { moment }
    products = BrowseProducts(repository: ports.products, cursors: cursors) {
      event throws(Failure) in
      let key = try await lists.all(EventCategoryDraft.self).items.first { $0.id == event }?.key
      let drafted = seed.eventProducts?.first { $0.key == key }?.products.ids
      if let drafted { return drafted }
      return try await ports.eventProducts.ids(of: event) ?? []
    }
  }

  func event(_ id: Int64) async throws(Failure) -> EventCategory? {
    try await lists.all(EventCategoryDraft.self).items.first { $0.id == id }
  }

  /// The next moments at which an item of these lists begins or ends to be shown.
  ///
  /// - Parameter id: of the only item that counts; nil for all.
  func moments(
    _ types: any ListedDraft.Type..., only id: Int64? = nil
  ) async throws(Failure) -> [ScheduledMoment] {
    var moments: [Timestamp: ScheduledMoment] = [:]
    for type in types { try await note(type, only: id, in: &moments) }
    return Array(
      moments.values.sorted { $0.moment < $1.moment }
        .prefix(ScreenPreview<Screen>.momentsMax))
  }

  private func note<Draft: ListedDraft>(
    _ list: Draft.Type, only id: Int64?, in moments: inout [Timestamp: ScheduledMoment]
  ) async throws(Failure) {
    for item in try await lists.all(list).items where id == nil || id == item.id {
      let title = item.draft.title(in: language)?.text ?? item.draft.itemKey?.text
      let told = ScheduledMoment.Item(kind: Draft.kind, id: item.id, title: title ?? "\(item.id)")
      if let start = item.schedule.startsAt, start > moment {
        moments[start, default: ScheduledMoment(moment: start)].begins.append(told)
      }
      if let end = item.schedule.endsAt, end > moment {
        moments[end, default: ScheduledMoment(moment: end)].ends.append(told)
      }
    }
  }
}

extension ListedDraft {
  /// `event_banner`
  fileprivate static var kind: String { noun.split(separator: " ").joined(separator: "_") }
}

extension ShopSeed {
  /// Without what was read of stored items: whether they have changed since is a question of
  /// writing.
  fileprivate var writtenByHand: ShopSeed {
    var seed = self
    for list in lists { Self.add(list, to: &seed) }
    return seed
  }

  private static func add<List: SeededList>(_ list: List, to seed: inout ShopSeed) {
    let entries = list.document.entries.map { entry in
      let id = List.Draft.hasKeys ? nil : entry.known.id
      return ListEntry(entry.draft, schedule: entry.schedule, known: KnownItem(id: id))
    }
    seed.add(ListDocument(passing: entries))
  }
}
