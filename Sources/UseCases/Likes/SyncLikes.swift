package import Domain

/// Syncs the likes of a device that was offline.
package struct SyncLikes: Sendable {
  /// The largest number of operations in one request.
  package static let operationsMax = 500
  /// The largest number of changes in one answer.
  package static let changesMax = 500
  private let likes: any LikeRepository
  private let now: WallClock

  package init(likes: any LikeRepository, now: @escaping WallClock) {
    self.likes = likes
    self.now = now
  }

  /// Applies each operation at most once, however often it is sent and in any order, and returns
  /// the changes of other devices.
  ///
  /// A rejected operation does not keep the others from being applied; it may succeed later.
  /// - Parameter since: the sequence from the answer before; 0 for all likes.
  /// - Throws: `unauthenticated` when the device no longer exists.
  package func callAsFunction(
    _ operations: [LikeOperation], since: Int64, by device: Device
  ) async throws(Failure) -> SyncedLikes {
    let now = now()
    let bounds = LikeBounds(now: now)
    var refused: [RefusedLike] = []
    var admitted: [LikeOperation] = []
    for operation in operations {
      if let flaw = bounds.flaw(of: operation) {
        refused.append(RefusedLike(operation: operation, flaw: flaw))
      } else {
        admitted.append(operation)
      }
    }
    let plan = try await carryOut(admitted, by: device)
    refused += plan?.refused ?? []
    let answer = try await read(since: since, by: device)
    return SyncedLikes(
      states: answer.states, nextSequence: answer.next, hasMore: answer.hasMore,
      isWhole: answer.isWhole, refused: refused, superseded: plan?.superseded ?? [], now: now)
  }

  private func carryOut(
    _ operations: [LikeOperation], by device: Device
  ) async throws(Failure) -> LikePlan? {
    guard !operations.isEmpty else { return nil }
    let products = Array(Set(operations.map(\.productID)))
    return try await likes.change(by: device.id, products: products) { held in
      LikePlan(operations, counts: held.counts, known: held.states, products: held.products)
    }
  }

  private typealias Reading = (states: [LikeState], next: Int64, hasMore: Bool, isWhole: Bool)

  private func read(since: Int64, by device: Device) async throws(Failure) -> Reading {
    if since > 0 {
      let limit = Self.changesMax
      guard
        let found = try await likes.changes(by: device.id, after: since, limit: limit + 1)
      else { throw .unauthenticated }
      if found.knows(since) {
        let states = Array(found.states.prefix(limit))
        let hasMore = found.states.count > limit
        let next = hasMore ? states.last?.sequence : nil
        return (states, next ?? found.counts.sequence, hasMore, false)
      }
    }
    guard let all = try await likes.all(by: device.id) else { throw .unauthenticated }
    return (all.states, all.counts.sequence, false, true)
  }
}

extension LikeChanges {
  /// Whether a device with this sequence can continue from it: nothing after it was forgotten, and
  /// it belongs to this shopper.
  fileprivate func knows(_ sequence: Int64) -> Bool {
    sequence >= max(counts.sweptSequence, firstSequence) && sequence <= counts.sequence
  }
}

/// The answer to a device.
package struct SyncedLikes: Sendable {
  /// The changes, or all likes if `isWhole`.
  package let states: [LikeState]
  /// The `since` of the next request.
  package let nextSequence: Int64
  /// Whether there are more changes.
  package let hasMore: Bool
  /// Whether everything that the device knew is replaced.
  package let isWhole: Bool
  package let refused: [RefusedLike]
  /// Operations that were void already, because another one has a later time.
  package let superseded: [RefusedLike]
  /// The time of the server.
  package let now: Timestamp
}

/// The range of valid times of operations. Clocks of telephones differ, some by years: an operation
/// from the future would win over all others until then.
struct LikeBounds {
  /// Microseconds: five minutes.
  static let aheadMax: Int64 = 300_000_000
  /// Microseconds: ninety days, after which older operations are not remembered.
  static let ageMax: Int64 = 90 * 86_400_000_000
  let now: Timestamp

  /// Nil for a valid operation.
  func flaw(of operation: LikeOperation) -> ValidationError? {
    let distance = operation.at.microseconds - now.microseconds
    if distance > Self.aheadMax { return Self.ahead }
    return distance < -Self.ageMax ? Self.tooOld : nil
  }

  private static let ahead = ValidationError(
    "clock_ahead", "The time is more than five minutes ahead of the server's.",
    hint: "Correct the time by server_time of this answer, and retry.")

  private static let tooOld = ValidationError(
    "too_old", "The time is more than ninety days ago.", hint: "Forget the operation.")
}
