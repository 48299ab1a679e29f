package import Domain
package import UseCases

/// A list of the store that people write whole.
package struct FakeList<Draft: ListedDraft>: PlacedListRepository {
  let store: FakeStore
  let items: any WritableKeyPath<FakeStore.State, [Placed<Draft>]> & Sendable
  /// Ids of the items that these may stand under.
  var parents: @Sendable (FakeStore.State) -> Set<Int64> = { _ in [] }
  /// Ids that are still needed, and by what.
  var used: @Sendable (FakeStore.State) -> Set<Int64> = { _ in [] }
  var users = ""

  package func all(limit: Int) async throws(Failure) -> [Placed<Draft>] {
    try store.reading { state throws(Failure) in Array(state[keyPath: items].prefix(limit)) }
  }

  package func replace(
    _ list: PlacedList<Draft>, if condition: ChangeCondition<[Placed<Draft>]>,
    promised: ListPromise, dryRun: Bool, once: IdempotentWrite<PlacedListChange<Draft>>?
  ) async throws(Failure) -> Written<PlacedListChange<Draft>> {
    try store.writing(dryRun ? nil : once) { state throws(Failure) in
      let current = state[keyPath: items]
      let plan = try ListPlan.deciding(
        list, current: current, knownParents: promised.parents ?? parents(state),
        missing: promised.targets.missing(
          of: list.newTargets(beside: current), stored: state.targets),
        used: promised.freesUsers ? [] : used(state), by: users, if: condition)
      guard !dryRun, !plan.isEmpty else { return PlacedListChange(plan: plan, after: current) }
      let highest = list.entries.compactMap(\.id).max() ?? 0
      var last = max(state.lastListIDs[Draft.noun] ?? 0, highest, current.map(\.id).max() ?? 0)
      let changed = Dictionary(uniqueKeysWithValues: plan.updated.map { ($0.position, $0) })
      let created = Set(plan.created.map(\.position))
      let known = list.entries.enumerated().map { index, entry in
        let position = index + 1
        if created.contains(position) {
          if entry.id == nil { last += 1 }
          return Placed(id: entry.id ?? last, draft: entry.draft, position: position)
        }
        return changed[position] ?? current[index]
      }
      state.lastListIDs[Draft.noun] = last
      state[keyPath: items] = known
      return PlacedListChange(plan: plan, after: known)
    }
  }
}

extension FakeStore.State {
  /// All that a link may lead to.
  var targets: Set<LinkTarget> {
    Set(categories.map { .category($0.id) }).union(itemTypes.map { .itemType($0.id) })
      .union(eventCategories.map { .event($0.id) }).union(products.map { .product($0.id) })
  }
}

extension FakeStore {
  var eventBanners: FakeList<EventBannerDraft> { FakeList(store: self, items: \.eventBanners) }

  var homeSections: FakeList<HomeSectionDraft> { FakeList(store: self, items: \.homeSections) }

  var categories: FakeList<CategoryDraft> {
    FakeList(
      store: self, items: \.categories, used: { Set($0.itemTypes.map(\.categoryID)) },
      users: "item types")
  }

  var itemTypes: FakeList<ItemTypeDraft> {
    FakeList(
      store: self, items: \.itemTypes, parents: { Set($0.categories.map(\.id)) },
      used: { Set($0.products.compactMap(\.draft.details.itemType)) }, users: "products")
  }
}
