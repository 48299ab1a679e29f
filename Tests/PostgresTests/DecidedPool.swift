import EventLoop

@testable import Postgres

/// A connection that is as busy as a test says.
final class FakeConnection: PooledConnection, CustomStringConvertible {
  let number: Int
  var isDemoted = false
  var isPooled = false
  var waitsSince: MonotonicTime?
  var answering: SQL?

  init(_ number: Int) { self.number = number }

  func isAnswering(_ text: SQL) -> Bool { answering?.start == text.start }

  var description: String { "connection \(number)" }
}

/// The decisions of a pool, and what would have come of them, without a server and a clock: a test
/// says when an attempt ends and what time it is.
struct DecidedPool {
  enum Answer { case given(FakeConnection), refused(PostgresError) }

  /// Somebody who was given a connection and has not given it back.
  struct User {
    let connection: FakeConnection
    let kind: ConnectionKind
  }

  private static let cut = PostgresError(.connection(reason: "cut"))

  typealias Machine = PoolStateMachine<FakeConnection, Int>

  private(set) var machine: Machine
  /// Since the pool was made.
  var milliseconds: Int64 = 0
  /// By callers, who are numbers. Nobody is answered twice.
  private(set) var answers: [Int: Answer] = [:]
  private(set) var answeredTwice = 0
  private(set) var callers = 0
  private(set) var users: [User] = []
  /// Attempts that have not ended.
  private(set) var attempts: [ConnectionKind] = []
  private(set) var open: [FakeConnection] = []
  private(set) var closed: [FakeConnection] = []
  private(set) var probesAt: MonotonicTime?
  private(set) var refusesAt: [ConnectionKind: MonotonicTime] = [:]
  private(set) var finishes = 0
  private(set) var exhaustions = 0
  private var connectionsMade = 0

  init(_ change: (inout PoolConfiguration) -> Void = { _ in }) throws {
    var configuration = try PoolConfiguration(ConnectionString("dbname=x"))
    change(&configuration)
    machine = Machine(configuration, now: MonotonicTime(nanoseconds: 0))
  }

  var now: MonotonicTime { MonotonicTime(nanoseconds: milliseconds * 1_000_000) }

  // MARK: What happens

  /// A caller asks for a connection; the answer is in `answers`, now or later.
  @discardableResult
  mutating func call(
    _ kind: ConnectionKind = .shared, for text: SQL? = nil, patience: Int64 = 10_000
  ) -> Int {
    let caller = callers
    callers += 1
    if let connection = decide({ $0.acquire(kind, for: text, at: $1) }) {
      give(connection, kind, to: caller)
    } else {
      let deadline = now.advanced(by: .milliseconds(patience))
      let waiter = Machine.Waiter(caller: caller, text: text, since: now, deadline: deadline)
      decide { $0.wait(waiter, for: kind, at: $1) }
    }
    return caller
  }

  /// What a caller is given at once.
  mutating func take(
    _ kind: ConnectionKind = .shared, for text: SQL? = nil
  ) -> FakeConnection? {
    let caller = call(kind, for: text)
    return given(caller)
  }

  mutating func release(_ connection: FakeConnection, _ kind: ConnectionKind = .shared) {
    if let index = users.firstIndex(where: { $0.connection === connection }) {
      users.remove(at: index)
    }
    decide { $0.release(connection, kind, at: $1) }
  }

  /// The oldest attempt succeeds.
  @discardableResult
  mutating func connected(lifetime: Int64 = 1_000_000) -> FakeConnection {
    let connection = FakeConnection(connectionsMade)
    connectionsMade += 1
    open.append(connection)
    let kind = attempts.removeFirst()
    let end = now.advanced(by: .milliseconds(lifetime))
    decide { $0.connected(connection, kind, expiresAt: end, at: $1) }
    return connection
  }

  /// The oldest attempt fails.
  mutating func connectFailed(_ absence: PostgresError.Absence? = .refusal) {
    var error = PostgresError(.connection(reason: "nobody listens"))
    error.absence = absence
    let kind = attempts.removeFirst()
    decide { $0.connectFailed(kind, error, at: $1, jitter: 1) }
  }

  /// A connection breaks.
  mutating func broken(_ connection: FakeConnection, _ kind: ConnectionKind = .shared) {
    open.removeAll { $0 === connection }
    decide { $0.ended(connection, kind, Self.cut, unanswered: [], at: $1) }
  }

  /// A connection is given up, since so many statements got no answer in time.
  mutating func silent(_ connection: FakeConnection, statements: Int) {
    open.removeAll { $0 === connection }
    let begun = Array(repeating: now, count: statements)
    pass(1)
    decide {
      $0.ended(connection, .shared, PostgresError(.timeout), unanswered: begun, at: $1)
    }
  }

  mutating func demoted() { decide { $0.demoted(at: $1) } }

  mutating func close() { decide { $0.close(at: $1) } }

  /// Time passes, and timers that are due fire.
  mutating func pass(_ milliseconds: Int64) {
    self.milliseconds += milliseconds
    for (kind, time) in refusesAt where time <= now {
      refusesAt[kind] = nil
      decide { $0.refuseLate(kind, at: $1) }
    }
    if let time = probesAt, time <= now {
      probesAt = nil
      decide { $0.probe(at: $1) }
    }
  }

  // MARK: What comes of it

  func given(_ caller: Int) -> FakeConnection? {
    if case .given(let connection) = answers[caller] { connection } else { nil }
  }

  func refused(_ caller: Int) -> PostgresError? {
    if case .refused(let error) = answers[caller] { error } else { nil }
  }

  private mutating func decide<Value>(
    _ event: (inout Machine, MonotonicTime) -> Value
  ) -> Value {
    let value = event(&machine, now)
    while case let actions = machine.takeActions(), !actions.isEmpty {
      for action in actions { follow(action) }
    }
    return value
  }

  private mutating func follow(_ action: Machine.Action) {
    switch action {
    case .give(let connection, let kind, to: let waiter):
      give(connection, kind, to: waiter.caller)
    case .refuse(let waiter, _, let error, hasWaited: _): answer(waiter.caller, .refused(error))
    case .connect(let kind): attempts.append(kind)
    case .abandonAttempts: attempts = []
    case .close(let connection):
      open.removeAll { $0 === connection }
      closed.append(connection)
      // As a connection tells of its end, whoever ends it.
      for kind in ConnectionKind.allCases {
        machine.ended(connection, kind, Self.cut, unanswered: [], at: now)
      }
    case .refuseLate(let kind, let time): refusesAt[kind] = time
    case .probe(let time): probesAt = time
    case .report(.exhausted(let refused, waiting: _)): exhaustions += refused
    case .report: break
    case .finished: finishes += 1
    }
  }

  private mutating func give(
    _ connection: FakeConnection, _ kind: ConnectionKind, to caller: Int
  ) {
    users.append(User(connection: connection, kind: kind))
    answer(caller, .given(connection))
  }

  private mutating func answer(_ caller: Int, _ answer: Answer) {
    if answers[caller] != nil { answeredTwice += 1 }
    answers[caller] = answer
  }
}
