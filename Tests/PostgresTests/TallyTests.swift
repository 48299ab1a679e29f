import TestDatabase
import Testing

@testable import Postgres

/// Statements are counted for those who measure, and for nobody else.
@Suite struct TallyTests {
  private static func tally(
    isTallied: Bool = true, _ body: @escaping @Sendable (Pool) async throws -> Void
  ) async throws -> (statements: Int, spent: Duration, isTimed: Bool) {
    try await ServerUnderTest.withPool {
      $0.statements.isTallied = isTallied
    } _: { pool in
      let tally = StatementTally()
      try await StatementTally.$current.withValue(tally) { try await body(pool) }
      return (tally.statements, tally.spent, tally.first != nil)
    }
  }

  @Test func statementsAndCommitsCount() async throws {
    let tally = try await Self.tally { pool in
      _ = try await pool.rows(Statements.sleepAndEcho, (0.1, 1))
      try await pool.transaction { transaction in
        _ = try await transaction.rows(Statements.sleepAndEcho, (0.1, 1))
      }
    }
    #expect(tally.statements == 3)
    #expect(tally.spent >= .milliseconds(200))
  }

  @Test func whatRunsAtTheSameTimeTakesTheTimeOnce() async throws {
    let tally = try await Self.tally { pool in
      async let one = pool.rows(Statements.sleepAndEcho, (0.1, 1))
      async let other = pool.rows(Statements.sleepAndEcho, (0.1, 1))
      _ = try await (one, other)
    }
    #expect(tally.statements == 2)
  }

  @Test func whoDoesNotMeasureCountsNothing() async throws {
    let tally = try await Self.tally(isTallied: false) { pool in
      _ = try await pool.rows(Statements.sleepAndEcho, (0.1, 1))
    }
    #expect(tally.statements == 0)
    #expect(!tally.isTimed)
  }
}
