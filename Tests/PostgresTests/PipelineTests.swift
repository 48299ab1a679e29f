import EventLoop
import Foundation
import Testing

@testable import Postgres

struct PipelineTests {
  @Test("500 statements at once on one connection: each gets its own answer")
  func answersFindTheirCallers() async throws {
    let answers = try await ServerUnderTest.withConnection { connection in
      await withTaskGroup { group in
        for number in 0..<500 as Range<Int64> {
          group.addTask { (number, try? await connection.first(Statements.echo, number)) }
        }
        return await group.reduce(into: [Int64: Int64?]()) { $0[$1.0] = $1.1 }
      }
    }
    #expect(answers.count == 500)
    #expect(answers.allSatisfy { $0.key == $0.value })
  }

  @Test("A failing statement in the middle is seen by its own caller only")
  func oneFailureStaysAlone() async throws {
    let outcomes = try await ServerUnderTest.withConnection { connection in
      await withTaskGroup { group in
        for divisor in 0..<100 as Range<Int64> {
          group.addTask {
            (divisor, await failure { try await connection.rows(Statements.divide, divisor) })
          }
        }
        return await group.reduce(into: [Int64: String?]()) { $0[$1.0] = $1.1?.sqlState }
      }
    }
    #expect(outcomes[0] == "22012")
    #expect(outcomes.filter { $0.value == nil }.count == 99)
  }

  @Test("A statement that cannot even be prepared does not hurt its neighbours")
  func failureToPrepareStaysAlone() async throws {
    let broken = Statement<Void, Int64>(
      "select nothing from nowhere", effect: .read,
      decode: { row throws(PostgresError) in try row.int8() })
    let (error, again, echo) = try await ServerUnderTest.withConnection { connection in
      async let first = failure { try await connection.rows(broken) }
      async let second = failure { try await connection.rows(broken) }
      async let echo = connection.first(Statements.echo, 5)
      return try await (first, second, echo)
    }
    #expect(error?.sqlState == "42P01")
    #expect(again?.sqlState != nil)
    #expect(echo == 5)
  }

  @Test func aStatementIsPreparedOncePerConnection() async throws {
    let count = Statement<Void, Int64>(
      "select count(*) from pg_prepared_statements where statement = 'select $1::int8'",
      effect: .read,
      decode: { row throws(PostgresError) in try row.int8() })
    let prepared = try await ServerUnderTest.withConnection { connection in
      for number in 0..<10 as Range<Int64> {
        _ = try await connection.rows(Statements.echo, number)
      }
      return try await connection.first(count)
    }
    #expect(prepared == 1)
  }

  /// Bytes of one type can be taken for another's: those of a text for an `int8`.
  @Test("Other types of parameters have another plan, also where the text is the same")
  func plansAreForTypes() async throws {
    let text: SQL = "select pg_typeof($1)::text"
    let number = Statement<Int64, String>(
      text, effect: .read, bind: { $1.int8($0) },
      decode: { row throws(PostgresError) in try row.text() })
    let word = Statement<String, String>(
      text, effect: .read, bind: { $1.text($0) },
      decode: { row throws(PostgresError) in try row.text() })
    let count = Statement<Void, Int64>(
      "select count(*) from pg_prepared_statements where statement like 'select pg_typeof%'",
      effect: .read,
      decode: { row throws(PostgresError) in try row.int8() })
    let (types, prepared) = try await ServerUnderTest.withConnection { connection in
      var types: [String?] = []
      for _ in 0..<3 {
        types.append(try await connection.first(number, 1))
        types.append(try await connection.first(word, "8 bytes"))
      }
      return (types, try await connection.first(count))
    }
    #expect(types == ["bigint", "text", "bigint", "text", "bigint", "text"])
    #expect(prepared == 2)
  }

  @Test func nothingIsPreparedWhenTheSwitchIsOff() async throws {
    var policy = StatementPolicy.patient
    policy.preparation = .never
    let count = Statement<Void, Int64>(
      "select count(*) from pg_prepared_statements", effect: .read,
      decode: { row throws(PostgresError) in try row.int8() })
    let prepared = try await ServerUnderTest.withConnection(policy: policy) { connection in
      _ = try await connection.rows(Statements.echo, 1)
      return try await connection.first(count)
    }
    #expect(prepared == 0)
  }

  @Test("A plan that the schema has outgrown is made anew (0A000)")
  func outgrownPlanIsRenewed() async throws {
    let all = Statement<Void, Int64>(
      "select * from t", effect: .read,
      decode: { row throws(PostgresError) in
        let value = try row.int8()
        if value > 1 { _ = try row.int8() }
        return value
      })
    let values = try await ServerUnderTest.withConnection { connection in
      try await connection.script("create temp table t (a int8); insert into t values (1)")
      let before = try await connection.rows(all)
      try await connection.script("alter table t add b int8; update t set a = 2, b = 3")
      return try await before + connection.rows(all)
    }
    #expect(values == [1, 2])
  }

  @Test("A plan that somebody has deallocated is made anew (26000), also for many at once")
  func lostPlanIsRenewed() async throws {
    let answers = try await ServerUnderTest.withConnection { connection in
      _ = try await connection.rows(Statements.echo, 0)
      try await connection.script("deallocate all")
      return try await withThrowingTaskGroup { group in
        for number in 0..<20 as Range<Int64> {
          group.addTask { try await connection.first(Statements.echo, number) == number }
        }
        return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      }
    }
    #expect(answers == 20)
  }

  @Test func manyLargeRowsArriveWhole() async throws {
    let large = Statement<Void, String>(
      "select repeat(i::text, 1000) from generate_series(1, 2000) i", effect: .read,
      decode: { row throws(PostgresError) in try row.text() })
    let rows = try await ServerUnderTest.withConnection { try await $0.rows(large) }
    #expect(rows.count == 2000)
    #expect(rows.last == String(repeating: "2000", count: 1000))
  }

  @Test("Large parameters both ways at once do not block the connection")
  func largeParametersInFlight() async throws {
    let echo = Statement<[UInt8], Int64>(
      "select length($1::bytea || $1::bytea)::int8", effect: .read,
      bind: { $1.bytea($0) },
      decode: { row throws(PostgresError) in try row.int8() })
    let sum = try await ServerUnderTest.withConnection { connection in
      try await withThrowingTaskGroup { group in
        let value = [UInt8](repeating: 1, count: 1 << 20)
        for _ in 0..<32 { group.addTask { try await connection.first(echo, value) ?? 0 } }
        return try await group.reduce(0, +)
      }
    }
    #expect(sum == 64 << 20)
  }

  /// libpq 14 to 16 write when a batch ends, and what calls itself a write has one of its own.
  /// While the loop is held up, the first answer comes;
  /// the large statement then fills the socket, which makes libpq read that answer; and the server
  /// makes room again before the flush, so that the flush itself has no reason to read.
  @Test("An answer that libpq reads while it sends is handed over without waiting for the next")
  func answersReadWhileSendingAreTaken() async throws {
    let slow = Statement<[UInt8], Int64>(
      "select length($1::bytea)::int8 from pg_sleep(1.5)",
      effect: .write,
      bind: { $1.bytea($0) },
      decode: { row throws(PostgresError) in try row.int8() })
    try await ServerUnderTest.withConnection { connection in
      _ = try await connection.rows(Statements.echo, 0)
      let loop = connection.loop
      async let quick: MonotonicTime = {
        _ = try await connection.rows(Statements.echo, 1)
        return MonotonicTime.now()
      }()
      async let late: MonotonicTime = {
        usleep(100_000)
        _ = try await connection.rows(slow, [UInt8](repeating: 1, count: 300_000))
        return MonotonicTime.now()
      }()
      async let pause: Void = {
        #expect(loop.isCurrent)
        usleep(200_000)
      }()
      await pause
      let (first, second) = try await (quick, late)
      #expect(second - first > .milliseconds(500))
    }
  }

  @Test func executeCountsRows() async throws {
    let counts = try await ServerUnderTest.withConnection { connection in
      try await connection.execute(Statements.createNumbers)
      let insert = Statement<Void, Void>(
        "insert into numbers select generate_series(1, 5)", effect: .write)
      let delete = Statement<Void, Void>("delete from numbers where n > 3", effect: .write)
      return try await [connection.execute(insert), connection.execute(delete)]
    }
    #expect(counts == [5, 2])
  }

  @Test func aCancelledTaskSendsNothing() async throws {
    let error = try await ServerUnderTest.withConnection { connection in
      let task = Task(executorPreference: connection.loop) {
        withUnsafeCurrentTask { $0?.cancel() }
        return await failure { try await connection.rows(Statements.echo, 1) }
      }
      return await task.value
    }
    #expect(error?.isCancelled == true)
  }

  @Test func slowStatementsAreReported() async throws {
    let events = Events()
    var policy = StatementPolicy.patient
    policy.slowAfter = .milliseconds(50)
    try await ServerUnderTest.withConnection(policy: policy, events: events) { connection in
      _ = try await connection.rows(Statements.sleepAndEcho, (0.06, 1))
    }
    #expect(events.count(\.isSlow) == 1)
  }

  @Test func aSlowStatementIsKnownByThePlaceWhereItIsWritten() async throws {
    let events = Events()
    var policy = StatementPolicy.patient
    policy.slowAfter = .zero
    try await ServerUnderTest.withConnection(policy: policy, events: events) { connection in
      _ = try await connection.rows(Statements.sleepAndEcho, (0, 1))
    }
    let names = events.all.compactMap(\.slowName)
    #expect(names.allSatisfy { $0.hasPrefix("Statements.swift:") }, "\(names)")
    #expect(!names.isEmpty)
  }
}
