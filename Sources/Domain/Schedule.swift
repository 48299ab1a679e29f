/// When something is shown: from its start (inclusive) to its end (exclusive), each optional.
///
/// In whole seconds, as answers write them: what was read can be sent back unchanged.
///
/// Half-open, so that one event may end at midnight and the next begin at the same midnight, and
/// exactly one of them is shown.
package struct Schedule: Sendable, Hashable {
  /// Nil means since ever.
  package let startsAt: Timestamp?
  /// Nil means for ever.
  package let endsAt: Timestamp?

  /// Shown always.
  package static let always = Schedule()

  private init() {
    startsAt = nil
    endsAt = nil
  }

  /// - Throws: `ends_before_start` unless the end is after the start; an event that ends when it
  ///   starts would never be shown, which nobody means.
  package init(startsAt: Timestamp?, endsAt: Timestamp?) throws(ValidationError) {
    let (startsAt, endsAt) = (startsAt?.wholeSecond, endsAt?.wholeSecond)
    if let startsAt, let endsAt, endsAt <= startsAt {
      throw ValidationError(
        "ends_before_start", "The end must be after the start.",
        hint: "Start is \(startsAt.rfc3339); write a later end, or null for none.")
    }
    self.startsAt = startsAt
    self.endsAt = endsAt
  }

  /// Whether it is shown at this instant.
  package func contains(_ instant: Timestamp) -> Bool {
    if let startsAt, instant < startsAt { return false }
    if let endsAt, instant >= endsAt { return false }
    return true
  }
}
