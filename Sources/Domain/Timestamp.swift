/// An instant, in microseconds since 1970-01-01T00:00:00Z, between the years 0001 and 9999.
///
/// Stores keep microseconds, so a value that was written and read again equals itself.
package struct Timestamp: Sendable, Hashable, Comparable {
  package let microseconds: Int64

  /// 0001-01-01T00:00:00Z, the first instant that RFC 3339 can write.
  package static let earliest = Timestamp(unchecked: -62_135_596_800_000_000)
  /// 9999-12-31T23:59:59.999999Z, the last instant with a year of four digits.
  package static let latest = Timestamp(unchecked: 253_402_300_799_999_999)

  private init(unchecked microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// Nil outside of the years 0001 to 9999.
  package init?(microseconds: Int64) {
    let range = Self.earliest.microseconds...Self.latest.microseconds
    guard range.contains(microseconds) else { return nil }
    self.microseconds = microseconds
  }

  /// The nearest instant inside of the range; for clocks, which cannot be rejected.
  package init(clamping microseconds: Int64) {
    let least = Self.earliest.microseconds
    self.microseconds = min(max(microseconds, least), Self.latest.microseconds)
  }

  /// The beginning of its second.
  package var wholeSecond: Timestamp {
    let rest = microseconds % 1_000_000
    return Timestamp(clamping: microseconds - (rest < 0 ? rest + 1_000_000 : rest))
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.microseconds < right.microseconds
  }
}

/// The place of an item in a list by time, newest first; the next page begins after it.
package struct TimePosition: Sendable, Hashable {
  package let at: Timestamp
  package let id: Int64

  package init(at: Timestamp, id: Int64) {
    self.at = at
    self.id = id
  }
}
