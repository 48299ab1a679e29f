import Domain
import Synchronization
import Testing
import UseCases

@testable import App

struct PeriodicSweepTests {
  /// Away at first, then there.
  private final class Store: Housekeeping {
    private let left = Mutex(2)

    func sweep(at instant: Timestamp, historyDays: Int) async throws(Failure) -> Swept {
      let isAway = left.withLock { left in
        left -= 1
        return left >= 0
      }
      if isAway { throw .unavailable(retryAfterSeconds: 1) }
      return Swept(images: 1, answers: 2)
    }
  }

  @Test func anOutageEndsOneSweepAndNotTheNext() async throws {
    let (events, continuation) = AsyncStream.makeStream(of: ApplicationEvent.self)
    let sweep = PeriodicSweep(housekeeping: Store(), interval: .milliseconds(120)) {
      continuation.yield($0)
    }
    let task = Task { await sweep.run() }
    var told: [String] = []
    for await event in events {
      switch event {
      case .swept(let swept): told.append("\(swept.images) and \(swept.answers)")
      case .sweepFailed: told.append("failed")
      default: told.append("\(event)")
      }
      if told.count == 4 { break }
    }
    task.cancel()
    await task.value
    #expect(told == ["failed", "failed", "1 and 2", "1 and 2"])
  }
}
