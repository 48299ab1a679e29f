import Domain
import Fakes
import Synchronization
import Testing
import UseCases
import Web

@testable import App

/// Likes are counted and changes numbered while a server runs, and an outage is made up for.
struct PeriodicCountingTests {
  @Test func likesAreCountedAgainAndAgain() async throws {
    let store = FakeStore()
    let shop = try await LikeShop(store.ports)
    let device = try await shop.device(1)
    let counting = PeriodicCounting(
      likes: store, search: store, changes: MarkedShop(), interval: .milliseconds(5)
    ) { _ in }
    let task = Task { await counting.run() }
    for (number, isLiked) in [true, false, true].enumerated() {
      try await shop.apply(
        LikeShop.tap(UInt8(number), shop.id(0), isLiked, at: Int64(number)), by: device)
      var count: Int?
      for _ in 0..<400 where count != (isLiked ? 1 : 0) {
        try await Task.sleep(for: .milliseconds(5))
        count = try await store.ports.products.find(shop.id(0))?.cell.likeCount
      }
      #expect(count == (isLiked ? 1 : 0))
    }
    task.cancel()
    await task.value
  }

  @Test("The time between two counts and that of an answer in memory are less than two seconds")
  func shownSoon() {
    let store = FakeStore()
    let counting = PeriodicCounting(likes: store, search: store, changes: MarkedShop()) { _ in }
    let kept = Duration.microseconds(AnswerMemory<Int>.validFor)
    #expect(counting.interval + kept < .seconds(2))
  }

  @Test("Changes are numbered until none is left, and an idle shop is only looked at")
  func changesAreNumbered() async throws {
    let store = FakeStore()
    let shop = MarkedShop(marks: 50)
    let (published, publish) = AsyncStream.makeStream(of: ChangeBacklog.self)
    let counting = PeriodicCounting(
      likes: store, search: store, changes: shop, interval: .milliseconds(5)
    ) { publish.yield($0) }
    let task = Task { await counting.run() }
    var waiting: [Int] = []
    for await backlog in published.prefix(3) { waiting.append(backlog.marks) }
    task.cancel()
    await task.value
    #expect(waiting == [50, 0, 0])
    #expect(shop.calls == 3)
  }

  @Test("A restored shop begins a new era at once, and not at its first change")
  func aMovedShop() async throws {
    let store = FakeStore()
    let shop = MarkedShop(hasMoved: true)
    let (published, publish) = AsyncStream.makeStream(of: ChangeBacklog.self)
    let counting = PeriodicCounting(
      likes: store, search: store, changes: shop, interval: .milliseconds(5)
    ) { publish.yield($0) }
    let task = Task { await counting.run() }
    var moved: [Bool] = []
    for await backlog in published.prefix(3) { moved.append(backlog.hasMoved) }
    task.cancel()
    await task.value
    #expect(moved == [true, false, false])
    #expect(shop.calls == 1)
  }

  @Test("A restored shop begins a new era before anything is counted")
  func eraBeforeCounts() async throws {
    let store = FakeStore()
    let shop = try await LikeShop(store.ports)
    let tap = LikeShop.tap(1, shop.id(0), true, at: 1)
    try await shop.apply(tap, by: try await shop.device(1))
    let (numbered, number) = AsyncStream.makeStream(of: Int?.self)
    let restored = MarkedShop(hasMoved: true) {
      number.yield(try? await store.ports.products.find(tap.productID)?.cell.likeCount)
    }
    let counting = PeriodicCounting(
      likes: store, search: store, changes: restored, interval: .milliseconds(5)
    ) { _ in }
    let task = Task { await counting.run() }
    var counts = numbered.makeAsyncIterator()
    #expect(await counts.next() == 0)
    task.cancel()
    await task.value
  }
}

/// Marks that are numbered some at a time.
private final class MarkedShop: ChangeNumbering {
  private let state: Mutex<(marks: Int, hasMoved: Bool, calls: Int)>
  private let onNumber: @Sendable () async -> Void

  init(
    marks: Int = 0, hasMoved: Bool = false, onNumber: @escaping @Sendable () async -> Void = {}
  ) {
    state = Mutex((marks, hasMoved, 0))
    self.onNumber = onNumber
  }

  var calls: Int { state.withLock(\.calls) }

  func markScheduled() async throws(Failure) {}

  func numberChanges() async throws(Failure) -> Int {
    await onNumber()
    return state.withLock { state in
      let taken = min(state.marks, 20)
      state.marks -= taken
      state.hasMoved = false
      state.calls += 1
      return taken
    }
  }

  func changeBacklog() async throws(Failure) -> ChangeBacklog {
    state.withLock { state in
      ChangeBacklog(marks: state.marks, age: .zero, lastNumber: 0, hasMoved: state.hasMoved)
    }
  }
}
