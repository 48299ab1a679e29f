/// What shall change about an event category; what is nil or `.keep` stays.
package struct EventCategoryPatch: Sendable, Hashable {
  package var key: Slug?
  package var title: Title?
  package var thumbnailImage: ImageReference?
  package var thumbnailTextImage: ImageReference?
  package var startsAt: Change<Timestamp> = .keep
  package var endsAt: Change<Timestamp> = .keep
  /// Where it shall be: it moves there, and those on its way make room.
  package var position: Int?
  /// What its sender knows of the stored one.
  package var known = KnownEventCategory.none

  package init() {}

  /// What its sender believes of the stored one and is no longer true.
  package func contradictions(to stored: EventCategory) -> [FieldError] {
    known.contradictions(to: stored, at: nil)
  }

  /// The draft with the changes made.
  ///
  /// - Throws: a mistake at `/ends_at` when the times no longer fit, perhaps because only one
  ///   of them was changed.
  package func applied(to draft: EventCategoryDraft) throws(Rejection) -> EventCategoryDraft {
    let schedule: Schedule
    do throws(ValidationError) {
      schedule = try Schedule(
        startsAt: startsAt.applied(to: draft.schedule.startsAt),
        endsAt: endsAt.applied(to: draft.schedule.endsAt))
    } catch {
      throw Rejection([FieldError("/ends_at", error)])
    }
    return EventCategoryDraft(
      key: key ?? draft.key, title: title ?? draft.title,
      thumbnailImage: thumbnailImage ?? draft.thumbnailImage,
      thumbnailTextImage: thumbnailTextImage ?? draft.thumbnailTextImage,
      schedule: schedule)
  }
}
