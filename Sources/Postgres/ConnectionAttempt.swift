import EventLoop

/// A connection in the making: resolves names, follows libpq through the handshake with one server
/// after the other, and checks for a pooler.
///
/// A pooler such as PgBouncer gives each client the session of another process from one transaction
/// to the next. It is detected by the process number of the session, which differs from the one in
/// the greeting. Whether the server takes writes is asked as well, because a pooler's greeting does
/// not know.
///
/// Everything happens on the loop except the resolving. The outcome is reported exactly once.
final class ConnectionAttempt: ReadinessHandler, @unchecked Sendable {
  typealias Outcome = Result<Connection, PostgresError>

  private let loop: EventLoop
  private let target: ConnectionString
  private let policy: StatementPolicy
  private let memory: ServerMemory
  private let observe: @Sendable (PostgresEvent) -> Void
  private let startedAt: MonotonicTime
  private let sink: NoticeSink
  private var completion: ((Outcome) -> Void)?
  private var deadline: MonotonicTime
  private var candidate: ConnectionCandidate?
  private var candidatesLeft: ArraySlice<ConnectionCandidate> = []
  private var reasons: [String] = []
  /// Why no server was reached, as long as none was.
  private var absence: PostgresError.Absence? = .refusal
  private var handle: LibPQ.Handle?
  private var registration: Registration?
  private var timer: LoopTimer?
  /// The readiness that the handshake waits for. Asking libpq at any other would spin, because a
  /// newly registered socket reports at once that it is writable.
  private var awaited: Readiness = []
  /// The settings of the greeting, with addresses beside the names of hosts.
  private var settings: HostResolver.Settings = []
  /// Whether the handshake is over, and the server was asked for its process.
  private var isAsking = false
  private var answer: Answer?

  init(
    to target: ConnectionString, on loop: EventLoop, _ policy: StatementPolicy,
    remembering memory: ServerMemory = ServerMemory(),
    observe: @escaping @Sendable (PostgresEvent) -> Void,
    completion: @escaping (Outcome) -> Void
  ) {
    self.target = target
    self.loop = loop
    self.policy = policy
    self.memory = memory
    self.observe = observe
    self.completion = completion
    startedAt = loop.now
    deadline = startedAt
    sink = NoticeSink { observe(.notice($0)) }
  }

  /// Begins; the outcome comes later, at the deadline at the latest.
  func start(deadline: Duration) {
    loop.preconditionCurrent()
    self.deadline = startedAt.advanced(by: deadline)
    let timer = loop.makeTimer { [weak self] in self?.isLate() }
    timer.arm(at: self.deadline)
    self.timer = timer
    // Of no caller alone: it may outlive the one who caused it.
    Task.detached(executorPreference: loop) { [self] in
      do throws(PostgresError) {
        let settings = try await HostResolver.settings(of: target)
        candidatesLeft = memory.order(ConnectionCandidate.all(in: settings), now: loop.now)[...]
        tryNext()
      } catch {
        finish(.failure(error))
      }
    }
  }

  /// Gives up without an outcome.
  func cancel() {
    completion = nil
    cleanUp()
  }

  // MARK: One server after the other

  private func tryNext() {
    guard completion != nil else { return }
    guard let candidate = candidatesLeft.popFirst() else {
      // Nothing was sent yet, so trying again is always safe.
      let reason = reasons.joined(separator: "; ")
      var error = PostgresError(.connection(reason: reason), isSafeToRetry: true)
      error.absence = absence
      return finish(.failure(error))
    }
    self.candidate = candidate
    // Each gets its share of the remaining time, and the time that earlier ones did not use.
    let part = (deadline - loop.now) / (candidatesLeft.count + 1)
    timer?.arm(at: loop.now.advanced(by: part))
    connect(candidate.settings)
  }

  private func connect(_ settings: HostResolver.Settings) {
    self.settings = settings
    guard let handle = LibPQ.Handle.connectStart(settings) else { return fail("out of memory") }
    self.handle = handle
    handle.setNoticeSink(sink)
    guard !handle.isBad else { return fail(handle.errorMessage, isAbsent: true) }
    wait(for: .writable)
  }

  func ready(_ readiness: Readiness) {
    guard let handle, !readiness.isDisjoint(with: awaited.union(.closed)) else { return }
    // libpq may replace the socket when it starts again: forget the old one first. And a newly
    // registered one reports unread data again, such as an end.
    registration?.cancel()
    registration = nil
    if isAsking { return takeAnswer(handle) }
    let isConnecting = handle.isConnecting
    switch handle.connectPoll() {
    case .reading: wait(for: .readable)
    case .writing: wait(for: .writable)
    case .ready: greeted(handle)
    case .failed where isConnecting: fail(handle.errorMessage, isAbsent: true)
    case .failed: refused(handle.errorMessage)
    }
  }

  private func greeted(_ handle: LibPQ.Handle) {
    isAsking = true
    // So few bytes always fit into a socket that has just been opened.
    guard handle.setNonblocking(), handle.sendQuery(Self.question),
      handle.flush() == .done
    else { return fail(handle.errorMessage) }
    wait(for: .readable)
  }

  /// Without this setting, backslashes in literals have another meaning. It is sent here too,
  /// because a pooler does not pass on our options, but keeps this setting for each client.
  private static let question = """
    set standard_conforming_strings = on;
    select pg_backend_pid(), current_setting('transaction_read_only')
    """

  /// Who answers.
  private struct Answer {
    let process: Int32?
    let isReadOnly: Bool

    init(_ answer: LibPQ.Answer) {
      let texts = [Int32(0), 1].map { column in
        answer.value(0, column).map { String(decoding: $0, as: UTF8.self) }
      }
      process = texts[0].flatMap { Int32($0) }
      isReadOnly = texts[1] == "on"
    }
  }

  private func takeAnswer(_ handle: LibPQ.Handle) {
    guard handle.consumeInput() else { return fail(handle.errorMessage) }
    while !handle.isBusy {
      guard let next = handle.nextAnswer() else {
        guard let answer, let candidate else { return fail(handle.errorMessage) }
        return accept(answer, from: candidate, handle)
      }
      defer { next.clear() }
      if next.status == .rows, next.rowCount == 1 { answer = Answer(next) }
    }
    wait(for: .readable)
  }

  private func accept(
    _ answer: Answer, from candidate: ConnectionCandidate, _ handle: LibPQ.Handle
  ) {
    let isPooled = memory.isPooled(candidate, isSeen: answer.process != handle.backendProcess)
    guard !target.needsWrites || !answer.isReadOnly else {
      return fail("the session with \(candidate.name) is read-only")
    }
    succeed(handle, isPooled: isPooled)
  }

  /// Poolers take few settings in their greeting. Ours of `options` only help, so it goes on
  /// without them; without the user's it does not.
  ///
  /// The text is PgBouncer's, never translated; a refused greeting has no SQLSTATE in libpq.
  private func refused(_ reason: String) {
    guard reason.contains("unsupported startup parameter") else { return fail(reason) }
    guard target.hasDefaultOptions, settings.contains(where: { $0.keyword == "options" }) else {
      return fail(
        "\(reason) (a pooler: have it ignore that, by ignore_startup_parameters in pgbouncer.ini,"
          + " or leave it out of the database's URL and the environment)")
    }
    letGo()
    connect(settings.filter { $0.keyword != "options" })
  }

  private func wait(for readiness: Readiness) {
    guard let handle else { return }
    awaited = readiness
    do {
      let registration = try loop.register(handle.socket, handler: self)
      registration.setInterest(
        readable: readiness == .readable, writable: readiness == .writable)
      self.registration = registration
    } catch {
      fail(error.description)
    }
  }

  private func succeed(_ handle: LibPQ.Handle, isPooled: Bool) {
    note(isSilent: false)
    let preparesStatements =
      switch policy.preparation {
      case .always: true
      case .never: false
      case .automatic: !isPooled
      }
    do throws(PostgresError) {
      let connection = try Connection(
        handle, sink, on: loop, policy, preparesStatements: preparesStatements,
        isPooled: isPooled, needsWrites: target.needsWrites, observe: observe)
      self.handle = nil
      observe(.connected(process: connection.process, took: loop.now - startedAt))
      finish(.success(connection))
    } catch {
      finish(.failure(error))
    }
  }

  private func isLate() {
    guard candidate != nil else {
      let error = PostgresError(.connection(reason: Self.late), isSafeToRetry: true)
      return finish(.failure(error))
    }
    // Who has greeted is there, and has no session to spare at most.
    note(isSilent: !isAsking)
    absence = isAsking || absence == nil ? nil : .silence
    leave(Self.late)
  }

  private static let late = "no connection in time"

  private func fail(_ reason: String, isAbsent: Bool = false) {
    note(isSilent: false)
    if !isAbsent { absence = nil }
    leave(reason)
  }

  private func note(isSilent: Bool) {
    guard let candidate else { return }
    memory.note(candidate, isSilent: isSilent, now: loop.now)
  }

  /// A server before version 14 knows no setting of this name, and refuses the greeting with it.
  /// libpq gives a refused greeting no code, so the name, which is ours, is looked for.
  static func plain(_ reason: String) -> String {
    reason.contains("\"idle_session_timeout\"")
      || reason.contains("\"client_connection_check_interval\"")
      ? "the server is older than PostgreSQL 15, which is needed" : reason
  }

  private func leave(_ reason: String) {
    reasons.append(Self.plain(reason))
    letGo()
    tryNext()
  }

  private func finish(_ outcome: Outcome) {
    guard let completion else { return }
    self.completion = nil
    cleanUp()
    completion(outcome)
  }

  private func cleanUp() {
    timer?.cancel()
    letGo()
  }

  private func letGo() {
    registration?.cancel()
    registration = nil
    handle?.finish()
    handle = nil
    isAsking = false
    answer = nil
  }
}
