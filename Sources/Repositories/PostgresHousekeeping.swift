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
    var failure: PostgresError?
    // Whatever is wrong with one kind, the others do not grow for ever.
    func count(_ kind: () async throws(PostgresError) -> Int) async -> Int {
      do throws(PostgresError) {
        return try await kind()
      } catch {
        failure = failure ?? error
        return 0
      }
    }
    let swept = Swept(
      images: await count { () async throws(PostgresError) in
        try await sweepImages(before: instant, minus: Self.secondsUnused)
      },
      answers: await count { () async throws(PostgresError) in
        try await sweep(
          SweepStatements.answers, before: instant, minus: IdempotencyKey.secondsKept)
      },
      devices: await count { () async throws(PostgresError) in
        try await sweepDevices(before: instant)
      },
      likes: await count { () async throws(PostgresError) in
        try await sweepLikes(before: instant)
      },
      searches: await count { () async throws(PostgresError) in
        try await sweepSearches(before: instant, minus: SearchTrend.secondsKept)
      })
    if let failure { throw Failure(failure) }
    return swept
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

  /// Devices first: what is left of a query goes with the last of them.
  private func sweepSearches(
    before instant: Timestamp, minus seconds: Int
  ) async throws(PostgresError) -> Int {
    let count = try await sweep(SweepStatements.searches, before: instant, minus: seconds)
    _ = try await sweep(SweepStatements.trends, before: instant, minus: seconds)
    return count
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

  /// In small steps, of which each can bring thousands of likes with it.
  private func sweepDevices(before instant: Timestamp) async throws(PostgresError) -> Int {
    let unseen = Self.limit(instant, PostgresDevices.secondsUnseen)
    var total = 0
    while !Task.isCancelled {
      let count = Int(try await pool.first(DeviceSweepStatements.devices, unseen) ?? 0)
      total += count
      if count == 0 { break }
    }
    return total
  }

  /// Of what is liked no more, how much is forgotten.
  private func sweepLikes(before instant: Timestamp) async throws(PostgresError) -> Int {
    let remembered = Self.limit(instant, PostgresLikes.secondsRemembered)
    var total = 0
    while !Task.isCancelled {
      let count = Int(try await pool.first(DeviceSweepStatements.likes, remembered) ?? 0)
      total += count
      if count == 0 { break }
    }
    return total
  }

  private static func limit(_ instant: Timestamp, _ seconds: Int) -> Timestamp {
    Timestamp(clamping: instant.microseconds - Int64(seconds) * 1_000_000)
  }
}
