/// Somebody searched for something and found it.
package struct CountedSearch: Sendable, Hashable {
  /// Longer queries are seldom what others search for, and may say who asks.
  package static let charactersMax = 30
  /// In UTF-8; the store takes no more, and a character may carry any number of marks.
  package static let bytesMax = 1_024
  /// Folded, its words apart by single spaces.
  package let query: String
  /// Who it was, as far as one device is told from another; never who that is.
  package let device: SixteenBytes
  /// The day in UTC of which ``device`` tells devices apart, counted from 1970.
  package let day: Int64

  package init(query: String, device: SixteenBytes, at instant: Timestamp) {
    self.query = query
    self.device = device
    day = instant.microseconds / Self.dayMicroseconds
  }

  private static let dayMicroseconds: Int64 = 86_400_000_000

  /// An instant of its day, as late as `now` if that is of the same day: each device counts once a
  /// day, and so it must not be stored as of the next one.
  package func instant(before now: Timestamp) -> Timestamp {
    min(now, Timestamp(clamping: (day + 1) * Self.dayMicroseconds - 1))
  }
}

/// What many search for.
package enum SearchTrend {
  package static let countMax = 10
  /// So many devices must have searched for something before others are shown it.
  package static let devicesMin = 5
  /// After that nothing is left of a search.
  package static let secondsKept = 86_400
  /// After that a search counts half.
  package static let halfLifeSeconds = 21_600.0

  /// What a search at an instant adds to a weight, as a natural logarithm.
  package static func logarithm(at instant: Timestamp) -> Double {
    Double(instant.microseconds) / 1e6 / halfLifeSeconds * 0.693_147_180_559_945_3
  }
}
