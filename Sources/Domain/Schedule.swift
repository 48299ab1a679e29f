/// The time in which something is shown, from its start (inclusive) to its end (exclusive), each
/// optional.
///
/// Whole seconds, as in answers: a client can send back unchanged what it read.
///
/// Half-open, so that when one event ends and the next begins at the same midnight, exactly one of
/// them is shown.
package struct Schedule: Sendable, Hashable {
  /// Nil: no start.
  package let startsAt: Timestamp?
  /// Nil: no end.
  package let endsAt: Timestamp?

  package static let always = Schedule()

  private init() {
    startsAt = nil
    endsAt = nil
  }

  /// - Throws: `ends_before_start` unless the end is after the start. An event that ends when it
  ///   starts would never be shown.
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
