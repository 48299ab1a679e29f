import EventLoop
import Synchronization
import Testing

@testable import Postgres

/// A crowd takes turns: of one key one at a time, of all a few, in order, and nobody is lost.
@Suite struct KeyedQueueTests {
  /// What was going on at the same time.
  private final class Witness: Sendable {
    private let state = Mutex<(now: [Int64], most: Int, order: [Int])>(([], 0, []))

    /// Whether another one of this key was going on.
    func begin(_ key: Int64, _ number: Int) -> Bool {
      state.withLock { state in
        let isAlone = !state.now.contains(key)
        state.now.append(key)
        state.most = max(state.most, state.now.count)
        state.order.append(number)
        return isAlone
      }
    }

    func end(_ key: Int64) {
      state.withLock { state in
        if let index = state.now.firstIndex(of: key) { state.now.remove(at: index) }
      }
    }

    var most: Int { state.withLock(\.most) }
    var order: [Int] { state.withLock(\.order) }
  }

  private static func queue(
    _ loop: EventLoop, running: Int = 2, waiting: Int = 1_000, patience: Duration = .seconds(30)
  ) -> KeyedQueue {
    KeyedQueue(on: loop, runningMax: running, waitingMax: waiting, patience: patience)
  }

  @Test("of a key one goes on at a time, of all as many as may, and everybody has a turn")
  func crowd() async throws {
    let loop = try EventLoop(label: "turns")
    let witness = Witness()
    let alone = try await loop.run {
      let queue = Self.queue(loop)
      return try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<200 {
          let key = Int64(number % 3)
          group.addTask(executorPreference: loop) {
            try await queue(key) {
              let isAlone = witness.begin(key, number)
              for _ in 0..<number % 5 { await Task.yield() }
              witness.end(key)
              return isAlone
            }
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
    }
    #expect(alone == Array(repeating: true, count: 200))
    #expect(witness.most == 2)
  }

  @Test func callersOfOneKeyComeInTheirOrder() async throws {
    let loop = try EventLoop(label: "turns")
    let witness = Witness()
    try await loop.run {
      let queue = Self.queue(loop)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<20 {
          group.addTask(executorPreference: loop) {
            try await queue(7) {
              _ = witness.begin(7, number)
              await Task.yield()
              witness.end(7)
            }
          }
        }
        try await group.waitForAll()
      }
    }
    #expect(witness.order == Array(0..<20))
  }

  @Test func whoFailsLeavesTheTurnToTheNext() async throws {
    struct Mishap: Error {}
    let loop = try EventLoop(label: "turns")
    let isNext = try await loop.run {
      let queue = Self.queue(loop, running: 1)
      do {
        try await queue(1) { throw Mishap() }
      } catch is Mishap {}
      return try await queue(1) { true }
    }
    #expect(isNext)
  }

  @Test("more than may wait are refused at once, and who waited too long when the turn comes")
  func refusals() async throws {
    let loop = try EventLoop(label: "turns")
    let refused = try await loop.run {
      let queue = Self.queue(loop, running: 1, waiting: 1, patience: .milliseconds(1))
      return try await queue(1) {
        let waiting = Task(executorPreference: loop) { try await queue(2) { true } }
        while queue.waiters == 0 { await Task.yield() }
        let isRefused = (try? await queue(3) { true }) == nil
        try await Task.sleep(for: .milliseconds(50))
        return (isRefused, waiting)
      }
    }
    #expect(refused.0)
    await #expect(throws: PostgresError.self) { try await refused.1.value }
  }
}
