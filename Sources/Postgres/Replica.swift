public import EventLoop

/// A standby for reads that may be a little old. Belongs to a loop, beside the pool of its primary.
///
/// It is fresh while it is known to have all commits up to a moment that is not longer ago than the
/// configured lag. To find such a moment the primary is asked for the end of its log, and then the
/// standby until it has replayed up to there: the moment is the time before the first question. No
/// questions are sent while no request reads.
///
/// It has one connection, because a measurement is valid for one server only. Behind a pooler each
/// statement may reach another server: such a standby is not used.
///
/// Mutable state is touched on the loop only, which `@unchecked Sendable` promises.
public final class Replica: @unchecked Sendable {
  /// For reads while ``isFresh``.
  public let pool: Pool
  private let loop: EventLoop
  private let primary: Pool
  private let lagMax: Duration
  private let knowledge: Knowledge
  private var isAsking = false
  private var mayAskAt: MonotonicTime
  /// How long the standby took to catch up at the last check.
  private var lastLag: Duration?
  private var behindSince: MonotonicTime

  /// - Parameters:
  ///   - configuration: of the standby; how many connections and how patient is decided here.
  ///   - lagMax: how old an answer may be.
  public init(
    on loop: EventLoop, _ configuration: PoolConfiguration, primary: Pool, lagMax: Duration,
    observe: @escaping @Sendable (PostgresEvent) -> Void = { _ in }
  ) {
    var own = configuration
    own.sharedConnectionsMax = 1
    // Statements that need a connection of their own, such as searches, run on the primary.
    own.exclusiveConnectionsMax = 0
    // A request that gets no answer here still has to ask the primary.
    own.waitingDeadline = .milliseconds(50)
    own.awayDeadline = .milliseconds(50)
    own.statements.readDeadline = .milliseconds(500)
    let knowledge = Knowledge()
    pool = Pool(on: loop, own) { event in
      knowledge.take(event)
      observe(event)
    }
    self.loop = loop
    self.primary = primary
    self.lagMax = lagMax
    self.knowledge = knowledge
    mayAskAt = loop.now
    behindSince = loop.now
  }

  /// The lag of the standby, as far as it is known: the time it took to catch up when it was last
  /// asked, or the time for which it has not caught up. Sends nothing; see ``isFresh``.
  public var lag: Duration { lastLag ?? loop.now - behindSince }

  /// Whether a read may ask the standby now; asks how far it has come when that is due. Ask once
  /// more when the read is answered: another connection may go to another server, of which
  /// nothing is known.
  public var isFresh: Bool {
    loop.preconditionCurrent()
    askIfDue()
    guard let moment = knowledge.completeUpTo else { return false }
    return loop.now - moment <= lagMax
  }

  /// The age that an answer of the standby has at most; nil when nothing is known of it. Sends
  /// nothing; while the primary is away it only grows.
  public var age: Duration? {
    loop.preconditionCurrent()
    return knowledge.completeUpTo.map { loop.now - $0 }
  }

  /// Waits for the reads that are under way, and closes the connection.
  public func close() async { await pool.close() }
}

// MARK: - Progress of the standby

extension Replica {
  /// Between two questions to a standby that has not replayed enough yet: doubled each time, since
  /// one that lags has enough to do.
  private static let pauseBetween = Duration.milliseconds(2)
  private static let pauseMax = Duration.milliseconds(50)
  private static let pauseAfterFailure = Duration.milliseconds(100)
  private static let ofNoStandby: Int64 = -2

  /// Asks again when the last answer gets old.
  private func askIfDue() {
    guard !isAsking, loop.now >= mayAskAt else { return }
    if let moment = knowledge.completeUpTo, loop.now - moment < lagMax / 4 { return }
    isAsking = true
    // Belongs to no request, because it asks for all of them.
    Task.detached(executorPreference: loop) { [self] in
      let moment = loop.now
      let hasLearnt = await ask()
      if hasLearnt { behindSince = moment }
      lastLag = hasLearnt ? loop.now - moment : nil
      isAsking = false
      mayAskAt = loop.now.advanced(by: hasLearnt ? Self.pauseBetween : Self.pauseAfterFailure)
    }
  }

  private func ask() async -> Bool {
    let moment = loop.now
    guard let written = try? await primary.first(Self.written) else { return false }
    var pause = Self.pauseBetween
    while loop.now - moment <= lagMax {
      let session = knowledge.session
      let replayed = try? await pool.first(Self.replayed)
      if replayed == Self.ofNoStandby { pool.leaveForAnother() }
      guard let replayed, replayed >= 0 else {
        knowledge.forget()
        return false
      }
      guard !pool.isPooled else { return false }
      if replayed >= written, session == knowledge.session {
        knowledge.completeUpTo = moment
        return true
      }
      await loop.pause(for: pause)
      pause = min(pause * 2, Self.pauseMax)
    }
    return false
  }

  /// The end of the primary's log, in bytes, including the part that is not yet on its disk: a
  /// commit can be acknowledged before. After the head of an empty page the log ends where the page
  /// begins, or an idle standby would never get there.
  ///
  /// Source: PostgreSQL's `xlog_internal.h`: a page's head has 24 bytes, a segment's first 40.
  private static let written = Statement<Void, Int64>(
    """
    select case when reach % page = 24 then reach - 24
      when reach % segment = 40 then reach - 40 else reach end
    from (
      select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::int8,
        current_setting('wal_block_size')::int8,
        pg_size_bytes(current_setting('wal_segment_size'))) as log (reach, page, segment)
    """,
    effect: .read, decode: { row throws(PostgresError) in try row.int8() })

  /// How far a standby has replayed; -1 for one that follows no primary, because that is away or
  /// its log has gone another way, and -2 for a server that was promoted.
  private static let replayed = Statement<Void, Int64>(
    """
    select case when not pg_is_in_recovery() then -2
      when exists (
        select from pg_stat_wal_receiver where coalesce(status, 'streaming') = 'streaming')
      then coalesce((pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::int8, -1) else -1 end
    """,
    effect: .read, decode: { row throws(PostgresError) in try row.int8() })
}

/// Knowledge about the standby at the other end of one connection. On one loop.
private final class Knowledge: @unchecked Sendable {
  /// Counts connections and their ends.
  private(set) var session = 0
  /// The standby has everything that was committed before.
  var completeUpTo: MonotonicTime?

  func forget() { completeUpTo = nil }

  func take(_ event: PostgresEvent) {
    switch event {
    case .connected, .lost:
      session += 1
      forget()
    default: break
    }
  }
}
