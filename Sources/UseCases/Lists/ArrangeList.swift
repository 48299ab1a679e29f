package import Domain

/// Reads and changes a list that administrators arrange, or previews a change.
///
/// Every change throws `rejected` with all errors at their places, and `inFlight` or `keyReused`
/// for its idempotency key. With `dryRun` nothing is written, and the report is the same.
package struct ArrangeList<Draft: ListedDraft>: Sendable {
  private let lists: any ListRepository

  package init(_ lists: any ListRepository) {
    self.lists = lists
  }

  /// All items, including those that are not shown now.
  package func all() async throws(Failure) -> ArrangedList<Draft> {
    try await lists.all(Draft.self)
  }

  /// - Throws: `notFound`.
  package func item(_ id: Int64) async throws(Failure) -> ListItem<Draft> {
    try await all().admitted(id, by: .any)
  }

  /// Replaces the whole list.
  ///
  /// - Parameters:
  ///   - condition: the precondition on the version of the list.
  ///   - isSeen: whether the condition proves that the sender saw the stored list.
  /// - Throws: `staleVersion` if the condition fails; `outdated` if the document contradicts the
  ///   stored list.
  package func replace(
    with document: ListDocument<Draft>, if condition: VersionCondition = .any,
    isSeen: Bool = false, promise: ListPromise = .nothing, dryRun: Bool = false,
    once: RecordedWrite<ListChange<Draft>>? = nil
  ) async throws(Failure) -> Written<ListChange<Draft>> {
    try await lists.change(
      Draft.self, promise: promise, dryRun: dryRun, once: once
    ) { current throws(Failure) in
      guard condition.admits(current.version) else {
        throw .staleVersion(
          current: current.version, changes: document.contradictions(to: current, isSeen: false))
      }
      let contradictions = document.contradictions(to: current, isSeen: isSeen)
      guard contradictions.isEmpty else { throw .outdated(contradictions) }
      return ListPlan.replacing(current, with: document)
    }
  }

  /// Adds an item at the end.
  ///
  /// - Throws: `conflict` when the key is in use or the list is full.
  package func add(
    _ entry: ListEntry<Draft>, dryRun: Bool = false,
    once: RecordedWrite<ListChange<Draft>>? = nil
  ) async throws(Failure) -> Written<ListChange<Draft>> {
    try await lists.change(
      Draft.self, promise: .nothing, dryRun: dryRun, once: once
    ) { current throws(Failure) in
      try current.checkKey(of: entry.draft, beside: nil)
      guard current.items.count < Draft.countMax else { throw .conflict(Draft.tooMany) }
      return ListPlan.adding(entry, to: current)
    }
  }

  /// Changes an item whose version the sender knows.
  ///
  /// - Parameter change: makes the new content of the stored one; its `position` moves the item.
  /// - Throws: `notFound`; `staleVersion` if the condition fails; `outdated` if the new content
  ///   contradicts the stored item; `conflict` when the key is in use.
  package func edit(
    _ id: Int64, if condition: VersionCondition, dryRun: Bool = false,
    once: RecordedWrite<ListChange<Draft>>? = nil,
    change: @escaping @Sendable (ListItem<Draft>) throws(Rejection) -> ListEntry<Draft>
  ) async throws(Failure) -> Written<ListChange<Draft>> {
    try await lists.change(
      Draft.self, promise: .nothing, dryRun: dryRun, once: once
    ) { current throws(Failure) in
      let item = try current.admitted(id, by: condition)
      let plan: ListPlan<Draft>
      let entry: ListEntry<Draft>
      do throws(Rejection) {
        entry = try change(item)
        plan = try ListPlan.editing(item, to: entry, in: current)
      } catch {
        throw .rejected(error.fieldErrors)
      }
      let contradictions = entry.contradictions(to: item)
      guard contradictions.isEmpty else { throw .outdated(contradictions) }
      try current.checkKey(of: entry.draft, beside: item)
      return plan
    }
  }

  /// Removes an item.
  ///
  /// - Throws: `notFound`; `staleVersion` if the condition fails.
  package func remove(
    _ id: Int64, if condition: VersionCondition, dryRun: Bool = false,
    once: RecordedWrite<ListChange<Draft>>? = nil
  ) async throws(Failure) -> Written<ListChange<Draft>> {
    try await lists.change(
      Draft.self, promise: .nothing, dryRun: dryRun, once: once
    ) { current throws(Failure) in
      _ = try current.admitted(id, by: condition)
      return ListPlan.removing(id, from: current)
    }
  }
}

extension ArrangedList {
  /// The item with this id, if the condition admits its version.
  fileprivate func admitted(
    _ id: Int64, by condition: VersionCondition
  ) throws(Failure) -> ListItem<Draft> {
    guard let item = items.first(where: { $0.id == id }) else {
      throw .notFound(.item(Draft.noun, "\(id)"))
    }
    guard condition.admits(item.version) else { throw .staleVersion(current: item.version) }
    return item
  }

  fileprivate func checkKey(
    of draft: Draft, beside item: ListItem<Draft>?
  ) throws(Failure) {
    guard let key = draft.itemKey,
      items.contains(where: { $0.draft.itemKey == key && $0.id != item?.id })
    else { return }
    throw .conflict(.keyTaken(Draft.noun, key))
  }
}

extension ValidationError {
  /// The error for a key that another item has.
  package static func keyTaken(_ noun: String, _ key: Slug) -> ValidationError {
    ValidationError(
      "key_taken", "Another \(noun) has the key \(key) already.",
      hint: "Choose another key, or change the one that has it.")
  }
}

/// The number of items that a change touches.
package struct ListReport: Sendable, Hashable {
  package let created: Int
  /// Items with new content; a new position alone does not count.
  package let updated: Int
  package let unchanged: Int
  package let removed: Int

  init(created: Int, updated: Int, unchanged: Int, removed: Int) {
    self.created = created
    self.updated = updated
    self.unchanged = unchanged
    self.removed = removed
  }

  package init<Draft>(_ plan: ListPlan<Draft>) {
    created = plan.created.count
    updated = plan.updated.count
    unchanged = plan.unchangedCount
    removed = plan.removed.count
  }
}
