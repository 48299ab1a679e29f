import EventLoop
import Testing

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
