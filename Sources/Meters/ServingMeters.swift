package import Domain
import EventLoop
package import HTTPServer
package import LocalPostgres
package import OTLP
package import Operations
package import Postgres
import Prometheus
package import UseCases
package import Web

/// The meters of a process that serves.
package struct ServingMeters: Sendable {
  private let server: ServerMeter
  package let primary: DatabaseMeter
  package let replica: DatabaseMeter
  package let images: ImageMeter
  package let traces: TraceMeter
  private let role: ProcessMeter.Role
  private let store: SeriesStore
  private let replicaLag: Gauge
  private let answerValidations: Counter
  private let answerBytes: Gauge
  private let certificateExpiry: Gauge
  private let certificatesNotLoaded: Counter
  private let connectionsLimit: Gauge

  /// - Parameter place: the place of the process in the memory.
  package init(at place: Int, in memory: MetricsMemory, as role: ProcessMeter.Role) {
    self.role = role
    store = memory.store(at: place)
    server = ServerMeter(store)
    primary = DatabaseMeter(store, .primary)
    replica = DatabaseMeter(store, .replica)
    images = ImageMeter(store)
    traces = TraceMeter(store)
    replicaLag = store.gauge(.replicaLag)
    answerValidations = store.counter(.answerValidations)
    answerBytes = store.gauge(.answerBytes)
    certificateExpiry = store.gauge(.certificateExpiry)
    certificatesNotLoaded = store.counter(.certificatesNotLoaded)
    connectionsLimit = store.gauge(.connectionsLimit)
  }

  /// Publishes the state of the database connections; on the loop.
  package func publish(_ pool: Pool, _ standby: Replica?) {
    primary.publish(pool)
    guard let standby else { return }
    // Updates the lag when no request does.
    _ = standby.isFresh
    replica.publish(standby.pool)
    replicaLag.set(standby.lag / .seconds(1))
  }

  /// Publishes the size and the use of the memories of answers.
  package func publish(_ answers: [ValidatedAnswers.Usage]) {
    answerBytes.set(answers.reduce(0) { $0 + $1.bytes })
    answerValidations.increment(by: answers.reduce(0) { $0 + $1.validations })
  }

  /// Counts an event of the server.
  package func take(_ event: ServerEvent) {
    server.take(event)
    switch event {
    case .certificateLoaded(let days):
      certificateExpiry.set(Int(Timestamp.now.microseconds / 1_000_000) + days * 86_400)
    case .certificateNotLoaded: certificatesNotLoaded.increment()
    default: break
    }
  }

  /// Sets the number of connections that this process may have open.
  package func take(connectionsMax: Int) { connectionsLimit.set(connectionsMax) }

  /// Publishes the free space of a disk; from one thread at a time.
  package func publish(
    _ space: DiskSpace, at place: DiskWatch.Place, nearlyFullBelow bound: Int64
  ) {
    store.gauge(.diskFree, place.name.rawValue).set(Int(space.free))
    store.gauge(.diskSize, place.name.rawValue).set(Int(space.size))
    store.gauge(.diskLow, place.name.rawValue).set(Int(bound))
  }

  /// Publishes when the newest backup was begun; nil when there is none.
  package func publish(newestBackup time: Timestamp?) {
    store.gauge(.newestBackup).set(Int((time?.microseconds ?? 0) / 1_000_000))
  }

  /// Publishes the changes without numbers; only the process that keeps house knows them.
  package func publish(_ backlog: ChangeBacklog) {
    store.gauge(.changeMarks).set(backlog.marks)
    store.gauge(.changeMarkAge).set(backlog.age / .seconds(1))
    store.gauge(.lastChange).set(Int(backlog.lastNumber))
  }

  /// Publishes gauges until the task is cancelled.
  ///
  /// - Parameter publish: publishes those of database and pictures.
  package func run(
    _ server: Server, _ publish: @escaping @Sendable () async -> Void
  ) async {
    var pulse = MetricsPulse(role, server, publish, in: store)
    await pulse.run()
  }
}

/// Publishes once a second the values that are not counted as they happen.
struct MetricsPulse {
  static let interval = Duration.seconds(1)
  private var sample: ServerSample
  private var process: ProcessMeter
  private let server: Server
  private let publish: @Sendable () async -> Void

  init(
    _ role: ProcessMeter.Role, _ server: Server, _ publish: @escaping @Sendable () async -> Void,
    in store: SeriesStore
  ) {
    sample = ServerSample(store)
    process = ProcessMeter(role, in: store)
    self.server = server
    self.publish = publish
  }

  /// Publishes until the task is cancelled, and then once more.
  mutating func run() async {
    while !Task.isCancelled {
      await beat()
      try? await Task.sleep(for: Self.interval)
    }
    await beat()
  }

  private mutating func beat() async {
    sample.publish(await server.counters, heldBytes: await server.heldBytes)
    await publish()
    process.publish()
  }
}

/// Counts the spans of this process that reached a collector, and those that did not.
package struct TraceMeter: Sendable {
  private let exported: Counter
  private let dropped: [SpanExporter.Reason: Counter]

  init(_ store: SeriesStore) {
    exported = store.counter(.spansExported)
    dropped = Dictionary(
      uniqueKeysWithValues: SpanExporter.Reason.allCases.map {
        ($0, store.counter(.spansDropped, $0.rawValue))
      })
  }

  package func take(_ event: SpanExporter.Event) {
    switch event {
    case .exported(let count): exported.increment(by: count)
    case .dropped(let count, let reason): dropped[reason]?.increment(by: count)
    case .failing, .recovered: break
    }
  }
}
