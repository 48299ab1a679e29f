package import Tracing

/// The tracer of swift-distributed-tracing whose spans go into a ``SpanQueue``.
///
/// It begins no traces: the server decides whether a request is recorded when it comes in. A span
/// outside of a sampled request is not recorded.
package struct QueueTracer: Tracer {
  private let queue: SpanQueue

  package init(to queue: SpanQueue) { self.queue = queue }

  package func startSpan<Instant: TracerInstant>(
    _ operationName: String, context: @autoclosure () -> InstrumentationContext,
    ofKind kind: SpanKind, at instant: @autoclosure () -> Instant, function: String,
    file fileID: String, line: UInt
  ) -> RecordedSpan {
    let context = context()
    guard let parent = context.span else { return RecordedSpan(operationName, in: context) }
    return RecordedSpan(
      operationName, kind, from: instant().nanosecondsSinceEpoch, under: parent, in: context,
      to: queue)
  }

  package func forceFlush() {}

  /// The HTTP engine has already read `traceparent`.
  package func extract<Carrier, Extract: Extractor>(
    _ carrier: Carrier, into context: inout InstrumentationContext, using extractor: Extract
  ) where Extract.Carrier == Carrier {}

  /// Source: W3C Trace Context §3.2.
  package func inject<Carrier, Inject: Injector>(
    _ context: InstrumentationContext, into carrier: inout Carrier, using injector: Inject
  ) where Inject.Carrier == Carrier {
    guard let span = context.span else { return }
    injector.inject(
      "00-\(span.traceID)-\(SpanContext.text(span.spanID))-01", forKey: "traceparent",
      into: &carrier)
  }
}
