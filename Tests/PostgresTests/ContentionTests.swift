import EventLoop
import TestDatabase
import Testing

@testable import Postgres

/// Many who want the same: rows, sessions, plans.
@Suite(.serialized)
struct ContentionTests {
  private static let take = Statement<Int64, Void>(
    "update stock set left_over = left_over - 1 where id = $1 and left_over >= 1", effect: .write,
    bind: { $1.int8($0) })

  private static let look = Statement<Int64, Int64>(
    "select left_over from stock where id = $1", effect: .read, bind: { $1.int8($0) },
    decode: { row throws(PostgresError) in try row.int8() })

  private static let set = Statement<(Int64, Int64), Void>(
    "update stock set left_over = $2 where id = $1", effect: .write,
    bind: {
      $1.int8($0.0)
      $1.int8($0.1)
    })

  private static let leftOver = Statement<Void, [Int64]>(
    "select min(left_over), sum(left_over)::int8 from stock", effect: .read,
    decode: { row throws(PostgresError) in [try row.int8(), try row.int8()] })

  private static let makeStock = Statement<Void, Void>(
    "create table stock as select id::int8, 900::int8 as left_over from generate_series(1, 10) id",
    effect: .write)

  private static let soonerDeadlock = """
    do $$ begin
      execute format('alter database %I set deadlock_timeout = %L', current_database(), '20ms');
    end $$
    """

  private static let makeWords = Statement<Void, Void>(
    "create table words as select 'one'::text as v", effect: .write)

  private static func withStock<Value: Sendable>(
    _ body: @escaping @Sendable (Pool) async throws -> Value
  ) async throws -> Value {
    let target = try await ServerUnderTest.freshDatabase()
    return try await ServerUnderTest.withPool(
      to: target,
      {
        $0.exclusiveConnectionsMax = 8
        $0.waitingFactor = 16
      }
    ) { pool in
      try await pool.execute(makeStock)
      try await pool.execute(
        Statement<Void, Void>("alter table stock add primary key (id)", effect: .write))
      return try await body(pool)
    }
  }

  /// Reads, decides and writes: only `serializable` and repetition make that right.
  private static func takeByDecision(_ id: Int64, _ pool: Pool) async throws -> Int {
    var mode = TransactionMode.serializable
    mode.attemptsMax = 100
    return try await pool.transaction(mode) { transaction in
      let left = try await transaction.first(look, id) ?? 0
      guard left >= 1 else { return 0 }
      return try await transaction.execute(set, (id, left - 1))
    }
  }

  @Test("10,000 concurrent changes of 10 stocks of 900: none is sold that is not there")
  func nothingIsOversold() async throws {
    let (sold, failed, left) = try await Self.withStock { pool in
      let next = Shared(0)
      let (sold, failed) = await withTaskGroup { group in
        for _ in 0..<32 {
          group.addTask {
            var (sold, failed) = (0, 0)
            while case let number = next.count(), number <= 10_000 {
              let id = Int64(number % 10 + 1)
              do {
                sold +=
                  number % 20 == 0
                  ? try await Self.takeByDecision(id, pool)
                  : try await pool.execute(Self.take, id)
              } catch { failed += 1 }
            }
            return (sold, failed)
          }
        }
        return await group.reduce((0, 0)) { ($0.0 + $1.0, $0.1 + $1.1) }
      }
      return (sold, failed, try await pool.first(Self.leftOver))
    }
    #expect(failed == 0)
    #expect(left == [0, 0])
    #expect(sold == 9_000)
  }

  @Test("Whoever has waited for a lock in vain is told so, and does not wait again")
  func lockTimeoutsAreNotRepeated() async throws {
    try await Self.withStock { pool in
      let mode = TransactionMode(attemptsMax: 3)
      let attempts = Shared(0)
      try await pool.transaction { holder in
        _ = try await holder.execute(Self.take, 1)
        let error = await failure {
          try await Task.detached(executorPreference: pool.loop) {
            try await pool.transaction(mode) { transaction in
              _ = attempts.count()
              _ = try await transaction.execute(Self.take, 1)
            }
          }.value
        }
        #expect(error?.sqlState == "55P03")
      }
      #expect(attempts.value == 1)
    }
  }

  @Test("Two transactions that lock each other out both succeed when they may be repeated")
  func deadlockIsRepeated() async throws {
    let runs = try await Self.withStock { pool in
      // One who waits for a lock looks for a deadlock after this time.
      try await pool.transaction { try await $0.script(Self.soonerDeadlock) }
      let runs = Shared(0)
      let arrived = Shared(Set<Int64>())
      try await withThrowingTaskGroup { group in
        for first in [1, 2] as [Int64] {
          group.addTask {
            try await pool.transaction(TransactionMode(attemptsMax: 5)) { transaction in
              runs.change { $0 += 1 }
              try await transaction.execute(Self.take, first)
              arrived.change { _ = $0.insert(first) }
              // In the first round nobody goes on before both hold their row.
              while arrived.value.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
              try await transaction.execute(Self.take, 3 - first)
            }
          }
        }
        try await group.waitForAll()
      }
      let left = try await pool.first(Self.leftOver)
      #expect(left == [898, 8_996])
      return runs.value
    }
    #expect(runs > 2)
  }

  @Test("A column's type that changes under 5,000 reads, and plans that vanish: none fails")
  func plansAreRenewedUnderLoad() async throws {
    let value = Statement<Void, String>(
      "select v from words", effect: .read, decode: { row throws(PostgresError) in try row.text() })
    // Effects are declared so that it meets the connections that reads share.
    let forget = Statement<Void, Void>("deallocate all", effect: .read)
    let types = [
      Statement<Void, Void>("alter table words alter v type varchar(20)", effect: .write),
      Statement<Void, Void>("alter table words alter v type text", effect: .write),
    ]
    let target = try await ServerUnderTest.freshDatabase()
    let failed = try await ServerUnderTest.withPool(to: target) { pool in
      try await pool.execute(Self.makeWords)
      let next = Shared(0)
      return await withTaskGroup { group in
        for _ in 0..<16 {
          group.addTask {
            var failed = 0
            while case let number = next.count(), number <= 5_000 {
              do {
                if number % 250 == 0 { try await pool.execute(types[number / 250 % 2]) }
                if number % 110 == 0 { try await pool.execute(forget) }
                if try await pool.first(value) != "one" { failed += 1 }
              } catch { failed += 1 }
            }
            return failed
          }
        }
        return await group.reduce(0, +)
      }
    }
    #expect(failed == 0)
  }
}
