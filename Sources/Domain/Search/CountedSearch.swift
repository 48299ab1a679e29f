/// A search, to be counted for trends.
package struct CountedSearch: Sendable, Hashable {
  /// Longer queries seldom trend, and may reveal who searched.
  package static let charactersMax = 30
  /// Bytes of UTF-8, the limit of the store; a character may carry any number of marks.
  package static let bytesMax = 1_024
  /// The queries of one device that are counted in a day; further ones cost no row.
  package static let ofDeviceMax = 200
  /// Folded, its words separated by single spaces.
  package let query: String
  /// The query without spaces: `머 그` and `머그` are one trend.
  package var compact: String { String(query.filter { $0 != " " }) }
  /// A pseudonym of the device, which tells it from others without revealing it.
  package let device: SixteenBytes
  /// The UTC day for which ``device`` is valid, counted from 1970.
  package let day: Int64

  package init(query: String, device: SixteenBytes, at instant: Timestamp) {
    self.query = query
    self.device = device
    day = instant.microseconds / Self.dayMicroseconds
  }

  private static let dayMicroseconds: Int64 = 86_400_000_000

  /// The latest instant of its day that is not after `now`. Each device counts once a day, so the
  /// search must not be stored under the next day.
  package func instant(before now: Timestamp) -> Timestamp {
    min(now, Timestamp(clamping: (day + 1) * Self.dayMicroseconds - 1))
  }
}

/// The limits and weights of trending searches.
package enum SearchTrend {
  package static let countMax = 10
  /// The number of queries that are tried, to list ``countMax`` that still find something.
  package static let candidatesMax = 50
  /// The number of devices that must have searched for a query before it is shown to others.
  package static let devicesMin = 5
  /// The time after which a search is forgotten.
  package static let secondsKept = 86_400
  /// The time after which a search counts half.
  package static let halfLifeSeconds = 21_600.0

  /// The weight of a search at an instant, as a natural logarithm.
  package static func logarithm(at instant: Timestamp) -> Double {
    Double(instant.microseconds) / 1e6 / halfLifeSeconds * 0.693_147_180_559_945_3
  }
}
