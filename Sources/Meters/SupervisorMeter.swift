import Domain
import HTTPServer
package import Operations
import Prometheus
import Synchronization
import Transport

/// Counts for the process that serves `/metrics`: the parent of the workers, or a server without
/// workers.
package final class SupervisorMeter: Sendable {
  private let memory: MetricsMemory
  /// Process numbers of serving workers.
  private let workers = Mutex<Set<Int32>>([])
  private let serving: Gauge
  private let deaths: Counter

  /// Configured limits, published once.
  package struct Limits {
    package var workers: Int
    package var heldBytes: Int
    package var requestsPerConnection: Int
    /// Nil for no limit.
    package var requestsPerSecond: Double?

    package init(
      workers: Int, heldBytes: Int, requestsPerConnection: Int, requestsPerSecond: Double?
    ) {
      self.workers = workers
      self.heldBytes = heldBytes
      self.requestsPerConnection = requestsPerConnection
      self.requestsPerSecond = requestsPerSecond
    }
  }

  /// - Parameters:
  ///   - version: of the program.
  ///   - commit: that it was built from; empty where that is not known.
  package init(_ memory: MetricsMemory, _ limits: Limits, version: String, commit: String) {
    self.memory = memory
    let store = memory.storeOfParent
    serving = store.gauge(.workersServing)
    deaths = store.counter(.workerDeaths)
    serving.set(0)
    let gauges: [(MetricFamily, Int)] = [
      (.workersConfigured, limits.workers),
      (.heldBytesLimit, limits.heldBytes),
      (.requestsPerConnectionLimit, limits.requestsPerConnection),
    ]
    for (family, value) in gauges { store.gauge(family).set(value) }
    if let rate = limits.requestsPerSecond { store.gauge(.rateLimit).set(rate) }
    store.gauge(.buildInfo, version, commit).set(1)
  }

  /// Counts an event of the workers' parent.
  package func take(_ event: WorkerEvent) {
    switch event {
    case .workerServes(let process, _, _): change { $0.insert(process) }
    case .workerDied(let process, _):
      deaths.increment()
      change { $0.remove(process) }
    case .workerLeft(let process, _): change { $0.remove(process) }
    case .workerFails, .reloading, .dismissing: break
    }
  }

  private func change(_ change: (inout Set<Int32>) -> Void) {
    let count = workers.withLock { workers in
      change(&workers)
      return workers.count
    }
    serving.set(count)
  }

  /// The worker at a slot has ended: its gauges are unknown from now on.
  package func takeEnd(ofWorkerAt slot: Int) { memory.forgetGauges(at: slot) }

  /// Publishes the memory, processor time and files of this process until the task is cancelled.
  package func run(_ role: ProcessMeter.Role) async {
    var process = ProcessMeter(role, in: memory.storeOfParent)
    while !Task.isCancelled {
      process.publish()
      try? await Task.sleep(for: MetricsPulse.interval)
    }
  }
}

/// Counts for the process that keeps an archive.
package final class ArchiveMeter: Sendable {
  private let working: Gauge
  private let failures: Counter

  package init(_ memory: MetricsMemory) {
    let store = memory.storeOfParent
    working = store.gauge(.archiveWorking)
    failures = store.counter(.archiveFailures)
    working.set(0)
  }

  package func take(_ event: ArchiveKeeper.Event) {
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
