import Synchronization

/// Spans of one process that wait to be exported. Whoever adds one never waits.
///
/// It is emptied once a second, so its bound is also how many spans a second a process exports:
/// callers decide by a flag which requests are recorded, and must not decide what that costs.
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

  /// Takes a span, or drops it when the queue is full.
  package func append(_ span: FinishedSpan) {
    state.withLock { state in
      guard state.waiting.count < spansMax else {
        state.dropped += 1
        return
      }
      state.waiting.append(span)
    }
  }

  /// All that wait, the oldest first, and how many were dropped since this was asked last.
  func takeAll() -> (spans: [FinishedSpan], dropped: Int) {
    state.withLock { state in
      defer { state = State() }
      return (state.waiting, state.dropped)
    }
  }
}
