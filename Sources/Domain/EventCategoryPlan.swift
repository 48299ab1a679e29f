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

  /// A row to insert; the store gives the id and the version.
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
  /// `list` does not name are removed. Ids stay; so do positions as far as the order allows, and
  /// versions where nothing changed.
  package static func replacing(
    _ current: [EventCategory], with list: EventCategoryList
  ) -> EventCategoryPlan {
    var plan = EventCategoryPlan()
    var rest = Dictionary(current.map { ($0.key, $0) }) { first, _ in first }
    let gaps = max(0, (current.map(\.position).max() ?? 0) - current.count)
    let positions = positions(keeping: list.drafts.map { rest[$0.key]?.position }, gaps: gaps)
    for (draft, position) in zip(list.drafts, positions) {
      guard let category = rest.removeValue(forKey: draft.key) else {
        plan.created.append(Creation(draft: draft, position: position))
        continue
      }
      plan.place(category, category.changed(to: draft, position: position))
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

  /// Whether it writes anything.
  package var isEmpty: Bool { created.isEmpty && updated.isEmpty && removed.isEmpty }

  /// Other content for the row with this id.
  ///
  /// - Parameter position: where it moves; nil leaves it where it is.
  package static func editing(
    _ id: Int64, to draft: EventCategoryDraft, at position: Int? = nil,
    in current: [EventCategory]
  ) -> EventCategoryPlan {
    var plan = EventCategoryPlan()
    let moved = position.map { positions(moving: id, to: $0, in: current) } ?? [:]
    for category in current {
      let wanted = category.id == id ? draft : category.draft
      plan.place(
        category, category.changed(to: wanted, position: moved[category.id] ?? category.position))
    }
    return plan
  }

  /// The new positions of the row that moves and of those that make room. Only rows between its old
  /// and its new position move, each by one, and a gap between them ends it: other versions stay.
  private static func positions(
    moving id: Int64, to position: Int, in current: [EventCategory]
  ) -> [Int64: Int] {
    guard let old = current.first(where: { $0.id == id })?.position else { return [:] }
    var moved = [id: position]
    let step = position < old ? 1 : -1
    var taken = position
    while taken != old, let other = current.first(where: { $0.position == taken }) {
      taken += step
      moved[other.id] = taken
    }
    return moved
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
