package import Domain
package import UseCases

extension FakeStore: EventCategoryRepository {
  package func live(
    at instant: Timestamp, limit: Int
  ) async throws(Failure) -> [ShownEventCategory] {
    await takeTime()
    return try reading { state throws(Failure) in
      state.liveReads += 1
      return state.eventCategories.filter { $0.isLive(at: instant) }.prefix(limit).map(state.shown)
    }
  }

  package func all(limit: Int) async throws(Failure) -> VersionedList<EventCategory> {
    try reading { state throws(Failure) in
      VersionedList(
        version: state.eventCategoriesVersion, items: Array(state.eventCategories.prefix(limit)))
    }
  }

  package func change(
    dryRun: Bool, once: IdempotentWrite<AppliedEventCategoryPlan>?,
    decide: @escaping @Sendable (VersionedList<EventCategory>) throws(Failure) -> EventCategoryPlan
  ) async throws(Failure) -> Written<AppliedEventCategoryPlan> {
    try writing(dryRun ? nil : once) { state throws(Failure) in
      let current = state.versionedEventCategories
      let plan = try decide(current)
      guard !dryRun, !plan.isEmpty else {
        return AppliedEventCategoryPlan(plan: plan, created: [], version: current.version)
      }
      let created = try state.carryOut(plan)
      return AppliedEventCategoryPlan(
        plan: plan, created: created, version: state.eventCategoriesVersion)
    }
  }
}

extension FakeStore.State {
  var versionedEventCategories: VersionedList<EventCategory> {
    VersionedList(version: eventCategoriesVersion, items: eventCategories)
  }

  /// All or nothing: the rows are only taken over when no constraint is broken.
  mutating func carryOut(_ plan: EventCategoryPlan) throws(Failure) -> [EventCategory] {
    let removed = Set(plan.removed.map(\.id))
    var rows = eventCategories.filter { !removed.contains($0.id) }
    for category in plan.updated {
      guard let index = rows.firstIndex(where: { $0.id == category.id }) else {
        throw .bug("a plan updates a row that is not there")
      }
      rows[index] = category
    }
    var nextID = nextEventCategoryID
    let firstVersion = versionedEventCategories.versionOfNewItems
    let created = plan.created.map { creation in
      defer { nextID += 1 }
      return EventCategory(
        id: nextID, draft: creation.draft, position: creation.position, version: firstVersion)
    }
    rows += created
    guard Set(rows.map(\.key)).count == rows.count else { throw .conflict(.keyTaken(nil)) }
    guard Set(rows.map(\.position)).count == rows.count else {
      throw .bug("a plan puts two rows at one position")
    }
    eventCategories = rows.sorted { $0.position < $1.position }
    nextEventCategoryID = nextID
    eventCategoriesVersion = firstVersion + 1
    return created
  }

  fileprivate func shown(_ category: EventCategory) -> ShownEventCategory {
    ShownEventCategory(
      category, thumbnail: summary(of: category.thumbnailImage),
      thumbnailText: summary(of: category.thumbnailTextImage))
  }

  private func summary(of reference: ImageReference) -> ImageSummary? {
    guard let address = reference.ownImage, let image = images[address.digest] else { return nil }
    let rendition = image.renditions.first { $0.preset == address.preset }
    return ImageSummary(
      width: rendition?.width ?? image.original.width,
      height: rendition?.height ?? image.original.height, color: image.color)
  }
}
