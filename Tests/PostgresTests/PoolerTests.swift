import EventLoop
import TestDatabase
import Testing

@testable import Postgres

/// Through a PgBouncer in transaction mode, with the settings that its package comes with: a client
/// meets another session of the server from one transaction to the next.
@Suite(.serialized)
struct PoolerTests {
  private static let greet = Statement<Int64, String>(
    "select 'greeting ' || $1::int8", effect: .read, bind: { $1.int8($0) },
    decode: { row throws(PostgresError) in try row.text() })

  private static let part = Statement<Int64, String>(
    "select 'parting ' || $1::int8", effect: .read, bind: { $1.int8($0) },
    decode: { row throws(PostgresError) in try row.text() })

  private static let level = Statement<Void, String>(
    "select current_setting('transaction_isolation')", effect: .read,
    decode: { row throws(PostgresError) in try row.text() })

  /// Runs `body` with the connection string of a pooler that also has these settings.
  private static func withPooler<Value: Sendable>(
    _ settings: [String] = [], _ body: (ConnectionString) async throws -> Value
  ) async throws -> Value {
    let direct = try TestDatabase.shared.conninfo()
    let bouncer = try await TestBouncer(before: direct, settings)
    defer { bouncer.stop() }
    return try await body(try ConnectionString(bouncer.conninfo(of: direct)))
  }

  private static func connect<Value: Sendable>(
    to target: ConnectionString, _ preparation: StatementPolicy.Preparation = .automatic,
    _ body: @escaping @Sendable (Connection) async throws -> Value
  ) async throws -> Value {
    var policy = StatementPolicy.patient
    policy.preparation = preparation
    return try await ServerUnderTest.onLoop { [policy] loop in
      let connection = try await Connection.connect(
        on: loop, to: target, deadline: .seconds(30), policy: policy)
      defer { connection.close() }
      return try await body(connection)
    }
  }

  @Test("Prepared where the session is with PostgreSQL itself, unless that is switched off")
  func preparedWithoutPooler() async throws {
    let direct = try ServerUnderTest.database()
    #expect(try await Self.connect(to: direct) { $0.preparesStatements })
    #expect(try await Self.connect(to: direct, .always) { $0.preparesStatements })
    #expect(try await !Self.connect(to: direct, .never) { $0.preparesStatements })
  }

  @Test("A pooler is noticed, its refusal of our options is got over, and nothing is prepared")
  func poolerIsNoticed() async throws {
    let prepared = Statement<Void, Int64>(
      "select count(*) from pg_prepared_statements", effect: .read,
      decode: { row throws(PostgresError) in try row.int8() })
    try await Self.withPooler { target in
      let (prepares, count) = try await Self.connect(to: target) { connection in
        for number in 0..<10 as Range<Int64> { _ = try await connection.rows(Self.greet, number) }
        return (connection.preparesStatements, try await connection.first(prepared))
      }
      #expect(!prepares)
      #expect(count == 0)
    }
  }

  @Test("Options of the user's own that a pooler refuses are an error that says what to do")
  func refusedOptionsAreExplained() async throws {
    try await Self.withPooler { target in
      let target = try target.setting("options", to: "-c search_path=shop")
      let error = await failure { try await Self.connect(to: target) { _ in } }
      #expect(error?.isConnection == true)
      let text = error.map { "\($0)" } ?? ""
      #expect(text.contains("options"), "\(text)")
      #expect(text.contains("ignore_startup_parameters"), "\(text)")
    }
    try await Self.withPooler(["ignore_startup_parameters = options"]) { target in
      let target = try target.setting("options", to: "-c search_path=shop")
      #expect(try await Self.connect(to: target) { try await $0.first(Statements.echo, 7) } == 7)
    }
  }

  @Test("Reads, writes and transactions of 40 tasks over two sessions: every answer is its own")
  func everythingWorksThrough() async throws {
    try await Self.withPooler { target in
      let wrong = try await ServerUnderTest.withPool(to: target, { $0.waitingFactor = 16 }) {
        pool in
        await withTaskGroup { group in
          for task in 0..<40 as Range<Int64> {
            group.addTask { await Self.wrongAnswers(of: task, pool) }
          }
          return await group.reduce(0, +)
        }
      }
      #expect(wrong == 0)
    }
  }

  private static func wrongAnswers(of task: Int64, _ pool: Pool) async -> Int {
    var wrong = 0
    for round in 0..<25 as Range<Int64> {
      let number = task * 1000 + round
      let echo = await said { try await pool.first(Statements.echo, number) }
      let greeting = await said { try await pool.first(Self.greet, number) }
      let failed = await failure { try await pool.first(Statements.divide, 0) }
      let level = await said {
        try await pool.transaction(.snapshot) { transaction -> String? in
          guard try await transaction.first(Self.part, number) == "parting \(number)" else {
            return nil
          }
          return try await transaction.first(Self.level)
        }
      }
      let isRight =
        echo == "\(number)" && greeting == "greeting \(number)" && level == "repeatable read"
        && failed?.sqlState == "22012"
      if !isRight {
        wrong += 1
        Issue.record("\(number): \(echo), \(greeting), \(level), \(String(describing: failed))")
      }
    }
    return wrong
  }

  /// What came back, or why nothing did.
  private static func said<Value: Sendable>(
    _ work: () async throws -> Value?
  ) async -> String {
    do { return try await work().map { "\($0)" } ?? "nothing" } catch { return "\(error)" }
  }

  /// A pooler gives the session to another client when it is told that the server is ready, also
  /// when the beginning of what comes next has reached that session already.
  @Test(
    "Behind a pooler nothing is sent before the last batch has ended, and all comes in the end",
    arguments: StatementPolicy.Preparation.allCases)
  func oneBatchAtATime(_ preparation: StatementPolicy.Preparation) async throws {
    let direct = try TestDatabase.shared.conninfo()
    let bouncer = try await TestBouncer(before: direct)
    defer { bouncer.stop() }
    let relay = try TestRelay(before: bouncer.conninfo(of: direct))
    defer { relay.close() }
    let target = try ConnectionString(relay.conninfo(of: direct))
    relay.fail(.lateReadiness)
    let answers = try await Self.connect(to: target, preparation) { connection in
      #expect(connection.isPooled)
      return await Self.answers(to: 30, on: connection)
    }
    for (number, answer) in zip(1..., answers) {
      #expect(answer == (number % 7 == 3 ? "22012" : "\(100 / number)"))
    }
    #expect(answers.count == 30)
    #expect(relay.sendsBeforeReadiness == 0)
  }

  @Test("Without a pooler the next batch does not wait for the end of the last")
  func manyBatchesWithoutPooler() async throws {
    let direct = try TestDatabase.shared.conninfo()
    let relay = try TestRelay(before: direct)
    defer { relay.close() }
    let target = try ConnectionString(relay.conninfo(of: direct))
    relay.fail(.lateReadiness)
    try await Self.connect(to: target) { connection in
      #expect(!connection.isPooled)
      // The first is answered before its batch ends, and the second sent.
      for number in 0..<5 as Range<Int64> {
        let echo = try await connection.first(Statements.echo, number)
        #expect(echo == number)
      }
    }
    #expect(relay.sendsBeforeReadiness > 0)
  }

  /// The answers to as many divisions, every third of them sent as a write and the others as reads,
  /// while those before them are on their way; of a failure the state.
  private static func answers(to count: Int64, on connection: Connection) async -> [String] {
    await withTaskGroup { group in
      for number in 1...count {
        group.addTask {
          // Some in the same turn, some in a later one.
          for _ in 0..<number % 5 { await connection.loop.nextTurn() }
          let divisor = number % 7 == 3 ? 0 : number
          let statement = number % 3 == 0 ? divideAsWrite : Statements.divide
          do throws(PostgresError) {
            return (number, try await connection.first(statement, divisor).map(String.init) ?? "")
          } catch {
            return (number, error.sqlState ?? "\(error)")
          }
        }
      }
      let byNumber = await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
      return (1...count).map { byNumber[$0] ?? "nothing" }
    }
  }

  private static let divideAsWrite = Statement<Int64, Int64>(
    "select 100 / $1::int8 -- a write", effect: .write, bind: { $1.int8($0) },
    decode: { row throws(PostgresError) in try row.int8() })

  @Test("Whether the server takes writes is asked of itself, not of the pooler's greeting")
  func readOnlyBehindPooler() async throws {
    let direct = try await TestDatabase.shared.makeDatabase()
    let bouncer = try await TestBouncer(before: direct)
    defer { bouncer.stop() }
    let target = try ConnectionString(bouncer.conninfo(of: direct))
    #expect(try await Self.connect(to: target) { try await $0.first(Statements.echo, 1) } == 1)
    let name = try #require(direct.firstMatch(of: /dbname='?([a-z0-9_]+)/)?.1)
    try Self.change("alter database \(name) set default_transaction_read_only = on", direct)
    let error = await failure { try await Self.connect(to: target) { _ in } }
    #expect(error?.isConnection == true)
    #expect(error.map { "\($0)".contains("is read-only") } == true, "\(String(describing: error))")
    let reader = try target.setting("target_session_attrs", to: "any")
    #expect(try await Self.connect(to: reader) { try await $0.first(Statements.echo, 2) } == 2)
    try Self.change("alter database \(name) reset default_transaction_read_only", direct)
    #expect(try await Self.connect(to: target) { try await $0.first(Statements.echo, 3) } == 3)
  }

  /// For all sessions: those that are open are ended.
  private static func change(_ statement: String, _ conninfo: String) throws {
    _ = try TestDatabase.psql("set transaction read write; \(statement)", in: conninfo)
    _ = try TestDatabase.psql(
      """
      select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
      """, in: conninfo)
  }

  @Test("A pooler that has greeted and has no session to spare is not called silent")
  func fullIsNotSilent() async throws {
    try await Self.withPooler(["default_pool_size = 1"]) { target in
      let settings = try await HostResolver.settings(of: target)
      let full = try #require(ConnectionCandidate.all(in: settings).first)
      let other = ConnectionCandidate(settings: [], name: "another")
      try await Self.connect(to: target) { occupant in
        try await occupant.transaction { transaction in
          _ = try await transaction.first(Statements.echo, 1)
          let memory = ServerMemory()
          let outcome = await withUnsafeContinuation { continuation in
            ConnectionAttempt(
              to: target, on: occupant.loop, .patient, remembering: memory, observe: { _ in },
              completion: { continuation.resume(returning: $0) }
            ).start(deadline: .seconds(2))
          }
          let error = #expect(throws: PostgresError.self) { try outcome.get() }
          #expect(error.map { "\($0)".contains("no connection in time") } == true)
          let order = memory.order([full, other], now: occupant.loop.now).map(\.name)
          #expect(order == [full.name, "another"])
          memory.note(full, isSilent: true, now: occupant.loop.now)
          let later = memory.order([full, other], now: occupant.loop.now).map(\.name)
          #expect(later == ["another", full.name])
        }
      }
    }
  }

  @Test("Notifications for another client of the pooler are freed and not kept")
  func foreignNotificationsAreFreed() async throws {
    try await Self.withPooler(["default_pool_size = 1"]) { target in
      try await Self.connect(to: target) { connection in
        try await connection.script("listen foreign_channel")
        for _ in 0..<5 { try await connection.script("notify foreign_channel, 'not for us'") }
        _ = try await connection.first(Statements.echo, 1)
        try await until("all are freed") { connection.notificationsDropped == 5 }
      }
    }
  }

  @Test func aPoolerThatWasSeenOnceIsNotForgotten() throws {
    let candidate = try #require(
      ConnectionCandidate.all(in: [("host", "/tmp"), ("port", "6432")]).first)
    let other = try #require(
      ConnectionCandidate.all(in: [("host", "/tmp"), ("port", "5432")]).first)
    let memory = ServerMemory()
    #expect(!memory.isPooled(candidate, isSeen: false))
    #expect(memory.isPooled(candidate, isSeen: true))
    #expect(memory.isPooled(candidate, isSeen: false))
    #expect(!memory.isPooled(other, isSeen: false))
  }

  @Test("Prepared behind a pooler that does not know of it: refused or right, never another's plan")
  func plansAreNotConfused() async throws {
    try await Self.withPooler { target in
      let wrong = try await Self.connect(to: target, .always) { first in
        let target = target
        var policy = StatementPolicy.patient
        policy.preparation = .always
        let second = try await Connection.connect(
          on: first.loop, to: target, deadline: .seconds(30), policy: policy)
        defer { second.close() }
        var wrong = 0
        for number in 0..<300 as Range<Int64> {
          async let greeting = try? first.first(Self.greet, number)
          async let parting = try? second.first(Self.part, number)
          let answers = await (greeting, parting)
          if (answers.0 ?? "greeting \(number)") != "greeting \(number)" { wrong += 1 }
          if (answers.1 ?? "parting \(number)") != "parting \(number)" { wrong += 1 }
        }
        return wrong
      }
      #expect(wrong == 0)
    }
  }

  @Test("A plan's name that is taken ends the connection, and its statement is safe to repeat")
  func takenNameEndsTheConnection() async throws {
    let direct = try ServerUnderTest.database()
    let error = try await Self.connect(to: direct, .always) { connection in
      try await connection.script("prepare \(connection.pipeline.planPrefix)1 as select 1")
      return await failure { try await connection.rows(Statements.echo, 1) }
    }
    #expect(error?.sqlState == "42P05")
    #expect(error?.endsConnection == true)
    #expect(error?.isSafeToRetry == true)
  }
}
