import Synchronization
package import Tracing

/// A span of swift-distributed-tracing: recorded within a trace that is sampled, and otherwise
/// nothing.
package final class RecordedSpan: Tracing.Span {
  package let context: InstrumentationContext
  private let recording: Recording?

  /// The content of a recorded span.
  private struct Recording: Sendable {
    let span: SpanContext
    let parentID: UInt64
    let kind: SpanKind
    let start: UInt64
    let queue: SpanQueue
  }

  private struct State {
    var name: String
    var attributes: SpanAttributes = [:]
    var events: [SpanEvent] = []
    var isError = false
    var isOver = false
  }

  private let state: Mutex<State>

  /// A recorded span, under the span of its context.
  init(
    _ name: String, _ kind: SpanKind, from start: UInt64, under parent: SpanContext,
    in context: InstrumentationContext, to queue: SpanQueue
  ) {
    let span = SpanContext.child(of: parent)
    var own = context
    own.span = span
    self.context = own
    recording = Recording(
      span: span, parentID: parent.spanID, kind: kind, start: start, queue: queue)
    state = Mutex(State(name: name))
  }

  /// A span that is not recorded.
  init(_ name: String, in context: InstrumentationContext) {
    self.context = context
    recording = nil
    state = Mutex(State(name: name))
  }

  package var isRecording: Bool { recording != nil && !state.withLock { $0.isOver } }

  package var operationName: String {
    get { state.withLock { $0.name } }
    set { state.withLock { $0.name = newValue } }
  }

  package var attributes: SpanAttributes {
    get { state.withLock { $0.attributes } }
    set { state.withLock { $0.attributes = newValue } }
  }

  package func setStatus(_ status: SpanStatus) {
    state.withLock { $0.isError = status.code == .error }
  }

  package func addEvent(_ event: SpanEvent) {
    guard recording != nil else { return }
    state.withLock { state in
      if state.events.count < FinishedSpan.eventsMax { state.events.append(event) }
    }
  }

  /// Only the error's type is exported: its text may contain what people have sent.
  package func recordError<Instant: TracerInstant>(
    _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
  ) {
    var all = attributes
    all["exception.type"] = "\(type(of: error))"
    addEvent(SpanEvent(name: "exception", at: instant(), attributes: all))
  }

  /// Links are not exported: nothing here has any.
  package func addLink(_ link: SpanLink) {}

  package func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
    guard let recording else { return }
    let ended = state.withLock { state -> State? in
      defer { state.isOver = true }
      return state.isOver ? nil : state
    }
    guard let ended else { return }
    recording.queue.append(
      FinishedSpan(
        ended.name, recording.kind, recording.span, under: recording.parentID,
        from: recording.start, to: instant().nanosecondsSinceEpoch,
        Attribute.all(of: ended.attributes),
        ended.events.map {
          FinishedSpan.Event(
            name: Attribute.cut($0.name), nanoseconds: $0.nanosecondsSinceEpoch,
            attributes: Attribute.all(of: $0.attributes))
        }, isError: ended.isError))
  }
}
