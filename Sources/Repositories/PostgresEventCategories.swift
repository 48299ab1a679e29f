package import Domain
package import Postgres
package import UseCases

/// Event categories in `moa.event_categories`.
package struct PostgresEventCategories: EventCategoryRepository {
  private let pool: Pool

  /// `pool` belongs to the loop that all calls come from.
  package init(_ pool: Pool) {
    self.pool = pool
  }

  package func live(
    at instant: Timestamp, limit: Int
  ) async throws(Failure) -> [ShownEventCategory] {
    do {
      let parameters = EventCategoryStatements.Live(instant: instant, limit: limit)
      return try await pool.rows(EventCategoryStatements.live, parameters).map { row in
        ShownEventCategory(
          try EventCategory(row.category), thumbnail: row.thumbnail,
          thumbnailText: row.thumbnailText)
      }
    } catch { throw Failure(error) }
  }

  package func all(limit: Int) async throws(Failure) -> VersionedList<EventCategory> {
    do {
      return try VersionedList(try await pool.rows(EventCategoryStatements.all, limit))
    } catch { throw Failure(error) }
  }

  package func change(
    dryRun: Bool, once: IdempotentWrite<AppliedEventCategoryPlan>?,
    decide: @escaping @Sendable (VersionedList<EventCategory>) throws(Failure) -> EventCategoryPlan
  ) async throws(Failure) -> Written<AppliedEventCategoryPlan> {
    try await pool.repeatableTransaction { transaction in
      try await transaction.once(dryRun ? nil : once) {
        // Readers go on; a second change waits here, so that what `decide` saw stays true.
        if !dryRun { _ = try await transaction.execute(EventCategoryStatements.lock, ()) }
        let rows = try await transaction.rows(EventCategoryStatements.all, Self.rowsMax)
        let current = try VersionedList(rows)
        let plan = try decide(current)
        guard !dryRun, !plan.isEmpty else {
          return AppliedEventCategoryPlan(plan: plan, created: [], version: current.version)
        }
        return try await carryOut(plan, to: current, in: transaction)
      }
    }
  }

  /// Twice what the domain allows: reading must never cut off what a decision is about.
  private static let rowsMax = 2 * EventCategoryList.countMax

  private func carryOut(
    _ plan: EventCategoryPlan, to current: VersionedList<EventCategory>,
    in transaction: Transaction
  ) async throws -> AppliedEventCategoryPlan {
    // A new order passes through states in which two rows share a place.
    _ = try await transaction.execute(EventCategoryStatements.deferPositions, ())
    for category in plan.removed {
      _ = try await transaction.execute(EventCategoryStatements.remove, category.id)
    }
    for category in plan.updated {
      _ = try await transaction.execute(EventCategoryStatements.update, category)
    }
    let firstVersion = current.versionOfNewItems
    var created: [EventCategory] = []
    for creation in plan.created {
      let insertion = EventCategoryStatements.Insertion(creation: creation, version: firstVersion)
      guard let id = try await transaction.first(EventCategoryStatements.insert, insertion) else {
        throw Failure.bug("an inserted event category returned no id")
      }
      created.append(
        EventCategory(
          id: id, draft: creation.draft, position: creation.position, version: firstVersion))
    }
    // Here and not at commit, so that a clash is reported as what it is.
    _ = try await transaction.execute(EventCategoryStatements.checkPositions, ())
    let version = try await transaction.raiseEventCategories(above: firstVersion)
    return AppliedEventCategoryPlan(plan: plan, created: created, version: version)
  }
}

extension Transaction {
  /// Makes a new version of the list of event categories, and answers it.
  func raiseEventCategories(above version: Int) async throws -> Int {
    guard let raised = try await first(EventCategoryStatements.raiseVersion, Int64(version)) else {
      throw Failure.bug("the list of event categories has no version in the store")
    }
    return Int(raised)
  }
}
