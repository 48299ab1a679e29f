package import Domain

/// Where it is counted what many search for. One method is one statement.
package protocol SearchTrendRepository: Sendable {
  /// Counts searches; of those of one device for the same the first alone.
  func count(_ searches: [CountedSearch], at instant: Timestamp) async throws(Failure)

  /// What many devices search for, the most first, at most ``SearchTrend/countMax``: by at least
  /// ``SearchTrend/devicesMin`` devices within ``SearchTrend/secondsKept``, and without banned
  /// words.
  func trending(at instant: Timestamp) async throws(Failure) -> [String]
}
