package import Domain
import Postgres
package import UseCases

/// Removes images, answers, devices, likes, searches, changes and tokens that are no longer needed.
extension PostgresStore: Housekeeping {
  /// Rows that one transaction removes: it takes far less time than the deadline of a statement.
  private static let batch = 200

  package func sweep(
    at instant: Timestamp, historyDays: Int
  ) async throws(Failure) -> Swept {
    var failure: Failure?
    // An error with one kind does not keep the other kinds from being removed.
    func count(_ kind: () async throws -> Int) async -> Int {
      do {
        return try await kind()
      } catch {
        failure = failure ?? Failure(error)
        return 0
      }
    }
    let swept = Swept(
      images: await count {
        _ = try await sweep(
          SweepStatements.removedProducts, before: instant, minus: Self.secondsRemoved)
        return try await sweepImages(before: instant, minus: Self.secondsUnused)
      },
      answers: await count {
        _ = try await sweep(
          SweepStatements.stockOperations, before: instant, minus: StockOperation.secondsKept)
        return try await sweep(
          SweepStatements.answers, before: instant, minus: IdempotencyKey.secondsKept)
      },
      devices: await count {
        try await sweepDevices(before: instant) + sweepIdleDevices(before: instant)
      },
      likes: await count { try await sweepLikes(before: instant) },
      searches: await count {
        try await sweepSearches(before: instant, minus: SearchTrend.secondsKept)
      },
      changes: await count {
        try await sweep(HistoryStatements.sweep, before: instant, minus: historyDays * 86_400)
      },
      tokens: await count {
        try await sweep(SweepStatements.tokens, before: instant, minus: Self.secondsExpired)
      })
    if let failure { throw failure }
    return swept
  }

  /// Walks from the oldest image to the newest. It ends, because each step begins after the last
  /// one and images newer than the limit are not visited.
  private func sweepImages(
    before instant: Timestamp, minus seconds: Int
  ) async throws(Failure) -> Int {
    var walk = SweepStatements.Walk(limit: Self.limit(instant, seconds))
    var total = 0
    while !Task.isCancelled, let stretch = try await first(SweepStatements.images, walk) {
      walk.instant = stretch.instant
      walk.digest = stretch.digest
      total += stretch.removed
    }
    return total
  }

  /// Devices first: a query is removed with the last of its devices.
  private func sweepSearches(
    before instant: Timestamp, minus seconds: Int
  ) async throws(Failure) -> Int {
    let count = try await sweep(SweepStatements.searches, before: instant, minus: seconds)
    _ = try await sweep(SweepStatements.trends, before: instant, minus: seconds)
    return count
  }

  private func sweep(
    _ statement: Statement<Timestamp, Void>, before instant: Timestamp, minus seconds: Int
  ) async throws(Failure) -> Int {
    let limit = Self.limit(instant, seconds)
    var total = 0
    while !Task.isCancelled {
      let count = try await execute(statement, limit)
      total += count
      if count < Self.batch { break }
    }
    return total
  }

  /// In small steps: each device may have thousands of likes.
  private func sweepDevices(before instant: Timestamp) async throws(Failure) -> Int {
    let unseen = Self.limit(instant, PostgresStore.secondsUnseen)
    var total = 0
    while !Task.isCancelled {
      let count = Int(try await first(DeviceSweepStatements.devices, unseen) ?? 0)
      total += count
      if count == 0 { break }
    }
    return total
  }

  /// Walks from the device that was seen first to the last one that is old enough.
  private func sweepIdleDevices(before instant: Timestamp) async throws(Failure) -> Int {
    var walk = DeviceSweepStatements.Walk(limit: Self.limit(instant, PostgresStore.secondsIdle))
    var total = 0
    while !Task.isCancelled, let step = try await first(DeviceSweepStatements.idle, walk) {
      (walk.instant, walk.device) = (step.instant, step.device)
      total += step.removed
    }
    return total
  }

  /// Removes entries of products unliked long ago.
  private func sweepLikes(before instant: Timestamp) async throws(Failure) -> Int {
    let remembered = Self.limit(instant, PostgresStore.secondsRemembered)
    var total = 0
    while !Task.isCancelled {
      let count = Int(try await first(DeviceSweepStatements.likes, remembered) ?? 0)
      total += count
      if count == 0 { break }
    }
    return total
  }

  private static func limit(_ instant: Timestamp, _ seconds: Int) -> Timestamp {
    Timestamp(clamping: instant.microseconds - Int64(seconds) * 1_000_000)
  }
}
