/// The bounds of one loop's pool.
public struct PoolConfiguration: Sendable {
  /// Where to connect.
  public var connectionString: ConnectionString
  /// Deadlines of statements.
  public var statements = StatementPolicy()
  /// Connections for single reads, each shared by many of them at once.
  public var sharedConnectionsMax = 4
  /// Statements in flight on one shared connection: enough to hide a round trip, few enough that
  /// a slow one delays few others.
  public var pipelineDepth = 64
  /// Connections for transactions, single writes and long reads, one each at a time. With none,
  /// single statements that want one are refused as `.poolExhausted`.
  public var exclusiveConnectionsMax = 4
  /// Callers waiting for a connection, as a multiple of what the pool can do at once.
  public var waitingFactor = 4
  /// How long a caller waits for a connection while the server is there.
  public var waitingDeadline: Duration = .milliseconds(500)
  /// How long there is no connection before the server counts as away. When one of its processes
  /// crashes it restarts all of them, which takes about 150 ms and should pass unnoticed.
  public var awayAfter: Duration = .milliseconds(400)
  /// How long a caller waits while the server is known to be away: an honest refusal must come
  /// within 250 ms, and a request that meets the server's return should still be served.
  public var awayDeadline: Duration = .milliseconds(200)
  /// How long a caller waits while no process listens at the server's address.
  public var absentDeadline: Duration = .milliseconds(80)
  /// For one attempt, from the first name to be resolved to a server's readiness; the servers that
  /// are tried share it.
  public var connectDeadline: Duration = .seconds(2)
  /// Pauses between attempts to connect, doubling, each jittered by a half.
  public var backoff: ClosedRange<Duration> = .milliseconds(50) ... .seconds(1)
  /// Connections are replaced after this time, jittered by a tenth, so that the server's memory
  /// for them is returned and a moved server is found.
  public var lifetime: Duration = .seconds(30 * 60)
  /// Statements in a row that miss their deadline, or are given up with one that does, before the
  /// server counts as away.
  public var timeoutsMax = 5

  /// The defaults, for this server.
  public init(_ connectionString: ConnectionString) {
    self.connectionString = connectionString
  }
}
