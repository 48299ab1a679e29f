import EventLoop
import TestDatabase
import Testing

@testable import Postgres

/// A connection that is cut around COMMIT, by a relay that knows where that is on the wire.
@Suite(.serialized)
struct CommitTests {
  private static let create = Statement<Void, Void>("create table numbers (n int8)")

  /// What 20 transactions meet whose commits all go wrong in one way, and the rows afterwards.
  private func outcomes(
    of fault: TestRelay.Fault
  ) async throws -> (unknown: Int, rows: Int64?, cuts: Int) {
    let direct = try await TestDatabase.shared.makeDatabase()
    let relay = try TestRelay(before: direct)
    defer { relay.close() }
    let target = try ConnectionString(relay.conninfo(of: direct))
    let (unknown, rows) = try await ServerUnderTest.withPool(to: target) { pool in
      try await pool.execute(Self.create)
      var unknown = 0
      for number in 0..<20 as Range<Int64> {
        relay.fail(fault)
        let error = await failure {
          // Declared to be repeatable, and yet it must not be repeated.
          try await pool.transaction(TransactionMode(attemptsMax: 3)) {
            try await $0.execute(Statements.insertNumber, number)
          }
        }
        if error?.isUnknownOutcome == true, error?.isSafeToRetry == false { unknown += 1 }
      }
      return (unknown, try await pool.first(Statements.countNumbers))
    }
    return (unknown, rows, relay.cuts)
  }

  @Test("A commit that is lost is of unknown outcome, and nothing of it is there")
  func lostCommit() async throws {
    let (unknown, rows, cuts) = try await outcomes(of: .loseCommit)
    #expect(unknown == 20 && rows == 0 && cuts == 20)
  }

  @Test("A commit whose acknowledgement is lost is of unknown outcome, and is there once")
  func lostAcknowledgement() async throws {
    let (unknown, rows, cuts) = try await outcomes(of: .loseAcknowledgement)
    #expect(unknown == 20 && rows == 20 && cuts == 20)
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
