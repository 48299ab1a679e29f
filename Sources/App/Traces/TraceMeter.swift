import CoreMetrics
import OTLP
import Prometheus

/// Counts the spans of this process that reached a collector, and those that did not.
struct TraceMeter: Sendable {
  private let exported: Counter
  private let dropped: [SpanExporter.Reason: Counter]

  init(_ factory: StoreFactory) {
    exported = MetricFamily.spansExported.counter(in: factory)
    dropped = Dictionary(
      uniqueKeysWithValues: SpanExporter.Reason.allCases.map {
        ($0, MetricFamily.spansDropped.counter(in: factory, $0.rawValue))
      })
  }

  func take(_ event: SpanExporter.Event) {
    switch event {
    case .exported(let count): exported.increment(by: count)
    case .dropped(let count, let reason): dropped[reason]?.increment(by: count)
    case .failing, .recovered: break
    }
  }
}

/// What is exported of traces.
extension MetricFamily {
  static let spansExported = MetricFamily(
    "moa_trace_spans_exported_total", .counter, "Spans that a collector has taken")
  static let spansDropped = MetricFamily(
    "moa_trace_spans_dropped_total", .counter, labels: ["reason"],
    "Spans that no collector has: too many at once (full), or it was away (unavailable), or said no"
      + " (refused)")

  static let ofTraces = [spansExported, spansDropped]
}
