import EventLoop

/// The connections of one kind, and the callers who wait for one: first come, first served.
///
/// Each connection has a number of slots: many on shared ones, one on exclusive ones. Whoever
/// acquires a member must release it. Belongs to a pool, on its loop.
final class ConnectionSet {
  /// An open connection and its use; on the loop only, like its connection.
  final class Member: @unchecked Sendable {
    let connection: Connection
    // Unchecked as those of the connection set.
    @exclusivity(unchecked) fileprivate(set) var expiresAt: MonotonicTime
    /// Whether its server takes no writes any more.
    @exclusivity(unchecked) fileprivate(set) var isDemoted = false
    @exclusivity(unchecked) fileprivate(set) var slotsTaken = 0
    /// Whether it only finishes what it has.
    @exclusivity(unchecked) fileprivate(set) var isRetiring = false

    init(_ connection: Connection, expiresAt: MonotonicTime) {
      self.connection = connection
      self.expiresAt = expiresAt
    }
  }

  private struct Waiter {
    let text: SQL?
    let since: MonotonicTime
    let deadline: MonotonicTime
    let continuation: UnsafeContinuation<Result<Member, PostgresError>, Never>
  }

  private let loop: EventLoop
  private let configuration: PoolConfiguration
  private let health: ServerHealth
  private let observe: @Sendable (PostgresEvent) -> Void
  private let slots: Int
  let membersMax: Int
  // Unchecked: touched at each statement, on the loop only, and never while it is being changed.
  @exclusivity(unchecked) private(set) var members: [Member] = []
  private var attempt: ConnectionAttempt?
  @exclusivity(unchecked) private var waiters = Deque<Waiter>()
  private var timer: LoopTimer?
  @exclusivity(unchecked) private var isClosing = false
  private var closed: (() -> Void)?

  init(
    on loop: EventLoop, _ configuration: PoolConfiguration, _ health: ServerHealth,
    slots: Int, membersMax: Int, observe: @escaping @Sendable (PostgresEvent) -> Void
  ) {
    self.loop = loop
    self.configuration = configuration
    self.health = health
    self.slots = max(1, slots)
    self.membersMax = max(1, membersMax)
    self.observe = observe
  }

  /// Tries of a read whose connection breaks. One more would do, but that may land on the next
  /// connection that the same crash is about to take: each of them can break once under a read, and
  /// then comes a new one.
  var triesMax: Int { membersMax + 2 }

  // MARK: Acquiring

  /// Takes a slot, waiting for one within the waiting deadline and `deadline`.
  ///
  /// - Throws: `.poolExhausted` when all stayed busy or too many wait; `.connection` when the
  ///   server is away.
  ///
  /// - Parameter text: the statement that it is for, if it is known.
  func acquire(
    before deadline: MonotonicTime, for text: SQL? = nil
  ) async throws(PostgresError) -> Member {
    loop.preconditionCurrent()
    let meter = configuration.statements.meter
    if !isClosing, waiters.isEmpty, let member = take(for: text) {
      meter?.waited(nanoseconds: 0, isShared: isShared)
      return member
    }
    let start = loop.now
    // Everything is looked at again inside: others may run before a suspension is complete.
    let outcome = await withUnsafeContinuation { continuation in
      enqueue(
        Waiter(text: text, since: start, deadline: deadline, continuation: continuation))
    }
    return try outcome.get()
  }

  private var isShared: Bool { slots > 1 }

  /// Callers who wait.
  var waitingCount: Int { waiters.count }

  private func enqueue(_ waiter: Waiter) {
    guard !isClosing else { return waiter.continuation.resume(returning: .failure(refusal)) }
    guard waiters.count < configuration.waitingFactor * slots * membersMax else {
      reportExhaustion(of: 1)
      return waiter.continuation.resume(returning: .failure(refusal))
    }
    waiters.append(waiter)
    serveWaiters()
    if !waiters.isEmpty { armTimer(at: limit(of: waiter)) }
  }

  func release(_ member: Member) {
    member.slotsTaken -= 1
    retireIfDue(member)
    serveWaiters()
    if isClosing { finishClosing() }
  }

  /// The most loaded connection that is prompt, or else the least loaded one, or else one that is
  /// held up; an old one only while there is no younger.
  ///
  /// Few connections do more than many: more statements share a round trip, and fewer processes a
  /// core and its caches.
  ///
  /// What holds up a connection, such as a lock, will hold up the same statement anywhere: it does
  /// not get the last connection that goes on, but goes behind one that waits for the same.
  private func take(for text: SQL?) -> Member? {
    var best: Member?
    var bestRank = Int.max
    var fallback: Member?
    var goingOn = 0
    for member in members where isFree(member) {
      if member.expiresAt <= loop.now {
        fallback = member
        continue
      }
      let isHeldUp = isHeldUp(member)
      if !isHeldUp { goingOn += 1 }
      let rank = rank(member, isHeldUp)
      if rank < bestRank { (best, bestRank) = (member, rank) }
    }
    guard var member = best ?? fallback else { return nil }
    if best == nil || isCrowded(member) || isHeldUp(member) { grow() }
    if goingOn == 1, let other = heldUp(by: text) {
      grow()
      member = other
    }
    member.slotsTaken += 1
    return member
  }

  /// The least loaded of the connections that are held up by a statement with this text.
  private func heldUp(by text: SQL?) -> Member? {
    guard let text else { return nil }
    return members.lazy
      .filter { [self] in
        isFree($0) && isHeldUp($0) && $0.connection.pipeline.isAnswering(text)
      }
      .min { $0.slotsTaken < $1.slotsTaken }
  }

  private func isFree(_ member: Member) -> Bool { !member.isRetiring && member.slotsTaken < slots }

  /// Low is good.
  private func rank(_ member: Member, _ isHeldUp: Bool) -> Int {
    if isHeldUp { return Int.max / 2 + member.slotsTaken }
    return isPrompt(member) ? slots - member.slotsTaken : slots + member.slotsTaken
  }

  /// Whether it takes more at once: it is not nearly full, and what it has is being answered.
  private func isPrompt(_ member: Member) -> Bool {
    // Behind a pooler what is beyond a batch waits for that to end.
    let batch = member.connection.isPooled ? configuration.statements.batchStatementsMax : slots
    return member.slotsTaken < min(slots * 3 / 4, batch)
      && !hasWaited(member, for: Self.promptFor)
  }

  /// In nanoseconds: longer than a server that is merely busy is silent at times; short enough to
  /// wait behind somebody else's slow statement.
  private static let promptFor: Int64 = 10_000_000

  /// Whether statements wait there and none has been answered for a while. One connection is never
  /// asked: there is no other.
  private func isHeldUp(_ member: Member) -> Bool {
    membersMax > 1 && hasWaited(member, for: Self.heldUpAfter)
  }

  private func hasWaited(_ member: Member, for nanoseconds: Int64) -> Bool {
    guard member.slotsTaken > 0, let since = member.connection.waitsSince else { return false }
    return since.advanced(byNanoseconds: nanoseconds) <= loop.now
  }

  /// In nanoseconds: some ten times what a page takes on a busy machine.
  private static let heldUpAfter: Int64 = 50_000_000

  /// A reason for one more connection before somebody has to wait for it. An exclusive connection
  /// is always full; there, only somebody who waits is a reason.
  private func isCrowded(_ member: Member) -> Bool { slots > 1 && !isPrompt(member) }

  private func serveWaiters() {
    while let waiter = waiters.first, let member = take(for: waiter.text) {
      _ = waiters.popFirst()
      measure(waiter)
      waiter.continuation.resume(returning: .success(member))
    }
    growForWaiters()
  }

  // MARK: Waiting

  private func limit(of waiter: Waiter) -> MonotonicTime {
    min(waiter.deadline, waiter.since.advanced(by: health.patience))
  }

  private func armTimer(at time: MonotonicTime) {
    let timer = timer ?? loop.makeTimer { [weak self] in self?.refuseLate() }
    self.timer = timer
    if let armed = timer.deadline, armed <= time { return }
    timer.arm(at: time)
  }

  /// Refuses those who have waited too long. Called by the timer, and when patience has changed.
  func refuseLate() {
    let late = waiters.removeAll { limit(of: $0) <= loop.now }
    if !late.isEmpty { reportExhaustion(of: late.count) }
    for waiter in late {
      measure(waiter)
      waiter.continuation.resume(returning: .failure(refusal))
    }
    if let next = waiters.remaining.map(limit(of:)).min() { armTimer(at: next) }
  }

  private func measure(_ waiter: Waiter) {
    let waited = loop.now.nanoseconds - waiter.since.nanoseconds
    configuration.statements.meter?.waited(nanoseconds: waited, isShared: isShared)
  }

  /// A server that is away is told otherwise.
  private func reportExhaustion(of callers: Int) {
    guard case .poolExhausted = causeOfRefusal else { return }
    observe(.exhausted(refused: callers, waiting: waiters.count))
  }

  /// Nothing was sent, so every refusal is safe to retry.
  private var refusal: PostgresError {
    var error = PostgresError(causeOfRefusal, isSafeToRetry: true)
    error.isOfAcquiring = true
    return error
  }

  private var causeOfRefusal: PostgresError.Kind {
    if isClosing { return .connection(reason: "the pool is closed") }
    if health.isAway || members.isEmpty {
      return .connection(
        reason: health.lastFailure?.kind.description ?? "connecting takes too long")
    }
    return .poolExhausted
  }

  // MARK: Growing and shrinking

  /// Opens one more connection if somebody could use it. One at a time, so that a server that
  /// comes back is not met by a stampede.
  func grow() {
    if health.mayConnect { connect() }
  }

  /// An old connection does not count: its successor is opened before it goes.
  private var hasRoom: Bool {
    members.count { !$0.isRetiring && $0.expiresAt > loop.now } < membersMax
  }

  /// As `grow`, when somebody waits.
  func growForWaiters() {
    if !waiters.isEmpty { grow() }
  }

  /// Tries to connect now, within the bound; the health decides when.
  func connect() {
    guard !isClosing, attempt == nil, hasRoom else { return }
    let attempt = ConnectionAttempt(
      to: configuration.connectionString, on: loop, configuration.statements,
      remembering: health.memory, observe: observe
    ) { [weak self] outcome in self?.connected(outcome) }
    self.attempt = attempt
    attempt.start(deadline: configuration.connectDeadline)
  }

  private func connected(_ outcome: ConnectionAttempt.Outcome) {
    attempt = nil
    switch outcome {
    case .success(let connection): add(connection)
    case .failure(let error): health.connectFailed(error)
    }
  }

  private func add(_ connection: Connection) {
    let jitter = Double.random(in: 0.9...1.1)
    let lifetime = configuration.lifetime * jitter
    let member = Member(connection, expiresAt: loop.now.advanced(by: lifetime))
    connection.closed = { [weak self, weak member] reason in
      guard let self, let member else { return }
      remove(member, reason)
    }
    connection.demoted = { [weak self, weak member] in
      guard let self, let member, !member.isDemoted else { return }
      observe(.readOnly(process: member.connection.process))
      health.wasDemoted()
    }
    members.append(member)
    health.connected()
    for member in members { retireIfDue(member) }
    serveWaiters()
  }

  private func remove(_ member: Member, _ reason: PostgresError) {
    members.removeAll { $0 === member }
    guard !member.isRetiring, !isClosing else { return }
    health.lost(reason, unanswered: member.connection.unanswered)
    growForWaiters()
  }

  /// Lets an unused old connection go once there is a younger one.
  private func retireIfDue(_ member: Member) {
    guard member.slotsTaken == 0, member.connection.isOpen else { return }
    let isReplaced =
      member.expiresAt <= loop.now && members.contains { $0.expiresAt > loop.now }
    guard member.isRetiring || isReplaced else { return }
    member.isRetiring = true
    member.connection.close()
  }

  /// Takes every connection for too old, since its server takes no writes any more: it serves reads
  /// until there is a better one.
  func demoteAll() {
    for member in members {
      member.isDemoted = true
      member.expiresAt = min(member.expiresAt, loop.now)
    }
    if !members.isEmpty { grow() }
  }

  /// Gives up what `demoteAll` has found, as soon as nobody uses it.
  func retireDemoted() {
    for member in members where member.isDemoted {
      member.isRetiring = true
      retireIfDue(member)
    }
  }

  /// Gives every connection up as soon as nobody uses it.
  func retireAll() {
    for member in members {
      member.isRetiring = true
      retireIfDue(member)
    }
  }

  // MARK: Closing

  /// Refuses newcomers and calls `done` when the last member has been released.
  func close(_ done: @escaping () -> Void) {
    isClosing = true
    closed = done
    attempt?.cancel()
    attempt = nil
    for waiter in waiters.removeAll() { waiter.continuation.resume(returning: .failure(refusal)) }
    timer?.cancel()
    retireAll()
    finishClosing()
  }

  private func finishClosing() {
    guard members.isEmpty, let closed else { return }
    self.closed = nil
    closed()
  }
}
