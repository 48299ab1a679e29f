package import OTLP

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
