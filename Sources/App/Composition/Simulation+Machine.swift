import EventLoop
import LocalPostgres
import Postgres
import Web

extension Simulation.Machine {
  /// Of this process. Pools count for it whose `StatementPolicy.isTallied` is set.
  static let here = Simulation.Machine(
    // The loop goes on: it is a timer of the system that wakes the task. Of a client that has left,
    // at once.
    pause: { try? await Task.sleep(for: $0) },
    nanoseconds: { MonotonicTime.now().nanoseconds },
    random: { .random(in: .min ... .max) },
    watchDatabase: { answer in
      let tally = StatementTally()
      let response = await StatementTally.$current.withValue(tally) { await answer() }
      return (response, DatabaseTime(tally))
    })
}

extension DatabaseTime {
  fileprivate init(_ tally: StatementTally) {
    self.init(
      statements: tally.statements, spent: tally.spent.wholeNanoseconds,
      first: tally.first?.nanoseconds ?? 0, last: tally.last?.nanoseconds ?? 0)
  }
}
