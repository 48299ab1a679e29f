import EventLoop
import TestDatabase
import Testing

@testable import Postgres

/// A connection that is cut around COMMIT, by a relay that knows where that is on the wire.
@Suite(.serialized)
struct CommitTests {
  private static let create = Statement<Void, Void>("create table numbers (n int8)", effect: .write)

  /// What became of writes that all went wrong in one way.
  private struct Outcomes: Equatable {
    /// Those of which nobody was told that they failed, or may be repeated.
    var unknown = 0
    /// In the table, afterwards.
    var rows: Int64?
    var cuts = 0
  }

  /// What becomes of 20 writes through a relay, which a pooler may stand before.
  private func outcomes(
    of fault: TestRelay.Fault, isPooled: Bool,
    _ write: @escaping @Sendable (Pool, Int64) async throws -> Void
  ) async throws -> Outcomes {
    let direct = try await TestDatabase.shared.makeDatabase()
    let relay = try TestRelay(before: direct)
    defer { relay.close() }
    let relayed = relay.conninfo(of: direct)
    let bouncer = isPooled ? try await TestBouncer(before: relayed) : nil
    defer { bouncer?.stop() }
    let target = try ConnectionString(bouncer?.conninfo(of: relayed) ?? relayed)
    var outcomes = Outcomes()
    (outcomes.unknown, outcomes.rows) = try await ServerUnderTest.withPool(to: target) { pool in
      try await pool.execute(Self.create)
      var unknown = 0
      for number in 0..<20 as Range<Int64> {
        relay.fail(fault)
        let error = await failure { try await write(pool, number) }
        if error?.isOutcomeUnknown == true, error?.isSafeToRetry == false { unknown += 1 }
      }
      return (unknown, try await pool.first(Statements.countNumbers))
    }
    outcomes.cuts = relay.cuts
    return outcomes
  }

  /// Declared to be repeatable, and yet they must not be repeated.
  private func outcomesOfCommits(
    _ fault: TestRelay.Fault, isPooled: Bool
  ) async throws -> Outcomes {
    try await outcomes(of: fault, isPooled: isPooled) { pool, number in
      _ = try await pool.transaction(TransactionMode(attemptsMax: 3)) {
        try await $0.execute(Statements.insertNumber, number)
      }
    }
  }

  @Test(
    "A commit that is lost is of unknown outcome, and nothing of it is there",
    arguments: [false, true])
  func lostCommit(isPooled: Bool) async throws {
    let outcomes = try await outcomesOfCommits(.loseCommit, isPooled: isPooled)
    #expect(outcomes == Outcomes(unknown: 20, rows: 0, cuts: 20))
  }

  @Test(
    "A commit whose acknowledgement is lost is of unknown outcome, and is there once",
    arguments: [false, true])
  func lostAcknowledgement(isPooled: Bool) async throws {
    let outcomes = try await outcomesOfCommits(.loseAcknowledgement, isPooled: isPooled)
    #expect(outcomes == Outcomes(unknown: 20, rows: 20, cuts: 20))
  }

  @Test(
    "A write outside transactions whose answer is lost is of unknown outcome, and is there once",
    arguments: [false, true])
  func lostInsertion(isPooled: Bool) async throws {
    let outcomes = try await outcomes(of: .loseInsertion, isPooled: isPooled) { pool, number in
      _ = try await pool.execute(Statements.insertNumber, number)
    }
    #expect(outcomes == Outcomes(unknown: 20, rows: 20, cuts: 20))
  }

  @Test("When the network swallows everything, deadlines hold, and all is well after it is back")
  func deadNetwork() async throws {
    let direct = try TestDatabase.shared.conninfo()
    let relay = try TestRelay(before: direct)
    defer { relay.close() }
    let target = try ConnectionString(relay.conninfo(of: direct))
    try await ServerUnderTest.withPool(
      to: target,
      { configuration in
        configuration.statements = StatementPolicy()
        configuration.waitingDeadline = .milliseconds(500)
        configuration.connectDeadline = .seconds(2)
      }
    ) { pool in
      _ = try await until { try await pool.first(Statements.echo, 1) }
      relay.fail(.silence)
      let start = pool.loop.now
      let errors = await withTaskGroup { group in
        for number in 0..<64 as Range<Int64> {
          group.addTask { await failure { try await pool.rows(Statements.echo, number) } }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      let took = pool.loop.now - start
      #expect(errors.allSatisfy { $0?.isSafeToRetry == true })
      print("dead network: 64 reads refused within \(took)")
      #expect(took < .seconds(6))
      relay.fail(nil)
      let back = pool.loop.now
      _ = try await until { try await pool.first(Statements.echo, 2) }
      print("dead network: back after \(pool.loop.now - back)")
      #expect(pool.loop.now - back < .seconds(10))
    }
  }

  /// Asks until there is an answer; each refusal takes its own time.
  private func until<Value>(_ ask: () async throws -> Value) async throws -> Value {
    for _ in 0..<200 {
      if let value = try? await ask() { return value }
    }
    return try await ask()
  }
}
