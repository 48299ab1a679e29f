import EventLoop
import HTTP
import HTTPServer
import LocalPostgres
import Meters
package import OTLP
import Tracing

/// The traces of this process: the spans of sampled requests, and their export to a collector.
final class Traces: Sendable {
  let queue = SpanQueue()
  private let exporter: SpanExporter
  /// Time at the end for spans that are already recorded; more would delay a restart.
  private static let closingMax = Duration.seconds(3)

  /// - Parameter meter: nil where nothing is measured.
  private init(_ configuration: TraceConfiguration, _ meter: TraceMeter?, _ log: EventLog) {
    let resource = Resource(
      service: "moa", version: Release.version, process: Int(OwnProcess.identifier))
    exporter = SpanExporter(queue, to: configuration.collector, of: resource) { event in
      meter?.take(event)
      log.report(.traces(event))
    }
  }

  /// Begins to export; once in a process.
  static func start(
    _ configuration: TraceConfiguration, _ meter: TraceMeter?, _ log: EventLog
  ) -> Traces {
    let traces = Traces(configuration, meter, log)
    InstrumentationSystem.bootstrap(QueueTracer(to: traces.queue))
    OwnProcess.startThread("moa.traces") { [exporter = traces.exporter] in exporter.run() }
    return traces
  }

  /// Exports the remaining spans, by the deadline and within three seconds, without blocking a
  /// loop.
  func close(by deadline: ContinuousClock.Instant) async {
    let left = max(.zero, min(Self.closingMax, deadline - .now))
    try? await EventLoop.offload { [exporter] in exporter.close(within: left) }
  }

  /// The same handler, whose work is part of its request's span where that is recorded. While the
  /// queue is full nothing is recorded that would only be dropped.
  func around(_ handler: @escaping Handler) -> Handler {
    { [queue] request in
      guard let trace = request.trace, trace.isSampled, queue.hasRoom else {
        return await handler(request)
      }
      let context = InstrumentationContext.within(SpanContext(trace))
      return await InstrumentationContext.$current.withValue(context) { await handler(request) }
    }
  }

  /// Records the request of an answer, if it is sampled.
  func take(_ event: ServerEvent) {
    guard case .finished(let exchange) = event, let trace = exchange.trace, trace.isSampled else {
      return
    }
    queue.append(FinishedSpan(exchange, trace))
  }
}

extension SpanContext {
  /// Our span in a trace.
  init(_ trace: TraceContext) { self.init(traceID: trace.traceID, spanID: trace.spanID) }
}

/// Which requests are traced, and where their spans go.
package struct TraceConfiguration: Sendable {
  package let collector: Collector
  /// The share of requests without a caller's trace, from 0 to 1.
  package let ratio: Double

  /// Nil without a collector.
  init?(_ reader: inout SettingReader) {
    let ratio = reader.value(.traceRatio, expecting: "a number from 0 to 1, such as 0.01") { text in
      Double(text).flatMap { 0...1 ~= $0 ? $0 : nil }
    }
    let form = "http://host:port, with a path or without; a collector there passes spans on by TLS"
    let collector = reader.optional(.traceEndpoint, expecting: form) { Collector($0) }
    guard let collector else {
      if ratio > 0, reader.text(.traceEndpoint) == nil {
        reader.reject(
          .traceRatio, "there is no collector: add \(Setting.traceEndpoint.name).")
      }
      return nil
    }
    self.collector = collector
    self.ratio = ratio
  }
}
