package import Domain

/// The lists of a seed file; other lists stay unchanged.
package struct ShopSeed: Sendable {
  package private(set) var lists: [any SeededList] = []
  /// Only of these events, each once.
  package var eventProducts: [EventSeed]?
  package var searchRules: SearchRules?

  /// - Parameter lists: each of another kind.
  package init(_ lists: any SeededList...) {
    self.lists = lists
  }

  /// Replaces an earlier list of this kind.
  package mutating func add<Draft>(_ list: ListDocument<Draft>) {
    lists.removeAll { $0 is ListDocument<Draft> }
    lists.append(list)
  }

  package func list<Draft>(_ type: Draft.Type) -> ListDocument<Draft>? {
    lists.lazy.compactMap { $0 as? ListDocument<Draft> }.first
  }
}

/// A new list of any kind.
package protocol SeededList<Draft>: Sendable {
  associatedtype Draft: ListedDraft
  var document: ListDocument<Draft> { get }
}

extension ListDocument: SeededList {
  package var document: ListDocument<Draft> { self }
}

/// Replaces lists of the shop, or previews the change.
package struct SeedShop: Sendable {
  private let lists: any ListRepository
  private let eventProducts: SeedEventProducts
  private let searchRules: any SearchRuleRepository
  private let history: CommandHistory?

  package init(
    lists: any ListRepository, eventProducts: any EventProductRepository,
    searchRules: any SearchRuleRepository, history: CommandHistory? = nil
  ) {
    self.lists = lists
    self.eventProducts = SeedEventProducts(
      lists: lists, products: eventProducts, history: history)
    self.searchRules = searchRules
    self.history = history
  }

  /// The change of one list, with its name in files.
  package typealias Report = (list: String, report: ListReport)

  /// Checks all lists before it writes the first one: an error in one keeps all from being written.
  ///
  /// - Throws: `rejected` with the errors of all lists, with pointers such as
  ///   `/item_types/3/category_id`.
  package func callAsFunction(
    _ seed: ShopSeed, dryRun: Bool
  ) async throws(Failure) -> [Report] {
    let promise = try await promise(of: seed)
    var (reports, fieldErrors) = ([Report](), [FieldError]())
    func check(
      _ name: String, at place: String,
      _ report: () async throws(Failure) -> ListReport
    ) async throws(Failure) {
      do throws(Failure) {
        reports.append((name, try await report()))
      } catch {
        guard case .rejected(let broken) = error else { throw error }
        fieldErrors += broken.map { $0.moved(from: place, to: "/" + name) }
      }
    }
    for list in seed.lists {
      try await check(list.name, at: "/items") { () throws(Failure) in
        try await judge(list, in: seed, promise)
      }
    }
    if let seeds = seed.eventProducts {
      try await check("event_products", at: "/items") { () throws(Failure) in
        try await eventProducts.judge(seeds, promised: seed.list(EventCategoryDraft.self))
      }
    }
    if let rules = seed.searchRules {
      try await check("search", at: "") { () throws(Failure) in
        try await searchRules.replace(
          rules, if: .any, promise: promise, dryRun: true, once: nil
        ).made.report
      }
    }
    guard fieldErrors.isEmpty else { throw .rejected(fieldErrors) }
    if !dryRun { try await write(seed) }
    return reports
  }

  private func judge(
    _ list: some SeededList, in seed: ShopSeed, _ promise: ListPromise
  ) async throws(Failure) -> ListReport {
    var promise = promise
    // Items that the same file brings are checked in their own list, against their new parents.
    promise.freesUsers = seed.lists.contains { list.isParent(of: $0) }
    let change = try await ArrangeList(lists).replace(
      with: list.document, promise: promise, dryRun: true)
    return ListReport(try change.made.plan)
  }

  /// The link targets after the file is written. Items of the file without an id have none yet.
  private func promise(of seed: ShopSeed) async throws(Failure) -> ListPromise {
    var promise = ListPromise()
    for list in seed.lists { try await add(list, to: &promise) }
    return promise
  }

  private func add<List: SeededList>(
    _ list: List, to promise: inout ListPromise
  ) async throws(Failure) {
    guard let kind = List.Draft.targetKind else { return }
    let stored = try await lists.all(List.Draft.self)
    promise.ids[kind] = ListPlan.replacing(stored, with: list.document).ids
  }

  /// First the parents, with the old ones that still have items; then the items, then all other
  /// lists, because their links may point to these; last the parents as in the file.
  private func write(_ seed: ShopSeed) async throws(Failure) {
    let parents = seed.lists.filter { list in seed.lists.contains { list.isParent(of: $0) } }
    for list in parents { try await writeKeepingOthers(list) }
    for list in seed.lists where list.hasParents { try await write(list) }
    for list in seed.lists where !list.hasParents { try await write(list) }
    if let seeds = seed.eventProducts { try await eventProducts.write(seeds) }
    if let rules = seed.searchRules {
      _ = try await searchRules.replace(
        rules, if: .any, promise: .nothing, dryRun: false,
        once: history.map { $0.telling($0.words.searchRules) })
    }
  }

  private func write<List: SeededList>(_ list: List) async throws(Failure) {
    _ = try await ArrangeList(lists).replace(
      with: list.document, once: history.map { $0.telling($0.words.list(List.Draft.self)) })
  }

  /// Leaves out new items without an id, which no list can name yet.
  private func writeKeepingOthers<List: SeededList>(_ list: List) async throws(Failure) {
    let named = list.document.entries.filter { $0.known.id != nil }
    let kept = Set(named.compactMap(\.known.id))
    let others = try await lists.all(List.Draft.self).items.filter { !kept.contains($0.id) }
    let entries = others.map {
      ListEntry($0.draft, schedule: $0.schedule, known: KnownItem(id: $0.id))
    }
    try await write(ListDocument(passing: named + entries))
  }
}

extension SeededList {
  fileprivate var name: String { Draft.name }
  fileprivate var hasParents: Bool { Draft.parents != nil }

  /// Whether items of the other list belong to items of this one.
  package func isParent<Other: SeededList>(of other: Other) -> Bool {
    Draft.targetKind != nil && Other.Draft.parents?.kind == Draft.targetKind
  }
}
