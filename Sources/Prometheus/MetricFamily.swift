/// One metric name: its meaning, its labels, and how the values of several processes become one.
///
/// Source: Prometheus, "Metric and label naming".
package struct MetricFamily: Sendable {
  package enum Kind: Sendable, Equatable {
    /// Only grows.
    case counter
    /// Goes up and down.
    case gauge(Merging)
    /// Durations, counted by these upper bounds in ascending order; one more bucket has the rest.
    case histogram([Duration])
  }

  /// How gauges of several processes with the same name and labels become one.
  package enum Merging: Sendable, Equatable {
    case sum
    case largest
    case smallest
  }

  /// Such as `moa_http_requests_total`.
  package let name: String
  package let kind: Kind
  /// Names of the labels, in the order in which they are written.
  package let labels: [String]
  /// One sentence without its full stop, as Prometheus shows it.
  package let help: String

  package init(_ name: String, _ kind: Kind, labels: [String] = [], _ help: String) {
    self.name = name
    self.kind = kind
    self.labels = labels
    self.help = help
  }

  /// The word of the text format.
  package var type: String {
    switch kind {
    case .counter: "counter"
    case .gauge: "gauge"
    case .histogram: "histogram"
    }
  }

  /// Whether counts are kept in nanoseconds and shown in seconds.
  var isInSeconds: Bool {
    switch kind {
    case .counter: name.hasSuffix("_seconds_total")
    case .gauge: false
    case .histogram: true
    }
  }

  /// Words of memory that one series takes: a histogram has its buckets, and the sum.
  var words: Int {
    guard case .histogram(let bounds) = kind else { return 1 }
    return bounds.count + 2
  }

  /// The name with the values of its labels: `name{route="/livez",method="GET"}`.
  func key(_ values: [String]) -> String {
    precondition(values.count == labels.count, "\(name) has the labels \(labels)")
    guard !values.isEmpty else { return name }
    let pairs = zip(labels, values).map { "\($0)=\"\(Self.escaped($1))\"" }
    return "\(name){\(pairs.joined(separator: ","))}"
  }

  private static func escaped(_ value: String) -> String {
    var text = ""
    for character in value {
      switch character {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      default: text.append(character)
      }
    }
    return text
  }
}
