import Testing

@testable import Postgres

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
