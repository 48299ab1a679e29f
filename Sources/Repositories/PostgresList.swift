package import Domain
import Postgres
package import UseCases

/// A list of the shop in a table of its own.
package struct PostgresList<Draft: ListedDraft>: PlacedListRepository {
  private let pool: Pool
  private let statements: ListStatements<Draft>

  /// `pool` belongs to the loop that all calls come from.
  init(_ pool: Pool, _ statements: ListStatements<Draft>) {
    self.pool = pool
    self.statements = statements
  }

  package func all(limit: Int) async throws(Failure) -> [Placed<Draft>] {
    do throws(PostgresError) {
      return try await pool.rows(statements.all, limit)
    } catch { throw Failure(error) }
  }

  package func replace(
    _ list: PlacedList<Draft>, if condition: ChangeCondition<[Placed<Draft>]>,
    promised: ListPromise, dryRun: Bool, once: IdempotentWrite<PlacedListChange<Draft>>?
  ) async throws(Failure) -> Written<PlacedListChange<Draft>> {
    let statements = statements
    return try await pool.repeatableTransaction { transaction in
      try await transaction.once(dryRun ? nil : once) {
        // Readers go on; a second change waits here, so that what was compared stays true.
        if !dryRun { _ = try await transaction.execute(statements.lock, ()) }
        // Twice what there may be: reading must never cut off what a decision is about.
        let current = try await transaction.rows(statements.all, 2 * Draft.countMax)
        let plan = try ListPlan.deciding(
          list, current: current,
          knownParents: try await transaction.knownParents(of: list, statements.table, promised),
          missing: try await transaction.missing(list, current, promised),
          used: try await transaction.used(list, current, statements, promised, dryRun: dryRun),
          by: statements.table.users, if: condition)
        guard !dryRun, !plan.isEmpty else { return PlacedListChange(plan: plan, after: current) }
        try await transaction.carryOut(plan, statements)
        return PlacedListChange(
          plan: plan, after: try await transaction.rows(statements.all, Draft.countMax))
      }
    }
  }
}

extension Transaction {
  /// Those links of some that lead to nothing.
  func missing(
    _ links: Set<LinkTarget>, _ promised: PromisedTargets
  ) async throws -> Set<LinkTarget> {
    guard !links.isEmpty else { return [] }
    let stored = try await rows(LinkTargetStatements.known, links)
    return promised.missing(of: links, stored: Set(stored.compactMap(\.self)))
  }

  fileprivate func knownParents<Draft>(
    of list: PlacedList<Draft>, _ table: ListStatements<Draft>.Table, _ promised: ListPromise
  ) async throws -> Set<Int64> {
    if let parents = promised.parents { return parents }
    let wanted = Set(list.entries.compactMap(\.draft.parent?.id))
    guard let known = table.knownParents, !wanted.isEmpty else { return [] }
    return Set(try await rows(known, wanted.sorted()))
  }

  /// New links of the list that lead to nothing.
  fileprivate func missing<Draft>(
    _ list: PlacedList<Draft>, _ current: [Placed<Draft>], _ promised: ListPromise
  ) async throws -> Set<LinkTarget> {
    try await missing(list.newTargets(beside: current), promised.targets)
  }

  fileprivate func used<Draft>(
    _ list: PlacedList<Draft>, _ current: [Placed<Draft>], _ statements: ListStatements<Draft>,
    _ promised: ListPromise, dryRun: Bool
  ) async throws -> Set<Int64> {
    let removed = list.plan(for: current).removed
    guard let used = statements.table.used, !removed.isEmpty, !promised.freesUsers else {
      return []
    }
    if !dryRun { _ = try await rows(statements.hold, removed) }
    return Set(try await rows(used, removed))
  }

  fileprivate func carryOut<Draft>(
    _ plan: ListPlan<Draft>, _ statements: ListStatements<Draft>
  ) async throws {
    _ = try await execute(statements.deferPositions, ())
    if !plan.removed.isEmpty { _ = try await execute(statements.remove, plan.removed) }
    for item in plan.updated { _ = try await execute(statements.update, item) }
    // Those that bring their ids first, so that no other is given one of these.
    let (numbered, unnumbered) = (
      plan.created.filter { $0.entry.id != nil }, plan.created.filter { $0.entry.id == nil }
    )
    for creation in numbered { try await insert(creation, statements) }
    if !numbered.isEmpty { _ = try await first(statements.skipIDs, ()) }
    for creation in unnumbered { try await insert(creation, statements) }
    _ = try await execute(statements.checkPositions, ())
  }

  private func insert<Draft>(
    _ creation: ListPlan<Draft>.Creation, _ statements: ListStatements<Draft>
  ) async throws {
    let entry = creation.entry
    _ = try await first(
      statements.insert, .init(id: entry.id, draft: entry.draft, position: creation.position))
  }
}
