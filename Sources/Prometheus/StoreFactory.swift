package import CoreMetrics

/// Makes the instruments of swift-metrics that count in a ``SeriesStore``.
///
/// Names and labels must be those of a known family: what is exported is decided in one table, so
/// that nothing a client sends can become a name or an unbounded label.
package struct StoreFactory: MetricsFactory {
  package let store: SeriesStore
  private let families: [String: MetricFamily]

  package init(_ store: SeriesStore, _ families: [MetricFamily]) {
    self.store = store
    self.families = Dictionary(uniqueKeysWithValues: families.map { ($0.name, $0) })
  }

  package func makeCounter(
    label: String, dimensions: [(String, String)]
  ) -> any CounterHandler {
    let family = family(label)
    precondition(family.kind == .counter, "\(label) is no counter")
    return StoredCounter(values(family, dimensions), isInSeconds: family.isInSeconds)
  }

  package func makeFloatingPointCounter(
    label: String, dimensions: [(String, String)]
  ) -> any FloatingPointCounterHandler {
    let family = family(label)
    precondition(family.kind == .counter, "\(label) is no counter")
    return StoredCounter(values(family, dimensions), isInSeconds: family.isInSeconds)
  }

  package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    gauge(label, dimensions)
  }

  /// A recorder that does not aggregate is a gauge; durations go into a timer.
  package func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    precondition(!aggregate, "\(label): distributions are of durations, in a timer")
    return gauge(label, dimensions)
  }

  package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    let family = family(label)
    guard case .histogram(let bounds) = family.kind else {
      preconditionFailure("\(label) is no histogram")
    }
    return StoredTimer(values(family, dimensions), bounds)
  }

  // Series stay: a counter that vanished would go backwards.
  package func destroyCounter(_ handler: any CounterHandler) {}
  package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
  package func destroyMeter(_ handler: any MeterHandler) {}
  package func destroyRecorder(_ handler: any RecorderHandler) {}
  package func destroyTimer(_ handler: any TimerHandler) {}

  private func gauge(_ label: String, _ dimensions: [(String, String)]) -> StoredGauge {
    let family = family(label)
    guard case .gauge = family.kind else { preconditionFailure("\(label) is no gauge") }
    let key = family.key(dimensions)
    return StoredGauge(
      store.values(of: key, count: family.words, startingAt: Double.nan.bitPattern))
  }

  private func values(
    _ family: MetricFamily, _ dimensions: [(String, String)]
  ) -> SeriesValues {
    store.values(of: family.key(dimensions), count: family.words)
  }

  private func family(_ label: String) -> MetricFamily {
    guard let family = families[label] else { preconditionFailure("\(label) is not in the table") }
    return family
  }
}

/// Counts, or adds up seconds, which are kept in nanoseconds.
private final class StoredCounter: CounterHandler, FloatingPointCounterHandler {
  private let values: SeriesValues
  private let scale: Double

  init(_ values: SeriesValues, isInSeconds: Bool) {
    self.values = values
    scale = isInSeconds ? 1e9 : 1
  }

  func increment(by amount: Int64) {
    if amount > 0 { values.add(UInt64(amount), at: 0) }
  }

  func increment(by amount: Double) {
    let amount = amount * scale
    if amount > 0, amount < 1e18 { values.add(UInt64(amount.rounded()), at: 0) }
  }

  /// A counter of Prometheus only grows.
  func reset() {}
}

private final class StoredGauge: MeterHandler, RecorderHandler {
  private let values: SeriesValues

  init(_ values: SeriesValues) { self.values = values }

  func set(_ value: Int64) { set(Double(value)) }
  func set(_ value: Double) { values.set(0, to: value.bitPattern) }
  func increment(by amount: Double) { values.add(amount, toNumberAt: 0) }
  func decrement(by amount: Double) { values.add(-amount, toNumberAt: 0) }
  func record(_ value: Int64) { set(value) }
  func record(_ value: Double) { set(value) }
}

/// A histogram: the first word has the sum in nanoseconds, then comes one for each bucket.
private final class StoredTimer: TimerHandler {
  private let values: SeriesValues
  private let bounds: [Int64]

  init(_ values: SeriesValues, _ bounds: [Duration]) {
    self.values = values
    self.bounds = bounds.map(\.nanosecondsOfBound)
  }

  func recordNanoseconds(_ duration: Int64) {
    let duration = max(0, duration)
    var bucket = 0
    while bucket < bounds.count, duration > bounds[bucket] { bucket += 1 }
    values.add(1, at: bucket + 1)
    values.add(UInt64(duration), at: 0)
  }
}

extension Duration {
  /// Of the bound of a bucket, which is at most some minutes.
  var nanosecondsOfBound: Int64 {
    components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }
}
