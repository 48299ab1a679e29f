import EventLoop
import HTTPServer
import Prometheus

/// Publishes once a second what is not counted as it happens: how things stand in this process.
struct MetricsPulse {
  static let interval = Duration.seconds(1)
  /// In the place of the process's first loop.
  private var sample: ServerSample
  private var process: ProcessMeter
  private let server: Server
  private let graphs: [LoopGraph]

  init(
    _ role: ProcessMeter.Role, _ server: Server, _ graphs: [LoopGraph], in factory: StoreFactory
  ) {
    sample = ServerSample(factory)
    process = ProcessMeter(role, in: factory)
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
