import Domain
import EventLoop
import Meters
import Operations
import Postgres
import Repositories
import UseCases
import Web

/// The background work of a server, until it is told to stop.
extension Application {
  /// Reports to the service manager regularly that we live, as long as every loop answers, until
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
      housekeeping: PostgresStore(graph.pool), interval: configuration.sweepInterval,
      historyDays: configuration.historyDays
    ) { [log] in log.report($0) }
    try? await graph.loop.run { await sweep.run() }
  }

  /// Counts until the task is cancelled; of workers only one does.
  func count(by graph: LoopGraph) async {
    guard configuration.keepsHouse else { return }
    let store = PostgresStore(graph.pool)
    let counting = PeriodicCounting(likes: store, search: store, changes: store) {
      [meters = graph.parts.meters] in meters?.publish($0)
    }
    try? await graph.loop.run { await counting.run() }
  }

  /// One process of a server does it.
  func diskWatch(_ database: OpenDatabase, _ meters: ServingMeters?) -> DiskWatch {
    let isPrivate =
      inheritance.workerConfiguration?.isDatabasePrivate ?? (database.started != nil)
    return DiskWatch(
      DiskWatch.places(dataDirectory: isPrivate ? configuration.dataDirectory : nil),
      configuration.diskBound,
      publish: {
        [bound = configuration.diskBound, backups = configuration.backups.map(BackupFolder.init)]
        place, space in
        meters?.publish(space, at: place, nearlyFullBelow: bound.bytes(of: space))
        if let backups { meters?.publish(newestBackup: backups.newest) }
      },
      report: { [log, configuration] in
        if configuration.keepsHouse { log.report(.disk($0, $1, $2)) }
      })
  }

  /// Watches until the task is cancelled.
  func watchReadOnly(by graph: LoopGraph) async {
    try? await graph.loop.run { await graph.readOnlyWatch.run() }
  }

  /// On the loop of the graph, if it counts searches.
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

/// Removes unneeded data now and then, while a server runs.
///
/// One process of a server does it. Servers of the same database may all do it: they leave each
/// other's rows alone, and random delays keep them from always starting together.
struct PeriodicSweep: Sendable {
  let housekeeping: any Housekeeping
  let interval: Duration
  var historyDays = HistoryEntry.daysKept
  let report: @Sendable (ApplicationEvent) -> Void

  /// Goes on until the task is cancelled. The first sweep is not at once, when a server that starts
  /// has better things to do; one that failed, because the database is away, is soon made up for.
  func run() async {
    var pause = interval / 12
    while (try? await Task.sleep(for: pause * Double.random(in: 0.8...1.2))) != nil {
      pause = await sweep() ? interval : interval / 12
    }
  }

  /// Whether it succeeded.
  private func sweep() async -> Bool {
    do throws(Failure) {
      let swept = try await housekeeping.sweep(at: .now, historyDays: historyDays)
      if swept != .nothing { report(.swept(swept)) }
      return true
    } catch {
      // A stop is no news.
      if !Task.isCancelled { report(.sweepFailed(reason: "\(error)")) }
      return false
    }
  }
}

/// Numbers changes every second while a server runs. Then it counts the rows that writes leave to
/// be counted, so that no write waits for another: likes of products, terms of titles.
///
/// One process of a server does it. Servers of the same database may all do it: no row is counted
/// twice.
struct PeriodicCounting: Sendable {
  /// After a failed count, because the database is down; the requests that fail report that.
  private static let intervalAway = Duration.seconds(5)
  let likes: any LikeRepository
  let search: any ProductSearchRepository
  let changes: any ChangeNumbering
  var interval = Duration.seconds(1)
  let publish: @Sendable (ChangeBacklog) -> Void

  /// Goes on until the task is cancelled.
  func run() async {
    var pause = interval
    while (try? await Task.sleep(for: pause)) != nil {
      let isDone = await (numberChanges(), countLikes(), countTerms(), foldAgain())
      pause = isDone == (true, true, true, true) ? interval : max(interval, Self.intervalAway)
    }
  }

  /// If there are many, they are counted in several steps, so that other writes can run in between.
  /// Later ones wait: a very popular product is written once a second.
  private func countLikes() async -> Bool {
    do throws(Failure) {
      while try await likes.foldCounts() >= PostgresStore.foldedMax, !Task.isCancelled {}
      return true
    } catch { return false }
  }

  private func countTerms() async -> Bool {
    do throws(Failure) {
      while try await search.countTerms(), !Task.isCancelled {}
      return true
    } catch { return false }
  }

  /// After an upgrade; usually there is nothing to do.
  private func foldAgain() async -> Bool {
    do throws(Failure) {
      while try await search.foldAgain(), !Task.isCancelled {}
      return true
    } catch { return false }
  }

  private func numberChanges() async -> Bool {
    do throws(Failure) {
      try await changes.markScheduled()
      let backlog = try await changes.changeBacklog()
      publish(backlog)
      var waiting = max(backlog.marks, backlog.hasMoved ? 1 : 0)
      while waiting > 0, !Task.isCancelled {
        let numbered = try await changes.numberChanges()
        guard numbered > 0 else { break }
        waiting -= numbered
      }
      return true
    } catch { return false }
  }
}

/// Counts the searches of this process every few seconds.
///
/// Every loop of every process does it for itself: searches are collected where they are answered.
struct SearchCounting: Sendable {
  let collected: CollectedSearches
  let trends: any SearchTrendRepository
  let interval: Duration
  let now: WallClock
  let report: @Sendable (ApplicationEvent) -> Void

  init(
    _ collected: CollectedSearches, in trends: any SearchTrendRepository,
    interval: Duration = .seconds(2), now: @escaping WallClock = { .now },
    report: @escaping @Sendable (ApplicationEvent) -> Void
  ) {
    self.collected = collected
    self.trends = trends
    self.interval = interval
    self.now = now
    self.report = report
  }

  /// Runs until the task is cancelled. A cancelled task makes no queries, so its owner counts the
  /// rest.
  func run() async {
    while (try? await Task.sleep(for: interval)) != nil { await count() }
  }

  /// Counts the waiting searches. If that fails they are lost: keeping them would cost more than
  /// they are worth.
  func count() async {
    let (searches, dropped) = collected.drain()
    var lost = dropped
    let now = now()
    for (instant, some) in Dictionary(grouping: searches, by: { $0.instant(before: now) }) {
      do throws(Failure) {
        try await trends.count(some, at: instant)
      } catch {
        lost += some.count
      }
    }
    if lost > 0 { report(.searchesUncounted(lost)) }
  }
}

/// Asks the store every second whether writes are stopped.
struct ReadOnlyWatch: Sendable {
  let repository: any ReadOnlyRepository
  let gate: ReadOnlyGate
  var interval = Duration.seconds(1)

  /// Asks every second until the task is cancelled.
  func run() async {
    while (try? await Task.sleep(for: interval)) != nil { await ask() }
  }

  /// Asks for the first time, before anything is served. While the store is down, no write is
  /// allowed.
  func begin() async {
    gate.close(true)
    await ask()
  }

  /// Asks once. While the store is away, the last answer holds.
  private func ask() async {
    do throws(Failure) {
      gate.close(try await repository.readOnlySince() != nil)
    } catch {}
  }
}
