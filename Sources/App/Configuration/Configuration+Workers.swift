import Operations

extension Configuration {
  /// Processes that serve: the workers, or this one alone.
  package var processes: Int { max(1, workers) }

  /// Turns the settings into those of one of `count` workers: its share of the limits, and nothing
  /// that its parent does.
  mutating func becomeWorker(of count: Int, isDatabasePrivate: Bool) {
    if isDatabasePrivate {
      let share = DatabaseShare(processes: count, wanted: databaseConnections)
      databaseConnections = share.connectionsOfProcess
    }
    workers = 0
    sharers = count
    connections = max(1, connections / count)
    proxies = proxies.shared(among: count)
    clientLimits.heldBytes /= count
    loadsDemo = false
    migrates = false
  }
}
