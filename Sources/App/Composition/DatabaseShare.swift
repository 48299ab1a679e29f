/// How the connections of the private server are shared out among the loops.
///
/// Each loop has two sets of connections, shared and exclusive ones, needs one of each at least,
/// and has one more that readiness is asked by; so a server for many loops must admit more
/// connections than one for few.
struct DatabaseShare {
  /// How many of each set a loop may open.
  let connectionsOfLoop: Int
  /// How many the server must admit.
  let serverConnections: Int

  /// What all loops together take as long as they are few: a connection is a process with some
  /// megabytes, and more of them than cores make nothing faster.
  private static let usual = 40
  /// For commands beside the server, a person with psql, and those that PostgreSQL keeps back.
  private static let reserved = 10

  /// - Parameter wanted: connections of each set that the configuration asks for.
  init(loops: Int, wanted: Int) {
    let loops = max(1, loops)
    connectionsOfLoop = min(wanted, max(1, (Self.usual / loops - 1) / 2))
    // Twice: connections of a worker that was killed may outlive it while the next one connects.
    serverConnections = max(Self.usual, 2 * loops * (2 * connectionsOfLoop + 1)) + Self.reserved
  }

  init(_ configuration: Configuration) {
    self.init(loops: configuration.totalLoops, wanted: configuration.databaseConnections)
  }
}
