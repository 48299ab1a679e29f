/// How the connections of the private PostgreSQL are divided among the processes that serve.
///
/// Each process has two sets of connections, shared and exclusive ones, with at least one of each,
/// and one more for the readiness probe; so many processes need more connections than few.
struct DatabaseShare {
  /// How many of each set a process may open.
  let connectionsOfProcess: Int
  /// How many the server must admit.
  let serverConnections: Int

  /// The number for all processes together while they are few: a connection is a process of
  /// PostgreSQL with some megabytes, and more of them than cores make nothing faster.
  private static let usual = 40
  /// For commands beside the server, a person with psql, and those that PostgreSQL reserves.
  private static let reserved = 10

  /// - Parameter wanted: connections of each set that the configuration asks for.
  init(processes: Int, wanted: Int) {
    let processes = max(1, processes)
    connectionsOfProcess = min(wanted, max(1, (Self.usual / processes - 1) / 2))
    // Twice: connections of a worker that was killed may outlive it while the next one connects.
    serverConnections =
      max(Self.usual, 2 * processes * (2 * connectionsOfProcess + 1)) + Self.reserved
  }

  init(_ configuration: Configuration) {
    self.init(processes: configuration.processes, wanted: configuration.databaseConnections)
  }
}
