import CoreMetrics
import Domain
import EventLoop
import HTTPServer
import Prometheus

/// What the loops of this process count, each for itself.
struct LoopMeters: Sendable {
  /// One loop's.
  private struct Lane: Sendable {
    let loop: EventLoop
    let server: ServerMeter
  }

  private let lanes: [Lane]
  private let role: ProcessMeter.Role
  /// Of the first loop: what is the process's goes there.
  private let factory: StoreFactory
  private let certificateExpiry: Meter

  /// - Parameter place: of the first loop; the others follow.
  init(
    _ loops: [EventLoop], from place: Int, in memory: MetricsMemory, as role: ProcessMeter.Role
  ) {
    lanes = loops.enumerated().map { index, loop in
      Lane(loop: loop, server: ServerMeter(memory.factory(ofLoop: place + index)))
    }
    self.role = role
    factory = memory.factory(ofLoop: place)
    certificateExpiry = MetricFamily.certificateExpiry.gauge(in: factory)
  }

  /// Takes the events that are no loop's.
  func take(_ event: ServerEvent) {
    guard case .certificateLoaded(let days) = event else { return }
    certificateExpiry.set(Timestamp.now.microseconds / 1_000_000 + Int64(days) * 86_400)
  }

  /// Takes the events of one loop.
  func observer(on loop: EventLoop) -> (@Sendable (ServerEvent) -> Void)? {
    guard let lane = lanes.first(where: { $0.loop === loop }) else { return nil }
    return { [meter = lane.server] event in meter.take(event) }
  }

  /// Publishes how things stand, until the task is cancelled.
  func run(_ server: Server) async {
    var pulse = MetricsPulse(role, server, in: factory)
    await pulse.run()
  }
}

extension Application {
  /// The meters of a process with these loops.
  func loopMeters(of loops: [EventLoop], in memory: MetricsMemory) -> LoopMeters {
    guard let brief = inheritance.brief else {
      return LoopMeters(loops, from: 0, in: memory, as: .server)
    }
    return LoopMeters(loops, from: brief.seat, in: memory, as: .worker)
  }
}
