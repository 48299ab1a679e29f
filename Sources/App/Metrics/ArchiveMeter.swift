import CoreMetrics
import Prometheus

/// What the process counts that keeps an archive.
final class ArchiveMeter: Sendable {
  private let working: Meter
  private let failures: Counter

  init(_ memory: MetricsMemory) {
    let factory = memory.factoryOfParent
    working = MetricFamily.archiveWorking.gauge(in: factory)
    failures = MetricFamily.archiveFailures.counter(in: factory)
    working.set(0)
  }

  func take(_ event: ArchiveKeeper.Event) {
    switch event {
    case .working: working.set(1)
    case .failed:
      working.set(0)
      failures.increment()
    case .baseFailed: failures.increment()
    case .baseMade: break
    }
  }
}
