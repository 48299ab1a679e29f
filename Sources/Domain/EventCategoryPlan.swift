/// What must be written to turn the event categories that are into the ones that are wanted.
///
/// Made by pure functions from the current rows; a store only carries it out. Carry it out in the
/// order removed, updated, created, so that a key that moved to another row is free again.
package struct EventCategoryPlan: Sendable, Hashable {
  /// In the order of the list.
  package var created: [Creation] = []
  /// With their new content, position and version.
  package var updated: [EventCategory] = []
  /// Nothing is to be done about these; they are kept to be reported.
  package var unchanged: [EventCategory] = []
  /// As they were.
  package var removed: [EventCategory] = []

  /// A row to insert, with version 1; the store gives the id.
  package struct Creation: Sendable, Hashable {
    package let draft: EventCategoryDraft
    package let position: Int

    package init(draft: EventCategoryDraft, position: Int) {
      self.draft = draft
      self.position = position
    }
  }

  package init() {}

  /// The whole list: the order is the order of `list`, rows are matched by key, and rows that
  /// `list` does not name are removed. Ids stay; so do versions where nothing changed.
  package static func replacing(
    _ current: [EventCategory], with list: EventCategoryList
  ) -> EventCategoryPlan {
    var plan = EventCategoryPlan()
    var rest = Dictionary(current.map { ($0.key, $0) }) { first, _ in first }
    for (index, draft) in list.drafts.enumerated() {
      guard let category = rest.removeValue(forKey: draft.key) else {
        plan.created.append(Creation(draft: draft, position: index + 1))
        continue
      }
      plan.place(category, category.changed(to: draft, position: index + 1))
    }
    plan.removed = current.filter { rest[$0.key] == $0 }
    return plan
  }

  /// One more at the end.
  package static func adding(
    _ draft: EventCategoryDraft, to current: [EventCategory]
  ) -> EventCategoryPlan {
    var plan = EventCategoryPlan()
    let last = current.map(\.position).max() ?? 0
    plan.created = [Creation(draft: draft, position: last + 1)]
    plan.unchanged = current
    return plan
  }

  /// Other content for the row with this id, at its place.
  package static func editing(
    _ id: Int64, to draft: EventCategoryDraft, in current: [EventCategory]
  ) -> EventCategoryPlan {
    var plan = EventCategoryPlan()
    for category in current {
      let wanted = category.id == id ? draft : category.draft
      plan.place(category, category.changed(to: wanted, position: category.position))
    }
    return plan
  }

  /// Everything but the row with this id. The others keep their positions: closing the gap would
  /// change their versions, and stale edits would be refused for nothing.
  package static func removing(
    _ id: Int64, from current: [EventCategory]
  ) -> EventCategoryPlan {
    var plan = EventCategoryPlan()
    plan.removed = current.filter { $0.id == id }
    plan.unchanged = current.filter { $0.id != id }
    return plan
  }

  private mutating func place(_ before: EventCategory, _ after: EventCategory) {
    if after == before { unchanged.append(after) } else { updated.append(after) }
  }
}
