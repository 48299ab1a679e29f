import EventLoop

/// Lets a few callers at a time do something with a pool, of each key one, and the others wait
/// their turn: so that a crowd which wants the same row does not hold all connections while it
/// waits for the lock, and is not refused because it is a crowd.
///
/// Use it on its loop only. Mutable state is touched there only, which `@unchecked Sendable`
/// promises.
public final class KeyedQueue: @unchecked Sendable {
  private struct Waiter {
    let since: MonotonicTime
    let continuation: UnsafeContinuation<Void, Never>
  }

  private let loop: EventLoop
  private let runningMax: Int
  private let waitingMax: Int
  private let patience: Duration
  private var running: Set<Int64> = []
  private var waiting: [Int64: Deque<Waiter>] = [:]
  private var waitingCount = 0
  /// Keys with waiting callers and none that runs, in the order of arrival.
  private var ready = Deque<Int64>()

  /// - Parameters:
  ///   - pool: whose loop it lives on.
  ///   - runningMax: callers at a time; at least 1.
  ///   - waitingMax: how many other callers may wait.
  ///   - patience: how long; who waited longer is refused when the turn comes.
  public convenience init(
    of pool: Pool, runningMax: Int = 2, waitingMax: Int = 1_000, patience: Duration = .seconds(5)
  ) {
    self.init(
      on: pool.loop, runningMax: runningMax, waitingMax: waitingMax, patience: patience)
  }

  init(on loop: EventLoop, runningMax: Int, waitingMax: Int, patience: Duration) {
    self.loop = loop
    self.runningMax = max(1, runningMax)
    self.waitingMax = waitingMax
    self.patience = patience
  }

  /// Runs `body` when it is its turn.
  ///
  /// - Throws: what `body` throws; `PostgresError` `.poolExhausted` when too many wait or it took
  ///   too long, and `.cancelled` for a task that was cancelled meanwhile.
  public func callAsFunction<Value: Sendable>(
    _ key: Int64, _ body: () async throws -> Value
  ) async throws -> Value {
    loop.preconditionCurrent()
    let since = loop.now
    if !begin(key) {
      guard waitingCount < waitingMax else { throw PostgresError(.poolExhausted) }
      await withUnsafeContinuation { continuation in
        // Looked at again: others may have run before the suspension was complete.
        if begin(key) { return continuation.resume() }
        wait(key, Waiter(since: since, continuation: continuation))
      }
    }
    defer { end(key) }
    guard !Task.isCancelled else { throw PostgresError(.cancelled) }
    guard since.advanced(by: patience) >= loop.now else { throw PostgresError(.poolExhausted) }
    return try await body()
  }

  /// Callers that wait.
  var waiters: Int { waitingCount }

  private func begin(_ key: Int64) -> Bool {
    guard running.count < runningMax, ready.isEmpty, waiting[key] == nil, !running.contains(key)
    else { return false }
    running.insert(key)
    return true
  }

  private func wait(_ key: Int64, _ waiter: Waiter) {
    if waiting[key] == nil {
      waiting[key] = Deque()
      if !running.contains(key) { ready.append(key) }
    }
    waiting[key]?.append(waiter)
    waitingCount += 1
  }

  private func end(_ key: Int64) {
    running.remove(key)
    if waiting[key] != nil { ready.append(key) }
    while running.count < runningMax, let next = ready.popFirst() {
      guard let waiter = waiting[next]?.popFirst() else { continue }
      if waiting[next]?.isEmpty == true { waiting[next] = nil }
      waitingCount -= 1
      running.insert(next)
      waiter.continuation.resume()
    }
  }
}
