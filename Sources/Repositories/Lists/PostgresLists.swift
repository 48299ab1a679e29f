package import Domain
import Postgres
package import UseCases

/// The lists of the shop, each in a table of its own.
extension PostgresStore: ListRepository {
  package func shown<Draft: ListedDraft>(
    _ list: Draft.Type, at instant: Timestamp
  ) async throws(Failure) -> [ShownItem<Draft>] {
    try await rows(ListTables.of(list).shown, instant)
  }

  package func all<Draft: ListedDraft>(
    _ list: Draft.Type
  ) async throws(Failure) -> ArrangedList<Draft> {
    try ArrangedList(try await rows(ListTables.of(list).all, ()))
  }

  package func change<Draft: ListedDraft>(
    _ list: Draft.Type, promise: ListPromise, dryRun: Bool,
    once: RecordedWrite<ListChange<Draft>>?,
    decide: @escaping @Sendable (ArrangedList<Draft>) throws(Failure) -> ListPlan<Draft>
  ) async throws(Failure) -> Written<ListChange<Draft>> {
    let statements = ListTables.of(list)
    return try await transaction { transaction in
      try await transaction.once(dryRun ? nil : once) {
        // Readers continue. A second change waits here, so that the compared list stays current.
        if !dryRun { _ = try await transaction.execute(statements.lock, ()) }
        let current = try ArrangedList(try await transaction.rows(statements.all, ()))
        let plan = try decide(current)
        let findings = try await transaction.findings(on: plan, statements, promise, dryRun: dryRun)
        let fieldErrors = plan.fieldErrors(findings)
        guard fieldErrors.isEmpty else { throw Failure.rejected(fieldErrors) }
        guard !dryRun, !plan.isEmpty else { return ListChange(plan: plan, after: current) }
        let eventProducts = try await transaction.eventProducts(removedBy: plan, statements)
        return ListChange(
          plan: plan, after: try await transaction.carryOut(plan, statements),
          eventProducts: eventProducts)
      }
    }
  }
}

extension Transaction {
  /// Fills a list that has no items, as the demo shop does.
  ///
  /// - Returns: whether it was filled.
  func fill<List: SeededList>(_ list: List) async throws -> Bool {
    let statements = ListTables.of(List.Draft.self)
    let document = list.document
    // Locked as at every change of the list: an administrator may be arranging it.
    _ = try await execute(statements.lock, ())
    let current = try ArrangedList(try await rows(statements.all, ()))
    guard current.items.isEmpty, !document.entries.isEmpty else { return current.items.isEmpty }
    _ = try await carryOut(ListPlan.filling(current, with: document), statements)
    return true
  }

  /// The given links whose targets do not exist.
  func missing(_ links: Set<LinkTarget>, _ promise: ListPromise) async throws -> Set<LinkTarget> {
    guard !links.isEmpty else { return [] }
    let stored = try await rows(LinkTargetStatements.known, links)
    return promise.missing(of: links, stored: Set(stored.compactMap(\.self)))
  }

  fileprivate func findings<Draft>(
    on plan: ListPlan<Draft>, _ statements: ListStatements<Draft>, _ promise: ListPromise,
    dryRun: Bool
  ) async throws -> ListPlan<Draft>.Findings {
    var findings = ListPlan<Draft>.Findings()
    findings.missing = try await missing(plan.newTargets.union(plan.parents), promise)
    findings.unserved = try await unserved(plan.newImages)
    let removed = plan.removed.map(\.id)
    if let users = statements.users, !removed.isEmpty, !promise.freesUsers {
      if !dryRun { _ = try await rows(statements.hold, removed) }
      findings.needed = try await rows(users.needed, removed)
      findings.users = users.name
    }
    return findings
  }

  /// The given images of this site that it does not serve.
  private func unserved(_ images: Set<ImageReference>) async throws -> Set<ImageReference> {
    guard !images.isEmpty else { return [] }
    let digests = Set(images.compactMap(\.ownImage?.digest))
    let served = Set(try await rows(ImageStatements.served, digests).compactMap { $0?.address })
    return images.filter { $0.ownImage.map { !$0.isAmong(served) } ?? true }
  }

  /// The products of events that a plan removes, by the event's id. Writers of them wait.
  fileprivate func eventProducts<Draft>(
    removedBy plan: ListPlan<Draft>, _ statements: ListStatements<Draft>
  ) async throws -> [Int64: [Int64]] {
    let removed = plan.removed.map(\.id)
    guard Draft.self == EventCategoryDraft.self, !removed.isEmpty else { return [:] }
    _ = try await rows(statements.hold, removed)
    let places = try await rows(EventProductStatements.ofEvents, removed)
    return Dictionary(grouping: places, by: \.event).mapValues { $0.map(\.product) }
  }

  fileprivate func carryOut<Draft>(
    _ plan: ListPlan<Draft>, _ statements: ListStatements<Draft>
  ) async throws -> ArrangedList<Draft> {
    if !plan.removed.isEmpty {
      _ = try await execute(statements.remove, plan.removed.map(\.id))
    }
    for row in plan.updated { _ = try await execute(statements.update, row) }
    // Rows with given ids first, so that no other row is assigned one of these ids.
    var ids: [Int: Int64] = [:]
    let created = plan.rows.enumerated().filter { $0.element.stored == nil }
    for (index, row) in created where row.id != nil {
      ids[index] = try await insert(row, at: index + 1, statements)
    }
    if !ids.isEmpty { _ = try await first(statements.skipIDs, ()) }
    for (index, row) in created where row.id == nil {
      ids[index] = try await insert(row, at: index + 1, statements)
    }
    for (event, products) in plan.eventProducts {
      _ = try await execute(
        EventProductStatements.insert, .init(event: event, products: products))
    }
    let after = plan.after(creating: created.compactMap { ids[$0.offset] })
    _ = try await execute(statements.order, after.items.map(\.id))
    _ = try await execute(statements.setVersion, after)
    return after
  }

  private func insert<Draft>(
    _ row: ListPlan<Draft>.Row, at position: Int, _ statements: ListStatements<Draft>
  ) async throws -> Int64 {
    let insertion = ListStatements<Draft>.Row(id: row.id, position: position, row: row)
    guard let id = try await first(statements.insert, insertion) else {
      throw Failure.bug("an inserted item of \(Draft.name) returned no id")
    }
    return id
  }
}

extension ImageAddress {
  fileprivate func isAmong(_ served: Set<ImageAddress>) -> Bool {
    served.contains(self) || served.contains(original)
  }
}

extension ArrangedList {
  /// - Throws: `.bug` if the list has no version.
  init(_ rows: [ListStatements<Draft>.Listed]) throws(Failure) {
    guard let first = rows.first else {
      throw .bug("the list \(Draft.name) has no version in the store")
    }
    self.init(
      version: Int(first.version), contentVersion: Int(first.contentVersion),
      items: rows.compactMap(\.item))
  }
}
