package import Domain
package import Postgres
package import UseCases

/// Removes images, answers and searches that nobody needs any more.
package struct PostgresHousekeeping: Housekeeping {
  private let pool: Pool
  /// Rows that one transaction removes: far below the deadline of a statement.
  private static let batch = 200

  /// `pool` belongs to the loop that all calls come from.
  package init(_ pool: Pool) {
    self.pool = pool
  }

  package func sweep(at instant: Timestamp) async throws(Failure) -> Swept {
    do {
      return Swept(
        images: try await sweepImages(before: instant, minus: Self.secondsUnused),
        answers: try await sweep(
          SweepStatements.answers, before: instant, minus: IdempotencyKey.secondsKept),
        devices: try await sweepDevices(before: instant),
        searches: try await sweepSearches(before: instant, minus: SearchTrend.secondsKept))
    } catch { throw Failure(error) }
  }

  /// Walks from the oldest to the youngest, and ends: each stretch begins behind the one before it,
  /// and what is young when the walk begins is not on the way.
  private func sweepImages(
    before instant: Timestamp, minus seconds: Int
  ) async throws(PostgresError) -> Int {
    var walk = SweepStatements.Walk(limit: Self.limit(instant, seconds))
    var total = 0
    while !Task.isCancelled, let stretch = try await pool.first(SweepStatements.images, walk) {
      walk.instant = stretch.instant
      walk.digest = stretch.digest
      total += stretch.removed
    }
    return total
  }

  /// What is left of a query goes with its last devices.
  private func sweepSearches(
    before instant: Timestamp, minus seconds: Int
  ) async throws(PostgresError) -> Int {
    _ = try await sweep(SweepStatements.trends, before: instant, minus: seconds)
    return try await sweep(SweepStatements.searches, before: instant, minus: seconds)
  }

  private func sweep(
    _ statement: Statement<Timestamp, Void>, before instant: Timestamp, minus seconds: Int
  ) async throws(PostgresError) -> Int {
    let limit = Self.limit(instant, seconds)
    var total = 0
    while !Task.isCancelled {
      let count = try await pool.execute(statement, limit)
      total += count
      if count < Self.batch { break }
    }
    return total
  }

  /// Devices in small steps, of which each can bring thousands of likes with it; and what is liked
  /// no more.
  private func sweepDevices(before instant: Timestamp) async throws(PostgresError) -> Int {
    let unseen = Self.limit(instant, PostgresDevices.secondsUnseen)
    var total = 0
    while !Task.isCancelled {
      let count = Int(try await pool.first(DeviceSweepStatements.devices, unseen) ?? 0)
      total += count
      if count == 0 { break }
    }
    let remembered = Self.limit(instant, PostgresLikes.secondsRemembered)
    while !Task.isCancelled {
      if try await pool.execute(DeviceSweepStatements.likes, remembered) == 0 { break }
    }
    return total
  }

  private static func limit(_ instant: Timestamp, _ seconds: Int) -> Timestamp {
    Timestamp(clamping: instant.microseconds - Int64(seconds) * 1_000_000)
  }
}
