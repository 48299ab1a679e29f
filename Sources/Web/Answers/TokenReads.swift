package import Domain

/// One read of the token.
package struct TokenReading: Sendable {
  /// Nil when the database told none.
  package let token: AnswerToken?
  /// Counts the reads of this process, from 1.
  package let number: Int

  package init(_ token: AnswerToken?, number: Int) {
    self.token = token
    self.number = number
  }
}

/// Decides which requests share a read of the token: those that came before it began.
///
/// A request that came later may follow a write that the read has missed. It waits for the next
/// read.
package struct TokenReads<Caller: Sendable>: Sendable {
  private enum Stage { case idle, gathering, reading }

  private var stage = Stage.idle
  /// They get what the read that is gathering or under way tells.
  private var members: [Caller] = []
  /// They came after it began.
  private var late: [Caller] = []
  private var number = 0
  private var beganAt = Timestamp.earliest
  /// Microseconds from the beginning of the last read to that of the next one.
  private var spacing: Int64 = 0
  /// When a read ended that had waited for its whole deadline.
  private var hungAt: Timestamp?

  package init() {}

  var waitingCount: Int { members.count + late.count }

  /// Whether the caller has to carry out a read: none is gathering or under way.
  package mutating func lead() -> Bool {
    guard stage == .idle else { return false }
    stage = .gathering
    return true
  }

  /// Lets a caller wait, for the read that is gathering or else for the next one.
  package mutating func wait(_ caller: Caller) {
    if stage == .reading { late.append(caller) } else { members.append(caller) }
  }

  /// Microseconds for which the leader waits before the read begins, so that others can share it:
  /// as long as those of the last read take to be answered, up to a millisecond, or 5 ms where the
  /// database told nothing: sharing is all that keeps its return from being a stampede then.
  package func pause(at now: Timestamp) -> Int64 {
    let passed = now.microseconds - beganAt.microseconds
    return passed < 0 ? 0 : max(0, spacing - passed)
  }

  private static var microsecondsMax: Int64 { 1_000 }
  private static var microsecondsEach: Int64 { 10 }
  private static var microsecondsWithout: Int64 { 5_000 }
  private static var microsecondsUnasked: Int64 { 1_000_000 }

  /// Whether the database should be asked. For a second after a read that hung it is not: the next
  /// one would probably make all requests wait as long, for a token alone.
  package func mayAsk(at now: Timestamp) -> Bool {
    guard let hungAt else { return true }
    return !(0..<Self.microsecondsUnasked).contains(now.microseconds - hungAt.microseconds)
  }

  /// The read begins: a request that comes now is late.
  package mutating func begin(at now: Timestamp) {
    stage = .reading
    beganAt = now
    number += 1
  }

  /// Ends the read of a leader.
  ///
  /// - Parameter hung: whether it told nothing until its deadline.
  /// - Returns: its number, who shares it, and who leads the next one.
  package mutating func end(
    _ token: AnswerToken?, hung: Bool = false, at now: Timestamp
  ) -> (number: Int, sharers: [Caller], leader: Caller?) {
    if hung { hungAt = now }
    let sharers = members
    let leader = late.first
    spacing =
      token == nil
      ? Self.microsecondsWithout
      : min(Self.microsecondsMax, Int64(sharers.count + 1) * Self.microsecondsEach)
    members = Array(late.dropFirst())
    late = []
    stage = leader == nil ? .idle : .gathering
    return (number, sharers, leader)
  }
}
