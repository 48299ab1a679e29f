import EventLoop
import Foundation
import TestDatabase
import Testing

@testable import Postgres

/// Reads that are sent in one turn share a batch, which is a transaction of the server's: its
/// start is the same for all of them.
struct BatchTests {
  /// A number, and the start of the transaction in microseconds.
  private static let echoAndStart = Statement<Int64, [Int64]>(
    "select 100 / $1::int8, (extract(epoch from transaction_timestamp()) * 1e6)::int8",
    effect: .read,
    bind: { $1.int8($0) },
    decode: { row throws(PostgresError) in [try row.int8(), try row.int8()] })

  private static let startOfWrite = Statement<Int64, [Int64]>(
    "select 100 / $1::int8, (extract(epoch from transaction_timestamp()) * 1e6)::int8 -- a write",
    effect: .write,
    bind: { $1.int8($0) },
    decode: { row throws(PostgresError) in [try row.int8(), try row.int8()] })

  private static let copyNumbers = CopyStatement<Int64>(
    "copy numbers from stdin (format binary)", bind: { $1.int8($0) })

  /// All reads of a turn in one batch.
  private static let wide: StatementPolicy = {
    var policy = StatementPolicy.patient
    policy.batchStatementsMax = 1_000
    return policy
  }()

  /// What became of each divisor, all asked in one turn, those in `writes` as writes.
  private static func outcomes(
    _ divisors: [Int64], writes: Set<Int> = [], on connection: Connection
  ) async -> [Result<[Int64], PostgresError>] {
    await withTaskGroup { group in
      for (place, divisor) in divisors.enumerated() {
        group.addTask { () -> (Int, Result<[Int64], PostgresError>) in
          do throws(PostgresError) {
            let statement = writes.contains(place) ? startOfWrite : echoAndStart
            return (place, .success(try await connection.first(statement, divisor) ?? []))
          } catch {
            return (place, .failure(error))
          }
        }
      }
      let byPlace = await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
      return divisors.indices.compactMap { byPlace[$0] }
    }
  }

  private static func quotients(_ outcomes: [Result<[Int64], PostgresError>]) -> [Int64?] {
    outcomes.map { try? $0.get().first }
  }

  private static func starts(
    _ outcomes: some Sequence<Result<[Int64], PostgresError>>
  ) -> Set<Int64> {
    Set(outcomes.compactMap { try? $0.get().last })
  }

  @Test func readsOfOneTurnShareATransaction() async throws {
    let (first, second) = try await ServerUnderTest.withConnection(policy: Self.wide) {
      connection in
      let first = await Self.outcomes(Array(repeating: 5, count: 50), on: connection)
      return (first, await Self.outcomes(Array(repeating: 5, count: 50), on: connection))
    }
    #expect(Self.quotients(first + second) == Array(repeating: 20, count: 100))
    #expect(Self.starts(first).count == 1)
    #expect(Self.starts(second).count == 1)
    #expect(Self.starts(first + second).count == 2)
  }

  @Test func aBatchHasABound() async throws {
    var policy = StatementPolicy.patient
    policy.batchStatementsMax = 4
    let outcomes = try await ServerUnderTest.withConnection(policy: policy) { connection in
      await Self.outcomes(Array(repeating: 5, count: 20), on: connection)
    }
    let counts = Dictionary(grouping: outcomes.compactMap { try? $0.get().last }, by: \.self)
    #expect(counts.values.map(\.count) == [4, 4, 4, 4, 4])
  }

  @Test("Failures in a batch: each is seen by its own caller, and the rest is run all the same")
  func failuresStayAlone() async throws {
    let divisors: [Int64] = (0..<60).map { $0 % 7 == 3 ? 0 : $0 + 1 }
    let outcomes = try await ServerUnderTest.withConnection(policy: Self.wide) { connection in
      let outcomes = await Self.outcomes(divisors, on: connection)
      #expect(connection.isOpen)
      return outcomes
    }
    #expect(outcomes.count == 60)
    for (divisor, outcome) in zip(divisors, outcomes) {
      switch outcome {
      case .success(let row): #expect(row.first == (divisor == 0 ? nil : 100 / divisor))
      case .failure(let error): #expect(error.sqlState == (divisor == 0 ? "22012" : nil))
      }
    }
    // What came before the first failure was run with it, and all behind it on its own.
    #expect(Self.starts(outcomes.prefix(3)).count == 1)
    let successes = outcomes.count { (try? $0.get()) != nil }
    #expect(Self.starts(outcomes.dropFirst(3)).count == successes - 3)
    print("60 statements of one pipeline: \(60 - successes) fail, \(successes) are answered")
  }

  @Test("A read that fails with its prepare leaves the plan of the others to be made again")
  func unpreparedPlanIsMadeAgain() async throws {
    let broken = Statement<Void, Int64>(
      "select nothing from nowhere at all", effect: .read,
      decode: { row throws(PostgresError) in try row.int8() })
    let (error, outcomes) = try await ServerUnderTest.withConnection { connection in
      async let error = failure { try await connection.rows(broken) }
      async let outcomes = Self.outcomes([1, 2, 4], on: connection)
      return await (error, outcomes)
    }
    #expect(error?.sqlState?.hasPrefix("42") == true)
    #expect(Self.quotients(outcomes) == [100, 50, 25])
  }

  @Test("A write among reads has a transaction of its own, and a failing read does not undo it")
  func writesStayAlone() async throws {
    let outcomes = try await ServerUnderTest.withConnection { connection in
      await Self.outcomes([1, 0, 2, 4, 5, 0, 10], writes: [3], on: connection)
    }
    #expect(Self.quotients(outcomes) == [100, nil, 50, 25, 20, nil, 10])
    let write = Self.starts([outcomes[3]])
    #expect(write.count == 1)
    #expect(write.isDisjoint(with: Self.starts(outcomes[0...2] + outcomes[4...])))
  }

  @Test("A write that fails among reads fails alone")
  func failingWriteStaysAlone() async throws {
    let outcomes = try await ServerUnderTest.withConnection { connection in
      await Self.outcomes([1, 2, 0, 4, 5], writes: [2], on: connection)
    }
    #expect(Self.quotients(outcomes) == [100, 50, nil, 25, 20])
    #expect(Self.starts(outcomes.prefix(2)).count == 1)
    #expect(Self.starts(outcomes.suffix(2)).count == 1)
  }

  @Test("A session that ends within a batch fails all that was in flight, each once")
  func endOfSessionEndsAll() async throws {
    let farewell = Statement<Void, Bool>(
      "select pg_terminate_backend(pg_backend_pid())", effect: .read,
      decode: { row throws(PostgresError) in try row.bool() })
    let (error, outcomes) = try await ServerUnderTest.withConnection { connection in
      async let error = failure { try await connection.rows(farewell) }
      async let outcomes = Self.outcomes([0, 1, 2], on: connection)
      return await (error, outcomes)
    }
    #expect(error?.endsConnection == true)
    for outcome in outcomes {
      guard case .failure(let error) = outcome else {
        Issue.record("answered after the session's end")
        continue
      }
      #expect(error.endsConnection)
      #expect(error.isSafeToRetry)
    }
  }

  /// A loop that no test holds up.
  private static let otherLoop = Result { try EventLoop(label: "batches.other") }

  private static func terminate(_ process: Int32) async throws {
    let (loop, target) = (try otherLoop.get(), try ServerUnderTest.database())
    try await loop.run {
      let connection = try await Connection.connect(
        on: loop, to: target, deadline: .seconds(30), policy: .patient)
      defer { connection.close() }
      _ = try await connection.first(Statements.terminate, process)
    }
  }

  /// While the loop is held up the session ends. libpq takes the first write for sent, finds the
  /// farewell at the second, and the end only when it is to end the batch of the read for the
  /// third.
  @Test("Nobody who sends into a dead session is forgotten", .timeLimit(.minutes(1)))
  func deadSessionAnswersEverybody() async throws {
    let failures = try await ServerUnderTest.withConnection { connection in
      let process = try await connection.first(Statements.process) ?? 0
      async let slow = failure { try await connection.rows(Statements.sleepAndEcho, (30, 1)) }
      await connection.loop.nextTurn()
      async let outcomes = Self.outcomes([1, 1, 1, 1], writes: [0, 1, 3], on: connection)
      async let pause: Void = {
        let isGone = DispatchSemaphore(value: 0)
        Task.detached {
          try? await Self.terminate(process)
          isGone.signal()
        }
        isGone.wait()
      }()
      await pause
      return await (slow, outcomes)
    }
    #expect(failures.0?.endsConnection == true)
    #expect(Self.quotients(failures.1) == [nil, nil, nil, nil])
  }

  @Test("A script or a copy right after a read waits for the end of the read's batch")
  func scriptsWaitForTheBatch() async throws {
    let direct = try await TestDatabase.shared.makeDatabase()
    let relay = try TestRelay(before: direct)
    defer { relay.close() }
    let target = try ConnectionString(relay.conninfo(of: direct))
    let copied = try await ServerUnderTest.onLoop { loop in
      let connection = try await Connection.connect(
        on: loop, to: target, deadline: .seconds(30), policy: .patient)
      defer { connection.close() }
      try await connection.execute(Statements.createNumbers)
      relay.fail(.lateReadiness)
      for number in 0..<3 as Range<Int64> {
        #expect(try await connection.first(Statements.echo, number) == number)
        try await connection.script("select 1")
      }
      #expect(try await connection.first(Statements.echo, 5) == 5)
      return try await connection.copy(Self.copyNumbers, [1, 2, 3])
    }
    #expect(copied == 3)
  }

  @Test(
    "A pool gives reads to one connection, and to the next when that is nearly full",
    .timeLimit(.minutes(1)))
  func poolFillsBatches() async throws {
    let (few, many) = try await ServerUnderTest.withPool {
      $0.statements.batchStatementsMax = 3
      $0.sharedConnectionsMax = 4
    } _: { pool in
      func starts(of count: Int) async throws -> [Int32: Set<Int64>] {
        try await withThrowingTaskGroup { group in
          for _ in 0..<count {
            group.addTask { try await pool.first(Self.processAndStart) ?? (0, 0) }
          }
          return try await group.reduce(into: [:]) { $0[$1.0, default: []].insert($1.1) }
        }
      }
      // As many at once as want another.
      while try await starts(of: 120).count < 2 {}
      return (try await starts(of: 48), try await starts(of: 60))
    }
    // Of 64 slots.
    #expect(few.count == 1)
    #expect(few.values.first?.count == 16, "batches of three")
    #expect(many.count == 2)
  }

  private static let processAndStart = Statement<Void, (Int32, Int64)>(
    "select pg_backend_pid(), (extract(epoch from transaction_timestamp()) * 1e6)::int8",
    effect: .read,
    decode: { row throws(PostgresError) in (try row.int4(), try row.int8()) })
}
