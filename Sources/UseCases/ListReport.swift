package import Domain

/// How many items of a list a change touched, or would touch.
package struct ListReport: Sendable, Hashable {
  /// Items that were not there before.
  package let created: Int
  /// Items whose content or place is another one now.
  package let updated: Int
  /// Items that stay as they are.
  package let unchanged: Int
  /// Items that are not in the new list.
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
