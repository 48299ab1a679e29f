import Domain
import EventLoop
import HTTPServer
import LocalPostgres
import Postgres
import Prometheus

/// The meters of this process, one set for each loop.
struct LoopMeters: Sendable {
  /// One loop's.
  struct OfLoop: Sendable {
    let loop: EventLoop
    let server: ServerMeter
    let primary: DatabaseMeter
    let replica: DatabaseMeter
    private let replicaLag: Gauge

    fileprivate init(_ loop: EventLoop, _ store: SeriesStore) {
      self.loop = loop
      server = ServerMeter(store)
      primary = DatabaseMeter(store, .primary)
      replica = DatabaseMeter(store, .replica)
      replicaLag = store.gauge(.replicaLag)
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
  }

  private let all: [OfLoop]
  private let role: ProcessMeter.Role
  /// The first loop's, which also has the values of the process.
  private let store: SeriesStore
  private let certificateExpiry: Gauge
  private let connectionsLimit: Gauge
  let images: ImageMeter
  let traces: TraceMeter

  /// - Parameter place: place of the first loop in the memory; the others follow.
  init(
    _ loops: [EventLoop], from place: Int, in memory: MetricsMemory, as role: ProcessMeter.Role
  ) {
    all = loops.enumerated().map { OfLoop($1, memory.store(ofLoop: place + $0)) }
    self.role = role
    store = memory.store(ofLoop: place)
    certificateExpiry = store.gauge(.certificateExpiry)
    connectionsLimit = store.gauge(.connectionsLimit)
    images = ImageMeter(store)
    traces = TraceMeter(store)
  }

  subscript(_ loop: EventLoop) -> OfLoop? { all.first { $0.loop === loop } }

  /// Counts an event that belongs to no loop.
  func take(_ event: ServerEvent) {
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

  /// The observer for events of one loop.
  func observer(on loop: EventLoop) -> (@Sendable (ServerEvent) -> Void)? {
    guard let meter = self[loop]?.server else { return nil }
    return { event in meter.take(event) }
  }

  /// Publishes gauges until the task is cancelled.
  func run(_ server: Server, _ graphs: [LoopGraph]) async {
    var pulse = MetricsPulse(role, server, graphs, in: store)
    await pulse.run()
  }
}

extension Application {
  /// The meters of a process with these loops.
  func loopMeters(of loops: [EventLoop], in memory: MetricsMemory) -> LoopMeters {
    guard let workerConfiguration = inheritance.workerConfiguration else {
      return LoopMeters(loops, from: 0, in: memory, as: .server)
    }
    return LoopMeters(loops, from: workerConfiguration.slot, in: memory, as: .worker)
  }
}

/// Publishes once a second the values that are not counted as they happen.
struct MetricsPulse {
  static let interval = Duration.seconds(1)
  /// Both in the place of the process's first loop.
  private var sample: ServerSample
  private var process: ProcessMeter
  private let server: Server
  private let graphs: [LoopGraph]

  init(
    _ role: ProcessMeter.Role, _ server: Server, _ graphs: [LoopGraph], in store: SeriesStore
  ) {
    sample = ServerSample(store)
    process = ProcessMeter(role, in: store)
    self.server = server
    self.graphs = graphs
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
    for graph in graphs { await graph.publish() }
    process.publish()
  }
}
