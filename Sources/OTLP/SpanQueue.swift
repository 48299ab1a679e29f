import Synchronization

/// Spans of one process that wait to be exported. Adding one never waits.
///
/// It is emptied once a second, so its bound is also the number of spans that a process exports per
/// second: callers choose by a flag which requests are recorded, and must not choose the cost.
package final class SpanQueue: Sendable {
  /// Some hundred requests; each span has some hundred bytes to a few thousand.
  package static let spansMax = 2_048

  private struct State {
    var waiting: [FinishedSpan] = []
    var dropped = 0
  }

  private let spansMax: Int
  private let state = Mutex(State())

  package init(spansMax: Int = SpanQueue.spansMax) { self.spansMax = spansMax }

  /// Whether the next span is taken.
  package var hasRoom: Bool { state.withLock { $0.waiting.count < spansMax } }

  /// Takes a span, or drops it when the queue is full; then it is not even made.
  package func append(_ make: @autoclosure () -> FinishedSpan) {
    guard hasRoom else { return state.withLock { $0.dropped += 1 } }
    let span = make()
    state.withLock { state in
      guard state.waiting.count < spansMax else {
        state.dropped += 1
        return
      }
      state.waiting.append(span)
    }
  }

  /// All waiting spans, the oldest first, and how many were dropped since the last call.
  func takeAll() -> (spans: [FinishedSpan], dropped: Int) {
    state.withLock { state in
      defer { state = State() }
      return (state.waiting, state.dropped)
    }
  }
}
