import CoreMetrics
import Domain
import EventLoop
import HTTPServer
import LocalPostgres
import Postgres
import Prometheus

/// What the loops of this process count, each for itself.
struct LoopMeters: Sendable {
  /// One loop's.
  struct OfLoop: Sendable {
    let loop: EventLoop
    let server: ServerMeter
    let primary: DatabaseMeter
    let replica: DatabaseMeter
    private let replicaLag: Meter

    fileprivate init(_ loop: EventLoop, _ factory: StoreFactory) {
      self.loop = loop
      server = ServerMeter(factory)
      primary = DatabaseMeter(factory, .primary)
      replica = DatabaseMeter(factory, .replica)
      replicaLag = MetricFamily.replicaLag.gauge(in: factory)
    }

    /// Tells how things stand with the databases; on the loop.
    func publish(_ pool: Pool, _ standby: Replica?) {
      primary.publish(pool)
      guard let standby else { return }
      // Asking keeps its lag current while no request does.
      _ = standby.isFresh
      replica.publish(standby.pool)
      replicaLag.set(standby.lag / .seconds(1))
    }
  }

  private let all: [OfLoop]
  private let role: ProcessMeter.Role
  /// Of the first loop: what is the process's goes there.
  private let factory: StoreFactory
  private let certificateExpiry: Meter
  private let connectionsLimit: Meter
  let images: ImageMeter
  let traces: TraceMeter

  /// - Parameter place: of the first loop; the others follow.
  init(
    _ loops: [EventLoop], from place: Int, in memory: MetricsMemory, as role: ProcessMeter.Role
  ) {
    all = loops.enumerated().map { OfLoop($1, memory.factory(ofLoop: place + $0)) }
    self.role = role
    factory = memory.factory(ofLoop: place)
    certificateExpiry = MetricFamily.certificateExpiry.gauge(in: factory)
    connectionsLimit = MetricFamily.connectionsLimit.gauge(in: factory)
    images = ImageMeter(factory)
    traces = TraceMeter(factory)
  }

  subscript(_ loop: EventLoop) -> OfLoop? { all.first { $0.loop === loop } }

  /// Takes the events that are no loop's.
  func take(_ event: ServerEvent) {
    guard case .certificateLoaded(let days) = event else { return }
    certificateExpiry.set(Timestamp.now.microseconds / 1_000_000 + Int64(days) * 86_400)
  }

  /// Takes how many connections this process may have open.
  func take(connectionsMax: Int) { connectionsLimit.set(connectionsMax) }

  /// Takes how much room a disk has; from one thread at a time.
  func publish(_ space: DiskSpace, at place: DiskWatch.Place) {
    MetricFamily.diskFree.gauge(in: factory, place.name.rawValue).set(space.free)
    MetricFamily.diskSize.gauge(in: factory, place.name.rawValue).set(space.size)
  }

  /// Takes the events of one loop.
  func observer(on loop: EventLoop) -> (@Sendable (ServerEvent) -> Void)? {
    guard let meter = self[loop]?.server else { return nil }
    return { event in meter.take(event) }
  }

  /// Publishes how things stand, until the task is cancelled.
  func run(_ server: Server, _ graphs: [LoopGraph]) async {
    var pulse = MetricsPulse(role, server, graphs, in: factory)
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
