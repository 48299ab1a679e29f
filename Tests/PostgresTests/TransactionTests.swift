import TestDatabase
import Testing

@testable import Postgres

struct TransactionTests {
  private struct Refusal: Error, Equatable {}

  @Test func whatIsCommittedStays() async throws {
    let count = try await ServerUnderTest.withNumbers { connection in
      try await connection.transaction { transaction in
        try await transaction.execute(Statements.insertNumber, 1)
        try await transaction.execute(Statements.insertNumber, 2)
      }
    }
    #expect(count == 2)
  }

  @Test func anErrorOfTheBodyRollsBackAndIsThrownOn() async throws {
    let count = try await ServerUnderTest.withNumbers { connection in
      await #expect(throws: Refusal()) {
        try await connection.transaction { transaction in
          try await transaction.execute(Statements.insertNumber, 1)
          throw Refusal()
        }
      }
    }
    #expect(count == 0)
  }

  @Test("A failure that the body swallows still rolls everything back, and is thrown")
  func swallowedFailureIsThrown() async throws {
    let count = try await ServerUnderTest.withNumbers { connection in
      let error = await failure {
        try await connection.transaction { transaction in
          try await transaction.execute(Statements.insertNumber, 1)
          _ = try? await transaction.execute(Statements.insertNumber, 1)
        }
      }
      #expect(error?.report?.constraint == "numbers_pkey")
    }
    #expect(count == 0)
  }

  @Test("A begin refused as by a standby (0A000) ends the connection and is no stale plan")
  func aBeginRefusedByAStandbyEndsTheConnection() async throws {
    let error = try await ServerUnderTest.withConnection { connection in
      let session = TransactionSession(connection, .readWrite)
      // A standby has this code for `begin read write`; here another refusal stands for it.
      connection.pipeline.begin("select count(*) from pg_class for update")
      return await failure { try await session.run(Statements.echo.call(1)) }
    }
    #expect(error?.sqlState == "0A000")
    #expect(error?.endsConnection == true)
    #expect(error?.isStalePlan == false)
    #expect(error?.isSafeToRetry == true)
  }

  @Test func aConstraintCheckedAtCommitIsThrownAsItself() async throws {
    let error = try await ServerUnderTest.withConnection { connection in
      try await connection.script(
        """
        create temp table parent (id int8 primary key);
        create temp table child (id int8 constraint child_parent references parent
          deferrable initially deferred);
        """)
      let insert = Statement<Void, Void>("insert into child values (1)", effect: .write)
      return await failure {
        try await connection.transaction { try await $0.execute(insert) }
      }
    }
    #expect(error?.report?.constraint == "child_parent")
  }

  @Test func nestingIsRefused() async throws {
    try await ServerUnderTest.withPool { pool in
      let error = await failure {
        try await pool.transaction { _ in try await pool.transaction { _ in } }
      }
      #expect(error?.isMisuse == true)
    }
  }

  @Test func aTransactionIsOfNoUseAfterItsEnd() async throws {
    try await ServerUnderTest.withConnection { connection in
      let escaped = try await connection.transaction { $0 }
      let error = await failure { try await escaped.rows(Statements.echo, 1) }
      #expect(error?.isMisuse == true)
    }
  }

  @Test func theConnectionIsTheTransactionsAlone() async throws {
    try await ServerUnderTest.withConnection { connection in
      try await connection.transaction { _ in
        let error = await failure { try await connection.rows(Statements.echo, 1) }
        #expect(error?.isMisuse == true)
      }
      let answer = try await connection.first(Statements.echo, 1)
      #expect(answer == 1)
    }
  }

  @Test func aCancelledTaskRollsBackAndReturnsTheConnection() async throws {
    let target = try await ServerUnderTest.freshDatabase()
    try await ServerUnderTest.withPool(to: target, { $0.exclusiveConnectionsMax = 1 }) { pool in
      try await pool.execute(Self.createTable)
      let task = Task(executorPreference: pool.loop) {
        try await pool.transaction { transaction in
          try await transaction.execute(Statements.insertNumber, 1)
          withUnsafeCurrentTask { $0?.cancel() }
          try await transaction.execute(Statements.insertNumber, 2)
        }
      }
      let error = await failure { try await task.value }
      #expect(error?.isCancelled == true)
      let first = try await pool.transaction { try await $0.first(Statements.process) }
      let second = try await pool.transaction { try await $0.first(Statements.process) }
      #expect(first == second)
      let answer = try await pool.first(Statements.countNumbers)
      #expect(answer == 0)
    }
  }

  @Test func readOnlyMeansReadOnly() async throws {
    let count = try await ServerUnderTest.withNumbers { connection in
      let create = Statement<Void, Void>("create table forbidden ()", effect: .write)
      let error = await failure {
        try await connection.transaction(.readOnly) { try await $0.execute(create) }
      }
      #expect(error?.sqlState == "25006")
    }
    #expect(count == 0)
  }

  @Test("A serialization failure repeats a transaction that declares itself repeatable")
  func serializationFailureRepeats() async throws {
    let target = try await ServerUnderTest.freshDatabase()
    try await ServerUnderTest.withPool(to: target) { pool in
      try await pool.execute(Self.createTable)
      try await pool.execute(Statements.insertNumber, 0)
      let increment = Statement<Int64, Void>(
        "update numbers set n = $1", effect: .write, bind: { $1.int8($0) })
      let read = Statement<Void, Int64>(
        "select n from numbers limit 1", effect: .read,
        decode: { row throws(PostgresError) in try row.int8() })
      var mode = TransactionMode.serializable
      mode.attemptsMax = 50
      try await withThrowingTaskGroup { [mode] group in
        for _ in 0..<4 {
          group.addTask {
            for _ in 0..<5 {
              try await pool.transaction(mode) { transaction in
                let value = try await transaction.first(read) ?? 0
                try await transaction.execute(increment, value + 1)
              }
            }
          }
        }
        try await group.waitForAll()
      }
      let answer = try await pool.first(read)
      #expect(answer == 20)
    }
  }

  @Test(
    "Plans that the schema has outgrown, or that are gone, are made anew for whole transactions",
    arguments: ["alter table words alter v type varchar(20)", "deallocate all"])
  func plansAreRenewedInTransactions(change: String) async throws {
    let target = try await ServerUnderTest.freshDatabase()
    try await ServerUnderTest.withPool(to: target, { $0.exclusiveConnectionsMax = 3 }) { pool in
      try await pool.transaction {
        try await $0.script("create table words (v varchar(10)); insert into words values ('one')")
      }
      for width in 20..<23 {
        let arrived = Shared(0)
        try await Self.together(3) {
          try await pool.transaction(TransactionMode(attemptsMax: 3)) { transaction in
            // Each has a connection of its own.
            arrived.change { $0 += 1 }
            while arrived.value < 3 { try await Task.sleep(for: .milliseconds(1)) }
            for statement in Self.readings {
              let value = try await transaction.first(statement)
              #expect(value == "one")
            }
          }
        }
        // Of its own accord nobody knows of it, on any of the three.
        try await Self.together(change == "deallocate all" ? 3 : 1) {
          try await pool.transaction {
            try await $0.script(change.replacing("20", with: "\(width)"))
          }
        }
      }
    }
  }

  /// More than a transaction is tried.
  private static let readings = [
    "select v from words", "select v from words limit 1", "select v from words order by v",
    "select v from words offset 0",
  ].map { (text: SQL) in
    Statement<Void, String>(
      text, effect: .read, decode: { row throws(PostgresError) in try row.text() })
  }

  /// As many at once.
  private static func together(
    _ count: Int, _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup { group in
      for _ in 0..<count { group.addTask { try await body() } }
      try await group.waitForAll()
    }
  }

  @Test func withoutThatDeclarationItRunsOnce() async throws {
    let runs = Shared(0)
    try await ServerUnderTest.withConnection { connection in
      let fail = Statement<Void, Void>(
        "do $$ begin raise exception using errcode = '40001'; end $$", effect: .write)
      let error = await failure {
        try await connection.transaction { transaction in
          runs.change { $0 += 1 }
          try await transaction.execute(fail)
        }
      }
      #expect(error?.sqlState == "40001")
      #expect(error?.isSafeToRetry == true)
    }
    #expect(runs.value == 1)
  }

  @Test("A connection that dies at COMMIT leaves the outcome unknown, and says so")
  func deathAtCommitIsUnknown() async throws {
    let target = try await ServerUnderTest.freshDatabase()
    try await ServerUnderTest.withPool(to: target) { pool in
      // A deferred trigger ends the session from inside COMMIT.
      try await pool.transaction { try await $0.script(Self.suicideAtCommit) }
      let error = await failure {
        try await pool.transaction(TransactionMode(attemptsMax: 3)) {
          try await $0.execute(Statements.insertNumber, 1)
        }
      }
      #expect(error?.isUnknownCommit == true)
      #expect(error?.isSafeToRetry == false)
      let answer = try await pool.first(Statements.countNumbers)
      #expect(answer == 0)
    }
  }

  @Test("A session that has ended before COMMIT is sent is no unknown outcome")
  func endBeforeCommitIsKnown() async throws {
    let database = try TestDatabase.shared.conninfo()
    let count = try await ServerUnderTest.withNumbers { connection in
      let other = try await Connection.connect(
        on: connection.loop, to: ServerUnderTest.database(), deadline: .seconds(30),
        policy: .patient)
      defer { other.close() }
      let error = await failure {
        try await other.transaction { transaction in
          let process = try await transaction.first(Statements.process) ?? 0
          // Without letting go of the loop, so that the farewell is first seen at COMMIT.
          try TestDatabase.psql("select pg_terminate_backend(\(process), 5000)", in: database)
        }
      }
      #expect(error?.isConnection == true)
      #expect(error?.isSafeToRetry == true)
    }
    #expect(count == 0)
  }

  @Test("A connection that ends under a script says so, and asks nothing of libpq afterwards")
  func endUnderAScriptIsAConnectionError() async throws {
    try await ServerUnderTest.withConnection { connection in
      let session = TransactionSession(connection, .readWrite)
      connection.close()
      #expect(!connection.isInTransaction)
      #expect(!connection.isClean)
      #expect(connection.descriptor == -1)
      let error = await failure { try await session.run(script: "select 1", deadline: .seconds(5)) }
      #expect(error?.isConnection == true)
    }
  }

  @Test("A connection that dies before COMMIT is safe to retry, also for writes")
  func deathBeforeCommitIsSafe() async throws {
    let target = try await ServerUnderTest.freshDatabase()
    try await ServerUnderTest.withPool(to: target) { pool in
      let runs = Shared(0)
      try await pool.execute(Self.createTable)
      try await pool.transaction(TransactionMode(attemptsMax: 2)) { transaction in
        try await transaction.execute(Statements.insertNumber, 1)
        guard
          runs.change({
            $0 += 1; return $0
          }) == 1
        else { return }
        let process = try await transaction.first(Statements.process) ?? 0
        _ = try await pool.rows(Statements.terminate, process)
        try await transaction.execute(Statements.insertNumber, 2)
      }
      #expect(runs.value == 2)
      let answer = try await pool.first(Statements.countNumbers)
      #expect(answer == 1)
    }
  }

  private static let createTable = Statement<Void, Void>(
    "create table numbers (n int8 constraint numbers_pkey primary key)", effect: .write)

  private static let suicideAtCommit = """
    create table numbers (n int8);
    create function die() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
    create constraint trigger die after insert on numbers deferrable initially deferred
      for each row execute function die();
    """
}
