import Foundation
import Synchronization
import Testing
import UseCases

@testable import Pictures

@Suite struct DecoderQueueTests {
  /// Something that many tasks change.
  private final class Shared<Value: Sendable>: Sendable {
    private let value: Mutex<Value>
    init(_ value: Value) { self.value = Mutex(value) }
    var now: Value { value.withLock { $0 } }
    func change(_ body: @Sendable (inout Value) -> Void) { value.withLock { body(&$0) } }
  }

  @Test func onlySoManyAreInAtATime() async throws {
    let queue = DecoderQueue(places: 2, waitersMax: 100, waitMax: .seconds(60))
    let inside = Shared(0)
    let most = Shared(0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<40 {
        group.addTask {
          try await queue.enter()
          inside.change { $0 += 1 }
          let count = inside.now
          most.change { $0 = max($0, count) }
          await Task.yield()
          inside.change { $0 -= 1 }
          queue.leave()
        }
      }
      try await group.waitForAll()
    }
    #expect((1...2).contains(most.now))
    #expect(inside.now == 0)
    #expect(queue.length == 0)
  }

  @Test func theOneWhoWaitsLongestIsNext() async throws {
    let queue = DecoderQueue(places: 1, waitersMax: 9, waitMax: .seconds(60))
    try await queue.enter()
    let order = Shared<[Int]>([])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<5 {
        group.addTask {
          try await queue.enter()
          order.change { $0.append(number) }
          queue.leave()
        }
        try await eventually { queue.length == number + 1 }
      }
      queue.leave()
      try await group.waitForAll()
    }
    #expect(order.now == [0, 1, 2, 3, 4])
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

  @Test func formsWaitAndNotImages() async throws {
    let queue = DecoderQueue(places: 1, waitersMax: 9, waitMax: .seconds(60))
    try await queue.enter(images: 5)
    let order = Shared<[Int]>([])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<3 {
        group.addTask {
          try await queue.enter(images: 5)
          for _ in 0..<5 {
            order.change { $0.append(number) }
            await Task.yield()
          }
          queue.leave(images: 5)
        }
        try await eventually { queue.length == number + 1 }
      }
      queue.leave(images: 5)
      try await group.waitForAll()
    }
    #expect(order.now == [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2])
  }

  @Test("whoever would wait for longer than anybody waits is told so at once, and when to come")
  func anExpectedWaitThatIsTooLong() async throws {
    let queue = DecoderQueue(places: 2, waitersMax: 99, waitMax: .seconds(20))
    for _ in 0..<99 { queue.note(.seconds(4)) }
    try queue.check()
    for _ in 0..<2 { try await queue.enter(images: 5) }
    // Five of ten are done, more or less: ten seconds for two places.
    try queue.check()
    async let waiting: Void = queue.enter(images: 5)
    try await eventually { queue.length == 1 }
    // Ten more come before: twenty seconds and a bit.
    for _ in 0..<9 { queue.note(.seconds(5)) }
    let refusal = Failure.unavailable(retryAfterSeconds: 12)
    #expect(throws: refusal) { try queue.check() }
    await #expect(throws: refusal) { try await queue.enter(images: 5) }
    for _ in 0..<99 { queue.note(.milliseconds(100)) }
    try queue.check()
    queue.leave(images: 5)
    try await waiting
    for _ in 0..<2 { queue.leave(images: 5) }
    try await queue.enter(images: 1)
  }

  private func eventually(_ condition: () -> Bool) async throws {
    for _ in 0..<2_000 {
      if condition() { return }
      try await Task.sleep(for: .milliseconds(5))
    }
    Issue.record("it did not happen")
  }
}
