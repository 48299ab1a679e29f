import Domain
import Operations
import Synchronization
import Testing
import Transport
import UseCases
import Web

@testable import App

struct SearchCountingTests {
  /// Away at first, then there.
  private final class Store: SearchTrendRepository {
    let counted = Mutex<[CountedSearch]>([])
    private let isAway = Mutex(true)

    func count(_ searches: [CountedSearch], at instant: Timestamp) async throws(Failure) {
      let wasAway = isAway.withLock { isAway in
        defer { isAway = false }
        return isAway
      }
      if wasAway { throw .unavailable(retryAfterSeconds: 1) }
      counted.withLock { $0 += searches }
    }

    func trending(at instant: Timestamp) async throws(Failure) -> TrendingQueries { .none }
  }

  /// Takes everything, with the instant that it is told.
  private final class Instants: SearchTrendRepository {
    let all = Mutex<[Timestamp]>([])

    func count(_ searches: [CountedSearch], at instant: Timestamp) async throws(Failure) {
      all.withLock { $0.append(instant) }
    }

    func trending(at instant: Timestamp) async throws(Failure) -> TrendingQueries { .none }
  }

  @Test("what was searched for before midnight counts on that day, also when it is written later")
  func midnight() async throws {
    let midnight = try #require(Timestamp(rfc3339: "2026-03-02T00:00:00Z"))
    func after(_ microseconds: Int64) -> Timestamp {
      Timestamp(clamping: midnight.microseconds + microseconds)
    }
    let (collected, store) = (CollectedSearches(), Instants())
    let device = SixteenBytes(high: 1, low: 2)
    for instant in [after(-1_000_000), after(500_000)] {
      collected.take(CountedSearch(query: "컵", device: device, at: instant))
    }
    let now = after(1_000_000)
    await SearchCounting(collected, in: store, now: { now }) { _ in }.count()
    #expect(store.all.withLock { $0.sorted() } == [after(-1), now])
  }

  private static func search(_ query: String) -> CountedSearch {
    CountedSearch(query: query, device: SixteenBytes(high: 1, low: 2), at: .now)
  }

  @Test("what cannot be counted is told, and what comes later is counted")
  func counting() async throws {
    let (events, continuation) = AsyncStream.makeStream(of: ApplicationEvent.self)
    let (collected, store) = (CollectedSearches(), Store())
    let counting = SearchCounting(collected, in: store, interval: .milliseconds(20)) {
      continuation.yield($0)
    }
    collected.take(Self.search("lost"))
    let task = Task { await counting.run() }
    var lost: Int?
    for await case .searchesUncounted(let count) in events {
      lost = count
      break
    }
    #expect(lost == 1)
    collected.take(Self.search("kept"))
    task.cancel()
    await task.value
    await counting.count()
    #expect(store.counted.withLock { $0.map(\.query) } == ["kept"])
  }
}
