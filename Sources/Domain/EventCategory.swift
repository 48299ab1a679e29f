/// An event that a shop advertises for a time, at its place in the order that people gave it.
package struct EventCategory: Sendable, Hashable {
  /// Given by the store, never reused; only the demo shop brings its own, 1, 2, 3, ...
  package let id: Int64
  package let draft: EventCategoryDraft
  /// Ascending from 1 in the order of display; a removal may leave a gap.
  package let position: Int
  /// At first ``VersionedList/versionOfNewItems``, one more at every change of content or position.
  /// A row of the same key that was removed had a lower one: who knows that does not know this one.
  package let version: Int

  package init(id: Int64, draft: EventCategoryDraft, position: Int, version: Int) {
    self.id = id
    self.draft = draft
    self.position = position
    self.version = version
  }

  package var key: Slug { draft.key }
  package var title: Title { draft.title }
  package var thumbnailImage: ImageReference { draft.thumbnailImage }
  package var thumbnailTextImage: ImageReference { draft.thumbnailTextImage }
  package var startsAt: Timestamp? { draft.schedule.startsAt }
  package var endsAt: Timestamp? { draft.schedule.endsAt }

  /// Whether apps are shown it at this instant; the clock is handed in.
  package func isLive(at instant: Timestamp) -> Bool {
    draft.schedule.contains(instant)
  }

  /// This category with other content or another place; itself when neither differs.
  package func changed(to draft: EventCategoryDraft, position: Int) -> EventCategory {
    guard draft != self.draft || position != self.position else { return self }
    let (next, overflows) = version.addingReportingOverflow(1)
    return EventCategory(
      id: id, draft: draft, position: position, version: overflows ? version : next)
  }
}
