extension Configuration {
  /// The work is divided among several processes of one loop each, or among loops of one.
  func checkWorkers(_ reader: inout SettingReader) {
    // A number that is none was told already.
    if workers > 0, reader.text(.loops).flatMap({ Int($0) }) == loops {
      reader.reject(
        .loops, "each worker has one loop: add --workers 0 for one process with several.")
    }
  }

  /// Loops in all processes together.
  package var totalLoops: Int { workers > 0 ? workers : loops }

  /// What these settings are for one of `count` workers: its share, and nothing that its parent has
  /// done already.
  mutating func becomeWorker(of count: Int, isDatabasePrivate: Bool) {
    if isDatabasePrivate {
      let share = DatabaseShare(loops: count, wanted: databaseConnections)
      databaseConnections = share.connectionsOfLoop
    }
    workers = 0
    loops = 1
    sharers = count
    connections = max(1, connections / count)
    proxies = proxies.shared(among: count)
    clientLimits.heldBytes /= count
    loadsDemo = false
    migrates = false
  }
}
