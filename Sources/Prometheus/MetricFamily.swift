/// Everything that is exported under one name: what it means, and how values of several processes
/// become one.
///
/// Source: Prometheus, "Metric and label naming".
package struct MetricFamily: Sendable {
  package enum Kind: Sendable, Equatable {
    /// Only grows.
    case counter
    /// Goes up and down.
    case gauge(Merging)
    /// Durations, counted by these upper bounds, which grow; one more bucket has the rest.
    case histogram([Duration])
  }

  /// What several gauges of one name and the same labels become.
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

  /// As the text format says it.
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

  /// The name with values of its labels: `name{route="/livez",method="GET"}`.
  func key(_ dimensions: [(String, String)]) -> String {
    precondition(dimensions.map(\.0) == labels, "\(name) has the labels \(labels)")
    guard !dimensions.isEmpty else { return name }
    let pairs = dimensions.map { "\($0)=\"\(Self.escaped($1))\"" }
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
