/// A number that only grows.
package struct Counter: Sendable {
  private let values: SeriesValues

  fileprivate init(_ values: SeriesValues) { self.values = values }

  /// Adds to a count.
  package func increment(by amount: Int = 1) {
    if amount > 0 { values.add(UInt64(amount), at: 0) }
  }

  /// Adds to a sum of seconds, which is kept in nanoseconds.
  package func increment(by duration: Duration) {
    let nanoseconds = duration.wholeNanoseconds
    if nanoseconds > 0 { values.add(UInt64(nanoseconds), at: 0) }
  }
}

/// A number that goes up and down. It is unknown until it is set.
package struct Gauge: Sendable {
  private let values: SeriesValues

  fileprivate init(_ values: SeriesValues) { self.values = values }

  package func set(_ value: Int) { set(Double(value)) }
  package func set(_ value: Double) { values.set(0, to: value.bitPattern) }
}

/// Durations, counted in buckets: the first word is their sum in nanoseconds, then comes one word
/// for each bucket.
package struct Histogram: Sendable {
  private let values: SeriesValues
  private let bounds: [Int64]

  fileprivate init(_ values: SeriesValues, _ bounds: [Duration]) {
    self.values = values
    self.bounds = bounds.map(\.wholeNanoseconds)
  }

  package func record(nanoseconds: Int64) {
    let nanoseconds = max(0, nanoseconds)
    var bucket = 0
    while bucket < bounds.count, nanoseconds > bounds[bucket] { bucket += 1 }
    values.add(1, at: bucket + 1)
    values.add(UInt64(nanoseconds), at: 0)
  }
}

/// Instruments by family. The values of labels follow in the order in which the family names them.
///
/// Only families of the store's table can be counted, so that nothing a client sends can become a
/// name. Series are never removed: a counter that vanished would go backwards.
extension SeriesStore {
  package func counter(_ family: MetricFamily, _ labels: String...) -> Counter {
    precondition(family.kind == .counter, "\(family.name) is no counter")
    return Counter(values(of: family, labels))
  }

  package func gauge(_ family: MetricFamily, _ labels: String...) -> Gauge {
    guard case .gauge = family.kind else { preconditionFailure("\(family.name) is no gauge") }
    return Gauge(values(of: family, labels, startingAt: Double.nan.bitPattern))
  }

  package func histogram(_ family: MetricFamily, _ labels: String...) -> Histogram {
    guard case .histogram(let bounds) = family.kind else {
      preconditionFailure("\(family.name) is no histogram")
    }
    return Histogram(values(of: family, labels), bounds)
  }
}

extension Duration {
  /// For the bound of a bucket or a process's time, which are far below 292 years.
  var wholeNanoseconds: Int64 {
    components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }
}
