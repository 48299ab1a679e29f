import Testing

@testable import Postgres

struct ScriptTests {
  private static let tables = Statement<Void, Int64>(
    "select count(*) from pg_class where relname in ('one', 'two')", effect: .read,
    decode: { row throws(PostgresError) in try row.int8() })

  @Test func severalStatementsRunInOneScript() async throws {
    let count = try await ServerUnderTest.withConnection { connection in
      try await connection.script("create temp table one (); create temp table two ();")
      return try await connection.first(Self.tables)
    }
    #expect(count == 2)
  }

  @Test func aFailingScriptLeavesNothing() async throws {
    try await ServerUnderTest.withConnection { connection in
      let error = await failure {
        try await connection.script("create temp table one (); create nonsense;")
      }
      #expect(error?.sqlState == "42601")
      let answer = try await connection.first(Self.tables)
      #expect(answer == 0)
    }
  }

  @Test("What a migration does: a lock, a script and a row in one transaction")
  func aScriptInsideATransaction() async throws {
    let lock = Statement<Void, Void>("select pg_advisory_xact_lock(7)", effect: .write)
    let count = try await ServerUnderTest.withConnection { connection in
      try await connection.execute(Statements.createNumbers)
      try await connection.transaction { transaction in
        try await transaction.execute(lock)
        try await transaction.script("create temp table one (); create temp table two ();")
        try await transaction.execute(Statements.insertNumber, 1)
      }
      return try await connection.first(Self.tables)
    }
    #expect(count == 2)
  }

  @Test func aScriptIsUndoneWithItsTransaction() async throws {
    try await ServerUnderTest.withConnection { connection in
      let error = await failure {
        try await connection.transaction { transaction in
          try await transaction.script("create temp table one ()")
          _ = try await transaction.rows(Statements.divide, 0)
        }
      }
      #expect(error?.sqlState == "22012")
      let answer = try await connection.first(Self.tables)
      #expect(answer == 0)
    }
  }

  @Test func aScriptMustNotEndTheTransaction() async throws {
    try await ServerUnderTest.withConnection { connection in
      let error = await failure {
        try await connection.transaction { try await $0.script("commit") }
      }
      #expect(error?.isMisuse == true)
      let second = try await connection.first(Statements.echo, 3)
      #expect(second == 3)
    }
  }

  @Test func aScriptWantsTheConnectionForItself() async throws {
    try await ServerUnderTest.withConnection { connection in
      async let echo = connection.first(Statements.sleepAndEcho, (0.05, 4))
      async let error = failure { try await connection.script("select 1") }
      let answer = try await echo
      #expect(answer == 4)
      #expect(await error?.isMisuse == true)
    }
  }

  @Test func copyIsRefusedAndEndsTheConnection() async throws {
    try await ServerUnderTest.withConnection { connection in
      let error = await failure { try await connection.script("copy (select 1) to stdout") }
      #expect(error?.isConnection == true)
      #expect(!connection.isOpen)
    }
  }
}
