import EventLoop
import Operations
import Postgres
import Repositories

/// What a server does beside answering, until it is told to stop.
extension Application {
  /// Tells the service manager again and again that we live, as long as every loop answers, until
  /// the task is cancelled. A worker is watched by its parent.
  func tellAlive(while graph: LoopGraph) async {
    guard let interval = systemd.aliveInterval else { return }
    while !Task.isCancelled {
      try? await graph.loop.run {}
      systemd.tellAlive()
      try? await Task.sleep(for: interval / 2)
    }
  }

  /// Sweeps as often as was configured, until the task is cancelled; of workers only one does.
  func sweep(by graph: LoopGraph) async {
    guard configuration.keepsHouse, configuration.sweepInterval > .zero else { return }
    let sweep = PeriodicSweep(
      housekeeping: PostgresStore(graph.pool), interval: configuration.sweepInterval
    ) { [log] in log.report($0) }
    try? await graph.loop.run { await sweep.run() }
  }

  /// Counts until the task is cancelled; of workers only one does.
  func count(by graph: LoopGraph) async {
    guard configuration.keepsHouse else { return }
    let pool = graph.pool
    let counting = PeriodicCounting(
      likes: PostgresStore(pool), search: PostgresStore(pool))
    try? await graph.loop.run { await counting.run() }
  }

  /// One process tells for all of a server.
  func diskWatch(_ database: OpenDatabase, _ meters: ServingMeters?) -> DiskWatch {
    let isPrivate =
      inheritance.workerConfiguration?.isDatabasePrivate ?? (database.started != nil)
    return DiskWatch(
      DiskWatch.places(dataDirectory: isPrivate ? configuration.dataDirectory : nil),
      lowBytes: configuration.lowDiskBytes,
      publish: { meters?.publish($1, at: $0) },
      report: { [log, configuration] in
        if configuration.keepsHouse { log.report(.disk($0, $1, $2)) }
      })
  }

  /// Watches until the task is cancelled.
  func watchReadOnly(by graph: LoopGraph) async {
    try? await graph.loop.run { await graph.readOnlyWatch.run() }
  }

  /// On the loop of the graph, where its searches are counted at all.
  func countSearches(
    of graph: LoopGraph, _ count: @escaping @Sendable (SearchCounting) async -> Void
  ) async {
    guard let collected = graph.collectedSearches else { return }
    let counting = SearchCounting(collected, in: PostgresStore(graph.pool)) { [log] in
      log.report($0)
    }
    try? await graph.loop.run { await count(counting) }
  }
}
