import EventLoop
import Synchronization
import Testing

/// A value that several tasks of a test change.
final class Shared<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>

  init(_ value: Value) { mutex = Mutex(value) }

  var value: Value { mutex.withLock { $0 } }

  @discardableResult
  func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    mutex.withLock { value in body(&value) }
  }
}

extension Shared<Int> {
  /// The next number, from 1.
  func count() -> Int {
    change { number in
      number += 1
      return number
    }
  }
}

/// Asks until the answer is true; the limit is longer than any fault here lasts.
func until(
  _ what: String, within limit: Duration = .seconds(30), _ condition: () async throws -> Bool
) async throws {
  let end = MonotonicTime.now().advanced(by: limit)
  while MonotonicTime.now() < end {
    if try await condition() { return }
    try await Task.sleep(for: .milliseconds(10))
  }
  Issue.record("not within \(limit): \(what)")
}
