import EventLoop
import Postgres
import Synchronization
import TestDatabase

/// The real server that these tests talk to, and ways to talk to it.
enum ServerUnderTest {
  /// A database that all tests share, where they make temporary things only.
  static func database() throws -> ConnectionString {
    try ConnectionString(TestDatabase.shared.conninfo())
  }

  /// A fresh, empty database on the server that all tests share.
  static func freshDatabase() async throws -> ConnectionString {
    try ConnectionString(await TestDatabase.shared.makeDatabase())
  }

  /// Loops that live as long as the process, as in the real program: Dispatch sources that come
  /// and go can lose events on Linux (swift-corelibs-libdispatch issue 949).
  private static let loops = Result {
    try (0..<4).map { try EventLoop(label: "test-\($0)") }
  }
  private static let next = Atomic<Int>(0)

  /// Runs `body` on one of the loops.
  static func onLoop<Value: Sendable>(
    _ body: @escaping @Sendable (EventLoop) async throws -> Value
  ) async throws -> Value {
    let loops = try loops.get()
    let loop = loops[next.add(1, ordering: .relaxed).newValue % loops.count]
    return try await loop.run { try await body(loop) }
  }

  /// Runs `body` with one connection, on its loop.
  static func withConnection<Value: Sendable>(
    policy: StatementPolicy = .patient, events: Events = Events(),
    _ body: @escaping @Sendable (Connection) async throws -> Value
  ) async throws -> Value {
    let target = try database()
    return try await onLoop { loop in
      let connection = try await Connection.connect(
        on: loop, to: target, deadline: .seconds(30), policy: policy, observe: events.record)
      defer { connection.close() }
      return try await body(connection)
    }
  }

  /// Runs `body` beside an empty table and returns how many rows that has afterwards.
  static func withNumbers(
    _ body: @escaping @Sendable (Connection) async throws -> Void
  ) async throws -> Int64? {
    try await withConnection { connection in
      try await connection.execute(Statements.createNumbers)
      try await body(connection)
      return try await connection.first(Statements.countNumbers)
    }
  }

  /// Runs `body` with a pool, on its loop.
  ///
  /// Patient beforehand, so that a busy machine fails no test that is about something else.
  static func withPool<Value: Sendable>(
    to target: ConnectionString? = nil, events: Events = Events(),
    _ configure: @Sendable (inout PoolConfiguration) -> Void = { _ in },
    _ body: @escaping @Sendable (Pool) async throws -> Value
  ) async throws -> Value {
    var configuration = try PoolConfiguration(target ?? database())
    configuration.waitingDeadline = .seconds(30)
    configuration.connectDeadline = .seconds(30)
    configuration.statements.readDeadline = .seconds(30)
    configuration.statements.writeDeadline = .seconds(30)
    configure(&configuration)
    return try await onLoop { [configuration] loop in
      try await Pool.forOnce(on: loop, configuration, observe: events.record, body)
    }
  }
}

extension StatementPolicy {
  /// For tests that are not about deadlines.
  static var patient: StatementPolicy {
    var policy = StatementPolicy()
    policy.readDeadline = .seconds(30)
    policy.writeDeadline = .seconds(30)
    return policy
  }
}
