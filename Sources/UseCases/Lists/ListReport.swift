package import Domain

/// How many items of a list a change touches.
package struct ListReport: Sendable, Hashable {
  package let created: Int
  /// Items whose content is new; a new position alone is not counted.
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
