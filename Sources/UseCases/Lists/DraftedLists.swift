import Domain

/// The lists as a seed would leave them: nothing is stored, and other lists stay as they are.
struct DraftedLists: ListRepository {
  let stored: any ListRepository
  let images: any ImageRepository
  let seed: ShopSeed

  func shown<Draft: ListedDraft>(
    _ list: Draft.Type, at instant: Timestamp
  ) async throws(Failure) -> [ShownItem<Draft>] {
    guard seed.list(list) != nil else { return try await stored.shown(list, at: instant) }
    let items = try await all(list).items.filter { $0.schedule.contains(instant) }
    let addresses = items.flatMap(\.draft.images).compactMap(\.reference.ownImage)
    let served =
      addresses.isEmpty ? [:] : try await images.served(Set(addresses.map(\.digest)))
    return items.map { item in
      ShownItem(
        item,
        placeholders: item.draft.images.map { image in
          image.reference.ownImage.flatMap { served[$0] ?? served[$0.original] }
        })
    }
  }

  /// New items without an id get the next ids after the largest.
  func all<Draft: ListedDraft>(_ list: Draft.Type) async throws(Failure) -> ArrangedList<Draft> {
    let current = try await stored.all(list)
    guard let document = seed.list(list) else { return current }
    let plan = ListPlan.replacing(current, with: document)
    var last = plan.ids.union(current.items.map(\.id)).max() ?? 0
    let ids = plan.created.map { row in
      if let id = row.id { return id }
      last += 1
      return last
    }
    return plan.after(creating: ids)
  }

  func change<Draft: ListedDraft>(
    _ list: Draft.Type, promise: ListPromise, dryRun: Bool,
    once: RecordedWrite<ListChange<Draft>>?,
    decide: @escaping @Sendable (ArrangedList<Draft>) throws(Failure) -> ListPlan<Draft>
  ) async throws(Failure) -> Written<ListChange<Draft>> {
    throw .bug("lists of a preview are not changed")
  }
}
