import EventLoop
import TestDatabase
import Testing

@testable import Postgres

/// Whoever wants a connection for himself meets nobody else there, and nobody else's statement gets
/// into his transaction.
struct AloneTests {
  private static let plain = Statement<Int64, Void>(
    "insert into numbers values ($1)", effect: .write, bind: { $1.int8($0) })

  @Test func aTransactionBesideStatementsOfOthersIsRefused() async throws {
    let count = try await ServerUnderTest.withNumbers { connection in
      async let other = connection.first(Statements.sleepAndEcho, (0.1, 7))
      await connection.loop.nextTurn()
      let error = await failure {
        try await connection.transaction { try await $0.execute(Statements.insertNumber, 1) }
      }
      #expect(error?.isMisuse == true)
      let echo = try await other
      #expect(echo == 7)
      _ = try await connection.transaction { try await $0.execute(Statements.insertNumber, 2) }
    }
    #expect(count == 1)
  }

  @Test("A statement beside a script or a copy is refused, and those go on")
  func statementsBesideScripts() async throws {
    let count = try await ServerUnderTest.withNumbers { connection in
      async let script: Void = connection.script(
        "insert into numbers values (1); select pg_sleep(0.1)")
      await connection.loop.nextTurn()
      for statement in [Self.plain, Statements.insertNumber] {
        let error = await failure { try await connection.execute(statement, 2) }
        #expect(error?.isMisuse == true)
      }
      let beside = await failure {
        _ = try await connection.transaction { try await $0.execute(Self.plain, 3) }
      }
      #expect(beside?.isMisuse == true)
      try await script
    }
    #expect(count == 1)
  }

  @Test("When begin is refused, nothing of the transaction runs, however early it was sent")
  func nothingRunsBehindARefusedBegin() async throws {
    let count = try await ServerUnderTest.withNumbers { connection in
      // A standby would refuse this begin; here a wrong one stands for it.
      let session = TransactionSession(connection, .readWrite)
      connection.pipeline.begin("begin nonsense")
      async let first = failure { try await session.run(Statements.insertNumber.call(1)) }
      async let second = failure { try await session.run(Self.plain.call(2)) }
      async let third = failure { try await session.run(Self.plain.call(3)) }
      for error in await [first, second, third] {
        #expect(error?.sqlState == "42601")
        #expect(error?.isOfBegin == true)
        #expect(error?.isSafeToRetry == true)
      }
      let late = await failure { try await session.run(Self.plain.call(4)) }
      #expect(late?.isOfBegin == true)
      let script = await failure {
        try await session.run(script: "insert into numbers values (5)", deadline: .seconds(30))
      }
      #expect(script?.isOfBegin == true)
      #expect(connection.isClean)
      connection.pipeline.endTransaction()
    }
    #expect(count == 0)
  }

  @Test func parallelStatementsOfATransactionAreAllInIt() async throws {
    let count = try await ServerUnderTest.withNumbers { connection in
      let error = await failure {
        try await connection.transaction { transaction in
          async let first: Int = transaction.execute(Statements.insertNumber, 1)
          async let second: Int = transaction.execute(Self.plain, 2)
          async let third: Int = transaction.execute(Self.plain, 3)
          _ = try await (first, second, third)
          _ = try await transaction.rows(Statements.divide, 0)
        }
      }
      #expect(error?.sqlState == "22012")
      try await connection.transaction { transaction in
        async let first: Int = transaction.execute(Statements.insertNumber, 4)
        async let second: Int = transaction.execute(Self.plain, 5)
        _ = try await (first, second)
      }
    }
    #expect(count == 2)
  }

  @Test("A failure before anything was sent ends the transaction too, although its body goes on")
  func unsentFailureEndsTheTransaction() async throws {
    let refused = Statement<String, Void>(
      "insert into numbers values (length($1))", effect: .write, bind: { $1.text($0) })
    let count = try await ServerUnderTest.withNumbers { connection in
      let error = await failure {
        try await connection.transaction { transaction in
          _ = try? await transaction.execute(refused, "a\0b")
        }
      }
      #expect(error?.isEncoding == true)
      #expect(connection.isClean)
    }
    #expect(count == 0)
  }

  @Test("A script or a copy that was sent and not answered is not called safe to repeat")
  func unansweredScriptsAreNotSafe() async throws {
    let copy = CopyStatement<Int64>(
      "copy numbers from stdin (format binary)", bind: { $1.int8($0) })
    let script = try await ServerUnderTest.withConnection { connection in
      await failure {
        try await connection.script("select pg_sleep(30)", deadline: .milliseconds(50))
      }
    }
    #expect(script?.isTimeout == true)
    #expect(script?.isSafeToRetry == false)
    let unanswered = try await ServerUnderTest.withConnection { connection in
      try await connection.execute(Statements.createNumbers)
      return await failure { try await connection.copy(copy, [1, 2], deadline: .zero) }
    }
    #expect(unanswered?.isTimeout == true)
    #expect(unanswered?.isSafeToRetry == false)
  }

  @Test("A write in a transaction that was to read only says nothing of the server")
  func readersDoNotDemote() async throws {
    let events = Events()
    try await ServerUnderTest.withPool(events: events) { pool in
      let process = try await pool.first(Statements.process)
      for _ in 0..<3 {
        let error = await failure {
          try await pool.transaction(.readOnly) {
            try await $0.script("create table never (n int8)")
          }
        }
        #expect(error?.sqlState == "25006")
      }
      let later = try await pool.first(Statements.process)
      #expect(later == process)
    }
    // One for reads, and one for each of the transactions.
    #expect(events.count(\.isConnected) == 4)
  }

  @Test(
    "What an old connection hears of its server is not held against its successor",
    .timeLimit(.minutes(1)))
  func successorsAreNotDemoted() async throws {
    let (hasBegun, mayGoOn) = (Shared(false), Shared(false))
    try await ServerUnderTest.withPool { pool in
      let old = try await pool.first(Statements.process)
      async let second = failure {
        try await pool.transaction { transaction in
          try await transaction.script("set transaction read only")
          hasBegun.change { $0 = true }
          while !mayGoOn.value && !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(5))
          }
          try await transaction.script("create table never (n int8)")
        }
      }
      try await until("the second has begun") { hasBegun.value }
      let first = await failure {
        try await pool.transaction {
          try await $0.script("set transaction read only; create table never (n int8)")
        }
      }
      #expect(first?.sqlState == "25006")
      try await until("there is a successor") { try await pool.first(Statements.process) != old }
      let successor = try await pool.first(Statements.process)
      mayGoOn.change { $0 = true }
      let error = await second
      #expect(error?.sqlState == "25006")
      for _ in 0..<20 {
        try await Task.sleep(for: .milliseconds(10))
        let process = try await pool.first(Statements.process)
        #expect(process == successor)
      }
    }
  }
}
