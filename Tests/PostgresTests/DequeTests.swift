import TestDatabase
import Testing

@testable import Postgres

struct DequeTests {
  @Test func firstInIsFirstOut() {
    var deque = Deque<Int>()
    var expected: [Int] = []
    var taken: [Int] = []
    for number in 0..<1000 {
      deque.append(number)
      expected.append(number)
      if number % 3 != 0, let first = deque.popFirst() { taken.append(first) }
    }
    #expect(deque.count == 1000 - taken.count)
    while let first = deque.popFirst() { taken.append(first) }
    #expect(taken == expected)
    #expect(deque.isEmpty)
  }

  @Test func someCanBeTakenOutOfOrder() {
    var deque = Deque<Int>()
    for number in 0..<10 { deque.append(number) }
    _ = deque.popFirst()
    #expect(deque.removeAll { $0 % 2 == 0 } == [2, 4, 6, 8])
    #expect(deque.remaining == [1, 3, 5, 7, 9])
    #expect(deque.removeAll() == [1, 3, 5, 7, 9])
    #expect(deque.popFirst() == nil)
  }
}

struct RetryBudgetTests {
  @Test func oneOfTenAnswersPaysForARepetition() {
    var budget = RetryBudget(most: 64)
    var taken: [Int] = []
    for answers in [0, 9, 2, 10_000, 0] {
      for _ in 0..<answers { budget.earn() }
      var repetitions = 0
      while budget.take() { repetitions += 1 }
      taken.append(repetitions)
    }
    #expect(taken == [64, 0, 1, 64, 0])
  }
}

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

struct UTF8Tests {
  private func text(_ bytes: [UInt8]) -> String? { bytes.withUnsafeBytes { String(utf8: $0) } }

  @Test("UTF-8 is read as it is", arguments: ["", "a", "할인 중", "💸 9할", "\u{FFFD}", "a\0b"])
  func valid(_ original: String) {
    let long = String(repeating: original, count: 100)
    #expect(text(Array(original.utf8)) == original)
    #expect(text(Array(long.utf8)) == long)
  }

  @Test(
    "Bytes that are not UTF-8 are no text, wherever they stand",
    arguments: [
      [0x80], [0xC3], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF],
      // As many bytes as U+FFFD, by which the first of them is replaced.
      [0xE0, 0x80, 0x80], [0xEF, 0xBF],
    ] as [[UInt8]])
  func invalid(_ bytes: [UInt8]) {
    let around = Array("원가".utf8)
    #expect(text(bytes) == nil)
    #expect(text(around + bytes) == nil)
    #expect(text(around + bytes + around) == nil)
  }
}
