import Domain
import Fakes
import Synchronization
import Testing
import UseCases

@testable import App

/// Likes are counted while a server runs, and an outage is made up for.
struct PeriodicCountingTests {
  @Test func likesAreCountedAgainAndAgain() async throws {
    let store = FakeStore()
    let shop = try await LikeShop(store.ports)
    let device = try await shop.device(1)
    let counting = PeriodicCounting(likes: store, search: store, interval: .milliseconds(5))
    let task = Task { await counting.run() }
    for (number, isLiked) in [true, false, true].enumerated() {
      try await shop.apply(
        LikeShop.tap(UInt8(number), shop.id(0), isLiked, at: Int64(number)), by: device)
      var count: Int?
      for _ in 0..<400 where count != (isLiked ? 1 : 0) {
        try await Task.sleep(for: .milliseconds(5))
        count = try await store.ports.products.find(shop.id(0))?.summary.likeCount
      }
      #expect(count == (isLiked ? 1 : 0))
    }
    task.cancel()
    await task.value
  }
}
