import Foundation
import Testing
import UseCases

@testable import App

@Suite struct DecoderQueueTests {
  @Test func onlySoManyAreInAtATime() async throws {
    let queue = DecoderQueue(places: 2, waitersMax: 100, waitMax: .seconds(60))
    let counts = Guarded((inside: 0, most: 0))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<40 {
        group.addTask {
          try await queue.enter()
          counts.withLock { counts in
            counts.inside += 1
            counts.most = max(counts.most, counts.inside)
          }
          await Task.yield()
          counts.withLock { $0.inside -= 1 }
          queue.leave()
        }
      }
      try await group.waitForAll()
    }
    #expect(counts.withLock { $0.most } <= 2 && counts.withLock { $0.inside } == 0)
    #expect(queue.length == 0)
  }

  @Test func theOneWhoWaitsLongestIsNext() async throws {
    let queue = DecoderQueue(places: 1, waitersMax: 9, waitMax: .seconds(60))
    try await queue.enter()
    let order = Guarded<[Int]>([])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<5 {
        group.addTask {
          try await queue.enter()
          order.withLock { $0.append(number) }
          queue.leave()
        }
        try await eventually { queue.length == number + 1 }
      }
      queue.leave()
      try await group.waitForAll()
    }
    #expect(order.withLock { $0 } == [0, 1, 2, 3, 4])
  }

  @Test func aLineThatIsTooLongIsRefusedAtOnce() async throws {
    let queue = DecoderQueue(places: 1, waitersMax: 1, waitMax: .seconds(60))
    try await queue.enter()
    async let waiting: Void = queue.enter()
    try await eventually { queue.length == 1 }
    await #expect(throws: Failure.unavailable(retryAfterSeconds: 5)) { try await queue.enter() }
    queue.leave()
    try await waiting
    queue.leave()
    try await queue.enter()
  }

  @Test func aLineThatDoesNotMoveIsGivenUp() async throws {
    let queue = DecoderQueue(places: 1, waitersMax: 9, waitMax: .milliseconds(50))
    try await queue.enter()
    await #expect(throws: Failure.unavailable(retryAfterSeconds: 5)) { try await queue.enter() }
    #expect(queue.length == 0)
    // The place is still there for whoever comes next.
    queue.leave()
    try await queue.enter()
  }

  private func eventually(_ condition: () -> Bool) async throws {
    for _ in 0..<2_000 {
      if condition() { return }
      try await Task.sleep(for: .milliseconds(5))
    }
    Issue.record("it did not happen")
  }
}
