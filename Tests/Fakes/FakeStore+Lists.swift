package import Domain
package import UseCases

extension FakeStore: ListRepository {
  package func shown<Draft: ListedDraft>(
    _ list: Draft.Type, at instant: Timestamp
  ) async throws(Failure) -> [ShownItem<Draft>] {
    await takeTime()
    return try reading { state throws(Failure) in
      if list == EventCategoryDraft.self { state.liveReads += 1 }
      return state.list(list).items.filter { $0.schedule.contains(instant) }.map { item in
        ShownItem(
          item, placeholders: item.draft.images.map { state.summary(of: $0.reference) })
      }
    }
  }

  package func all<Draft: ListedDraft>(
    _ list: Draft.Type
  ) async throws(Failure) -> ArrangedList<Draft> {
    try reading { state throws(Failure) in state.list(list) }
  }

  package func change<Draft: ListedDraft>(
    _ list: Draft.Type, promise: ListPromise, dryRun: Bool,
    once: RecordedWrite<ListChange<Draft>>?,
    decide: @escaping @Sendable (ArrangedList<Draft>) throws(Failure) -> ListPlan<Draft>
  ) async throws(Failure) -> Written<ListChange<Draft>> {
    try writing(dryRun ? nil : once) { state throws(Failure) in
      let current = state.list(list)
      let plan = try decide(current)
      let fieldErrors = plan.fieldErrors(state.findings(on: plan, promise))
      guard fieldErrors.isEmpty else { throw .rejected(fieldErrors) }
      guard !dryRun, !plan.isEmpty else { return ListChange(plan: plan, after: current) }
      let eventProducts = state.eventProducts(removedBy: plan)
      return ListChange(
        plan: plan, after: try state.carryOut(plan), eventProducts: eventProducts)
    }
  }
}

extension FakeStore.State {
  var eventCategories: [EventCategory] { list(EventCategoryDraft.self).items }
  var eventBanners: [EventBanner] { list(EventBannerDraft.self).items }
  var categories: [Category] { list(CategoryDraft.self).items }
  var itemTypes: [ItemType] { list(ItemTypeDraft.self).items }

  fileprivate func list<Draft>(_ list: Draft.Type) -> ArrangedList<Draft> {
    lists[Draft.name] as? ArrangedList<Draft> ?? .empty
  }

  /// Fills a list that has no items, with the ids 1, 2, 3, ...
  ///
  /// - Returns: whether it was filled.
  mutating func fill<List: SeededList>(_ filling: List) -> Bool {
    let current = list(List.Draft.self)
    guard current.items.isEmpty else { return false }
    let plan = ListPlan.filling(current, with: filling.document)
    return (try? carryOut(plan)) != nil
  }

  @discardableResult
  fileprivate mutating func carryOut<Draft>(
    _ plan: ListPlan<Draft>
  ) throws(Failure) -> ArrangedList<Draft> {
    let keys = plan.rows.compactMap(\.draft.itemKey)
    if let taken = keys.first(where: { key in keys.count(where: { $0 == key }) > 1 }) {
      throw .conflict(.keyTaken(Draft.noun, taken))
    }
    var last = max(lastListIDs[Draft.name] ?? 0, plan.rows.compactMap(\.id).max() ?? 0)
    let ids = plan.created.map { row in
      if row.id == nil { last += 1 }
      return row.id ?? last
    }
    lastListIDs[Draft.name] = last
    let after = plan.after(creating: ids)
    lists[Draft.name] = after
    if Draft.self == EventCategoryDraft.self {
      for item in plan.removed { eventProducts[item.id] = nil }
    }
    for (event, products) in plan.eventProducts { eventProducts[event] = products }
    number(plan, after: after)
    return after
  }

  fileprivate func eventProducts<Draft>(removedBy plan: ListPlan<Draft>) -> [Int64: [Int64]] {
    guard Draft.self == EventCategoryDraft.self else { return [:] }
    let live = Set(products.map(\.id))
    let removed = Set(plan.removed.map(\.id))
    return eventProducts.filter { removed.contains($0.key) }
      .mapValues { $0.filter(live.contains) }.filter { !$0.value.isEmpty }
  }

  fileprivate func findings<Draft>(
    on plan: ListPlan<Draft>, _ promise: ListPromise
  ) -> ListPlan<Draft>.Findings {
    var findings = ListPlan<Draft>.Findings()
    findings.missing = promise.missing(
      of: plan.newTargets.union(plan.parents), stored: targets)
    findings.unserved = plan.newImages.filter { !isServed($0) }
    let (needed, users) = needed(Draft.name)
    if !promise.freesUsers { findings.needed = plan.removed.map(\.id).filter(needed.contains) }
    findings.users = users
    return findings
  }

  /// Ids of items that something needs, and what.
  private func needed(_ list: String) -> (ids: Set<Int64>, users: String) {
    switch list {
    case CategoryDraft.name: (Set(itemTypes.map(\.categoryID)), "item types")
    case ItemTypeDraft.name:
      (
        Set((products + hiddenProducts.values).compactMap(\.draft.details.itemType)), "products"
      )
    default: ([], "")
    }
  }

  /// All that a link may lead to.
  var targets: Set<LinkTarget> {
    Set(categories.map { .category($0.id) }).union(itemTypes.map { .itemType($0.id) })
      .union(eventCategories.map { .event($0.id) }).union(products.map { .product($0.id) })
  }

  private func isServed(_ reference: ImageReference) -> Bool {
    guard let address = reference.ownImage, let image = images[address.digest] else {
      return false
    }
    return image.served.contains { [address, address.original].contains($0.0) }
  }

  fileprivate func summary(of reference: ImageReference) -> ImageSummary? {
    guard let address = reference.ownImage, let image = images[address.digest] else { return nil }
    let rendition = image.renditions.first { $0.preset == address.preset }
    return ImageSummary(
      width: rendition?.width ?? image.original.width,
      height: rendition?.height ?? image.original.height, color: image.color)
  }
}
