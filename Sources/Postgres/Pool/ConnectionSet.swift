import EventLoop

/// The state of a connection that decides which caller gets it.
protocol PooledConnection: AnyObject {
  /// Whether its server takes no writes any more, as the pool has found.
  var isDemoted: Bool { get set }
  /// Whether its other end is a pooler.
  var isPooled: Bool { get }
  /// Since when nothing is answered that is waited for; nil when nothing is.
  var waitsSince: MonotonicTime? { get }
  /// Whether the answer that comes next is that of a statement with this text.
  func isAnswering(_ text: SQL) -> Bool
}

/// Which of a pool's connections a caller is for.
enum ConnectionKind: CaseIterable {
  /// Connections that many callers share.
  case shared
  /// Those that a caller has for itself.
  case exclusive
}

/// The open connections of one kind, and their use.
///
/// Each has a number of slots: many on shared ones, one on exclusive ones. It only decides:
/// connections are asked how busy they are, and closed by the caller that takes them out.
struct ConnectionSet<Connection: PooledConnection> {
  private struct Member {
    let connection: Connection
    var expiresAt: MonotonicTime
    var slotsTaken = 0
    /// Whether it only finishes its statements.
    var isRetiring = false
  }

  let membersMax: Int
  let slots: Int
  private let batchStatementsMax: Int
  private var members: [Member] = []

  /// - Parameters:
  ///   - slots: callers on one connection.
  ///   - batchStatementsMax: statements sent to a pooler in one batch.
  init(slots: Int, membersMax: Int, batchStatementsMax: Int) {
    self.slots = max(1, slots)
    self.membersMax = max(1, membersMax)
    self.batchStatementsMax = batchStatementsMax
  }

  var isEmpty: Bool { members.isEmpty }
  var count: Int { members.count }
  var connections: [Connection] { members.map(\.connection) }
  /// Connections with at least one user.
  var inUse: Int { members.count { $0.slotsTaken > 0 } }

  /// Whether one more may be opened. An old connection does not count: its successor is opened
  /// before it goes.
  func hasRoom(at now: MonotonicTime) -> Bool {
    members.count { !$0.isRetiring && $0.expiresAt > now } < membersMax
  }

  // MARK: Taking and giving back

  /// Takes a slot: on the most loaded connection that is prompt, or else on the least loaded one,
  /// or else on a delayed one; on an old connection only if there is no newer one.
  ///
  /// Few connections do more than many: more statements share a round trip, and fewer processes a
  /// core and its caches.
  ///
  /// A lock that holds up a connection would hold up the same statement on any other: it does not
  /// get the last connection that is free of it, but waits with the statement that waits already.
  ///
  /// - Returns: nil when none is free; `isShort` when one more connection would be of use.
  mutating func take(
    for text: SQL?, at now: MonotonicTime
  ) -> (connection: Connection, isShort: Bool)? {
    var best: Int?
    var bestRank = Int.max
    var old: Int?
    var goingOn = 0
    for index in members.indices where isFree(members[index]) {
      guard members[index].expiresAt > now else {
        old = index
        continue
      }
      let isHeldUp = isHeldUp(members[index], now)
      if !isHeldUp { goingOn += 1 }
      let rank = rank(members[index], isHeldUp, now)
      if rank < bestRank { (best, bestRank) = (index, rank) }
    }
    guard var index = best ?? old else { return nil }
    var isShort = best == nil || isCrowded(members[index], now) || isHeldUp(members[index], now)
    if goingOn == 1, let other = heldUp(by: text, now) { (index, isShort) = (other, true) }
    members[index].slotsTaken += 1
    return (members[index].connection, isShort)
  }

  /// Gives a slot back. A connection that was removed meanwhile has none any more.
  mutating func release(_ connection: Connection) {
    guard let index = members.firstIndex(where: { $0.connection === connection }) else { return }
    members[index].slotsTaken -= 1
  }

  // MARK: Coming and going

  mutating func add(_ connection: Connection, expiresAt: MonotonicTime) {
    members.append(Member(connection: connection, expiresAt: expiresAt))
  }

  /// Forgets a connection that has ended by itself.
  ///
  /// - Returns: whether it was to go on; false also for one that is not here.
  mutating func remove(_ connection: Connection) -> Bool {
    guard let index = members.firstIndex(where: { $0.connection === connection }) else {
      return false
    }
    return !members.remove(at: index).isRetiring
  }

  /// Takes out the unused ones that have to go: they retire, or are old and there is a younger one.
  mutating func removeUnused(at now: MonotonicTime) -> [Connection] {
    guard members.contains(where: { $0.isRetiring || $0.expiresAt <= now }) else { return [] }
    let hasYounger = members.contains { $0.expiresAt > now }
    let isDue = { (member: Member) in
      member.slotsTaken == 0 && (member.isRetiring || (hasYounger && member.expiresAt <= now))
    }
    defer { members.removeAll(where: isDue) }
    return members.filter(isDue).map(\.connection)
  }

  /// Marks every connection as too old, since its server takes no writes any more: it serves reads
  /// until there is a better one.
  mutating func demoteAll(at now: MonotonicTime) {
    for index in members.indices {
      members[index].connection.isDemoted = true
      members[index].expiresAt = min(members[index].expiresAt, now)
    }
  }

  /// Gives up what `demoteAll` has found, as soon as it is unused.
  mutating func retireDemoted() {
    for index in members.indices where members[index].connection.isDemoted {
      members[index].isRetiring = true
    }
  }

  /// Gives every connection up as soon as it is unused.
  mutating func retireAll() {
    for index in members.indices { members[index].isRetiring = true }
  }

  // MARK: How busy they are

  /// The least loaded of the connections that are held up by a statement with this text.
  private func heldUp(by text: SQL?, _ now: MonotonicTime) -> Int? {
    guard let text else { return nil }
    return members.indices
      .filter { index in
        isFree(members[index]) && isHeldUp(members[index], now)
          && members[index].connection.isAnswering(text)
      }
      .min { members[$0].slotsTaken < members[$1].slotsTaken }
  }

  private func isFree(_ member: Member) -> Bool { !member.isRetiring && member.slotsTaken < slots }

  /// Low is good.
  private func rank(_ member: Member, _ isHeldUp: Bool, _ now: MonotonicTime) -> Int {
    if isHeldUp { return Int.max / 2 + member.slotsTaken }
    return isPrompt(member, now) ? slots - member.slotsTaken : slots + member.slotsTaken
  }

  /// Whether it accepts another statement at once: it is not nearly full, and its statements are
  /// being answered.
  private func isPrompt(_ member: Member, _ now: MonotonicTime) -> Bool {
    // Behind a pooler, statements beyond one batch wait for the end of that batch.
    let batch = member.connection.isPooled ? batchStatementsMax : slots
    return member.slotsTaken < min(slots * 3 / 4, batch)
      && !hasWaited(member, for: Self.promptFor, now)
  }

  /// In nanoseconds: longer than a server that is merely busy is silent at times; short enough to
  /// wait for another caller's slow statement.
  private static var promptFor: Int64 { 10_000_000 }

  /// Whether statements wait there and none has been answered for a while. One connection is never
  /// asked: there is no other.
  private func isHeldUp(_ member: Member, _ now: MonotonicTime) -> Bool {
    membersMax > 1 && hasWaited(member, for: Self.heldUpAfter, now)
  }

  /// In nanoseconds: about ten times the time of a page on a busy machine.
  private static var heldUpAfter: Int64 { 50_000_000 }

  private func hasWaited(
    _ member: Member, for nanoseconds: Int64, _ now: MonotonicTime
  ) -> Bool {
    guard member.slotsTaken > 0, let since = member.connection.waitsSince else { return false }
    return since.advanced(byNanoseconds: nanoseconds) <= now
  }

  /// A reason for one more connection before a caller has to wait for it. An exclusive connection
  /// is always full; there, only a waiting caller is a reason.
  private func isCrowded(_ member: Member, _ now: MonotonicTime) -> Bool {
    slots > 1 && !isPrompt(member, now)
  }
}
