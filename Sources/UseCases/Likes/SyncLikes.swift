package import Domain

/// Takes in what a device did while nobody could hear it, and tells it what others did.
package struct SyncLikes: Sendable {
  /// Operations that are sent at once.
  package static let operationsMax = 500
  /// Changes that are answered at once.
  package static let changesMax = 500
  private let likes: any LikeRepository
  private let now: WallClock

  package init(likes: any LikeRepository, now: @escaping WallClock) {
    self.likes = likes
    self.now = now
  }

  /// Carries each operation out at most once, however often it is sent and in whatever order.
  ///
  /// An operation that is refused was not carried out, and the others are; sent again later it may
  /// be.
  /// - Parameter since: the number of the answer before; 0 for all that is liked.
  /// - Throws: `unauthenticated` when the device is not there any more.
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
    refused += try await carryOut(admitted, by: device)
    let answer = try await read(since: since, by: device)
    return SyncedLikes(
      states: answer.states, nextSequence: answer.next, hasMore: answer.hasMore,
      isWhole: answer.isWhole, refused: refused, now: now)
  }

  private func carryOut(
    _ operations: [LikeOperation], by device: Device
  ) async throws(Failure) -> [RefusedLike] {
    guard !operations.isEmpty else { return [] }
    let products = Array(Set(operations.map(\.productID)))
    return try await likes.change(by: device.id, products: products) { held in
      LikePlan(operations, counts: held.counts, known: held.states, products: held.products)
    }.refused
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
  /// Whether a device that knows a number can go on from it: nothing after it was forgotten, and it
  /// is a number of this shopper's.
  fileprivate func knows(_ sequence: Int64) -> Bool {
    sequence >= max(counts.sweptSequence, firstSequence) && sequence <= counts.sequence
  }
}

/// What a device is answered.
package struct SyncedLikes: Sendable {
  /// What changed, or with `isWhole` all that is liked.
  package let states: [LikeState]
  /// To go on from.
  package let nextSequence: Int64
  /// Whether more changed than is told here.
  package let hasMore: Bool
  /// Whether what the device knew is replaced.
  package let isWhole: Bool
  package let refused: [RefusedLike]
  /// The server's clock.
  package let now: Timestamp
}

/// When an operation may have been made. Clocks of telephones differ, and some are wrong by years:
/// an operation of the future would prevail over all others until then.
struct LikeBounds {
  /// Microseconds: five minutes.
  static let aheadMax: Int64 = 300_000_000
  /// Microseconds: ninety days, after which older operations are not remembered.
  static let ageMax: Int64 = 90 * 86_400_000_000
  let now: Timestamp

  /// Nil for an operation that may be carried out.
  func flaw(of operation: LikeOperation) -> ValidationError? {
    let distance = operation.at.microseconds - now.microseconds
    if distance > Self.aheadMax { return Self.ahead }
    return distance < -Self.ageMax ? Self.tooOld : nil
  }

  private static let ahead = ValidationError(
    "clock_ahead", "The time is more than five minutes ahead of the server's.",
    hint: "Set the time by server_time of this answer, and send it again.")

  private static let tooOld = ValidationError(
    "too_old", "The time is more than ninety days ago.", hint: "Forget the operation.")
}
