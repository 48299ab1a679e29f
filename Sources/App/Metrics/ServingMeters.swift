import Domain
import EventLoop
import HTTPServer
import LocalPostgres
import Operations
import Postgres
import Prometheus

/// The meters of a process that serves.
struct ServingMeters: Sendable {
  let server: ServerMeter
  let primary: DatabaseMeter
  let replica: DatabaseMeter
  let images: ImageMeter
  let traces: TraceMeter
  private let role: ProcessMeter.Role
  private let store: SeriesStore
  private let replicaLag: Gauge
  private let certificateExpiry: Gauge
  private let connectionsLimit: Gauge

  /// - Parameter place: the place of the process in the memory.
  init(at place: Int, in memory: MetricsMemory, as role: ProcessMeter.Role) {
    self.role = role
    store = memory.store(at: place)
    server = ServerMeter(store)
    primary = DatabaseMeter(store, .primary)
    replica = DatabaseMeter(store, .replica)
    images = ImageMeter(store)
    traces = TraceMeter(store)
    replicaLag = store.gauge(.replicaLag)
    certificateExpiry = store.gauge(.certificateExpiry)
    connectionsLimit = store.gauge(.connectionsLimit)
  }

  /// Publishes the state of the database connections; on the loop.
  func publish(_ pool: Pool, _ standby: Replica?) {
    primary.publish(pool)
    guard let standby else { return }
    // Updates the lag when no request does.
    _ = standby.isFresh
    replica.publish(standby.pool)
    replicaLag.set(standby.lag / .seconds(1))
  }

  /// Counts an event of the server.
  func take(_ event: ServerEvent) {
    server.take(event)
    guard case .certificateLoaded(let days) = event else { return }
    certificateExpiry.set(Int(Timestamp.now.microseconds / 1_000_000) + days * 86_400)
  }

  /// Sets the number of connections that this process may have open.
  func take(connectionsMax: Int) { connectionsLimit.set(connectionsMax) }

  /// Publishes the free space of a disk; from one thread at a time.
  func publish(_ space: DiskSpace, at place: DiskWatch.Place) {
    store.gauge(.diskFree, place.name.rawValue).set(Int(space.free))
    store.gauge(.diskSize, place.name.rawValue).set(Int(space.size))
  }

  /// Publishes gauges until the task is cancelled.
  func run(_ server: Server, _ graph: LoopGraph) async {
    var pulse = MetricsPulse(role, server, graph, in: store)
    await pulse.run()
  }
}

extension Application {
  func servingMeters(in memory: MetricsMemory) -> ServingMeters {
    guard let workerConfiguration = inheritance.workerConfiguration else {
      return ServingMeters(at: 0, in: memory, as: .server)
    }
    return ServingMeters(at: workerConfiguration.slot, in: memory, as: .worker)
  }
}

/// Publishes once a second the values that are not counted as they happen.
struct MetricsPulse {
  static let interval = Duration.seconds(1)
  private var sample: ServerSample
  private var process: ProcessMeter
  private let server: Server
  private let graph: LoopGraph

  init(
    _ role: ProcessMeter.Role, _ server: Server, _ graph: LoopGraph, in store: SeriesStore
  ) {
    sample = ServerSample(store)
    process = ProcessMeter(role, in: store)
    self.server = server
    self.graph = graph
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
    await graph.publish()
    process.publish()
  }
}
