import CoreMetrics
import Domain
import HTTPServer
import Prometheus
import Synchronization
import Transport

/// What the process counts that serves `/metrics`, be it the parent of workers or the server.
final class SupervisorMeter: Sendable {
  private let memory: MetricsMemory
  /// Process numbers of workers that serve.
  private let workers = Mutex<Set<Int32>>([])
  private let serving: Meter
  private let deaths: Counter

  init(_ memory: MetricsMemory, _ configuration: Configuration) {
    self.memory = memory
    let factory = memory.factoryOfParent
    serving = MetricFamily.workersServing.gauge(in: factory)
    deaths = MetricFamily.workerDeaths.counter(in: factory)
    serving.set(0)
    let gauges: [(MetricFamily, Int)] = [
      (.workersConfigured, configuration.workers),
      (.heldBytesLimit, configuration.clientLimits.heldBytes),
      (.requestsPerConnectionLimit, configuration.clientLimits.requestsPerConnection),
      (.diskLow, Int(configuration.lowDiskBytes)),
    ]
    for (family, value) in gauges { family.gauge(in: factory).set(value) }
    if let rate = configuration.policies.rateLimit {
      MetricFamily.rateLimit.gauge(in: factory)
        .set(Double(rate.requests) / Double(rate.periodSeconds))
    }
    MetricFamily.buildInfo.gauge(in: factory, Release.version, Release.commit ?? "").set(1)
  }

  /// Takes what the parent of workers reports.
  func take(_ event: WorkerEvent) {
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

  /// Takes the end of the worker at a slot: nobody knows any more how things stand there.
  func takeEnd(ofWorkerAt slot: Int) { memory.forgetGauges(ofLoop: slot) }

  /// Publishes what this process takes of the machine, until the task is cancelled.
  func run(_ role: ProcessMeter.Role) async {
    var process = ProcessMeter(role, in: memory.factoryOfParent)
    while !Task.isCancelled {
      process.publish()
      try? await Task.sleep(for: MetricsPulse.interval)
    }
  }
}
