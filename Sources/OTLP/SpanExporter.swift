import Dispatch
import Synchronization

/// Takes spans out of their queue and brings them to a collector, on a thread of its own.
///
/// When the collector is away, the spans of that time are lost and nothing else: recording never
/// waits for the exporter.
package final class SpanExporter: Sendable {
  /// Events for the operator.
  package enum Event: Sendable, Equatable {
    case exported(Int)
    case dropped(Int, Reason)
    /// The first failure after a success.
    case failing(String)
    /// The first success after failures.
    case recovered
  }

  /// Why spans did not arrive.
  package enum Reason: String, Sendable, CaseIterable {
    /// More were recorded than the queue takes.
    case full
    /// The collector was away for all tries.
    case unavailable
    /// The collector rejected them for good.
    case refused
  }

  /// Time limits.
  package struct Pace: Sendable {
    /// Between two checks of the queue.
    package var interval = Duration.seconds(1)
    /// Spans of a request to the collector.
    package var batchMax = 512
    /// For one request to it.
    package var callMax = Duration.seconds(5)
    /// Before the second try; doubled before each further one.
    package var pause = Duration.seconds(1)
    /// Even when the collector asks for more.
    package var pauseMax = Duration.seconds(30)
    package var triesMax = 5

    package init() {}
  }

  private struct State {
    /// Set when the exporter has to end by then.
    var end: ContinuousClock.Instant?
    var isFailing = false
  }

  private let collector: Collector
  private let resource: Resource
  private let queue: SpanQueue
  private let pace: Pace
  private let observe: @Sendable (Event) -> Void
  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)
  private let finished = DispatchSemaphore(value: 0)

  /// - Parameter observe: told on the thread of the exporter.
  package init(
    _ queue: SpanQueue, to collector: Collector, of resource: Resource, pace: Pace = Pace(),
    observe: @escaping @Sendable (Event) -> Void
  ) {
    self.queue = queue
    self.collector = collector
    self.resource = resource
    self.pace = pace
    self.observe = observe
  }

  /// Exports until it is closed; for a thread of its own.
  package func run() {
    while end == nil {
      wait(pace.interval)
      flush()
    }
    // Spans that came while the last batch was under way.
    flush()
    finished.signal()
  }

  /// Exports the spans recorded so far, and ends, within `limit`. It blocks its thread.
  package func close(within limit: Duration) {
    state.withLock { $0.end = .now + limit }
    wake.signal()
    let milliseconds = Int(limit / .milliseconds(1))
    _ = finished.wait(timeout: .now() + .milliseconds(milliseconds + 100))
  }

  private var end: ContinuousClock.Instant? { state.withLock { $0.end } }

  private func wait(_ duration: Duration) {
    _ = wake.wait(timeout: .now() + .milliseconds(Int(duration / .milliseconds(1))))
  }

  private func flush() {
    let (spans, dropped) = queue.takeAll()
    if dropped > 0 { observe(.dropped(dropped, .full)) }
    var rest = spans[...]
    while !rest.isEmpty {
      deliver(rest.prefix(pace.batchMax))
      rest = rest.dropFirst(pace.batchMax)
    }
  }

  private func deliver(_ batch: ArraySlice<FinishedSpan>) {
    let body = ExportRequest(batch, of: resource).json
    var pause = pace.pause
    for tried in 1...pace.triesMax {
      switch post(body) {
      case .taken(let rejected): return arrived(batch.count, rejected: min(rejected, batch.count))
      case .refused(let reason):
        failed(reason)
        return observe(.dropped(batch.count, .refused))
      case .later(let reason, let seconds):
        failed(reason)
        // At its end the process has no time to wait for a collector that is away.
        guard tried < pace.triesMax, end == nil else {
          return observe(.dropped(batch.count, .unavailable))
        }
        let wanted = seconds.map { Duration.seconds($0) } ?? pause * Double.random(in: 0.8...1.2)
        wait(min(wanted, pace.pauseMax))
        pause = min(pause * 2, pace.pauseMax)
      }
    }
  }

  private func post(_ body: [UInt8]) -> CollectorAnswer {
    let usual = ContinuousClock.now + pace.callMax
    return CollectorCall(to: collector, by: end.map { min($0, usual) } ?? usual).post(body)
  }

  private func arrived(_ count: Int, rejected: Int) {
    let wasFailing = state.withLock { state in
      defer { state.isFailing = false }
      return state.isFailing
    }
    if wasFailing { observe(.recovered) }
    if count > rejected { observe(.exported(count - rejected)) }
    if rejected > 0 { observe(.dropped(rejected, .refused)) }
  }

  private func failed(_ reason: String) {
    let isNews = state.withLock { state in
      defer { state.isFailing = true }
      return !state.isFailing
    }
    if isNews { observe(.failing(reason)) }
  }
}
