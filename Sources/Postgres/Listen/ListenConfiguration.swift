/// The bounds of one listener.
public struct ListenConfiguration: Sendable {
  /// Where to connect: directly, not through PgBouncer in transaction mode.
  public var connectionString: ConnectionString
  /// For one attempt, from the first name to be resolved to the server's readiness.
  public var connectDeadline: Duration = .seconds(2)
  /// For `LISTEN`, and for the answer to a ping.
  public var answerDeadline: Duration = .seconds(2)
  /// After so long a silence the server is asked whether it is still there. With the deadline for
  /// its answer this is how long a connection can be dead before that is noticed, whatever the
  /// system knows of it; the keepalives of the connection string find vanished machines earlier.
  public var pingInterval: Duration = .seconds(5)
  /// Pauses between attempts to connect, doubling, each jittered by a half.
  public var backoff: ClosedRange<Duration> = .milliseconds(50) ... .seconds(1)
  /// Notifications that wait for a slow consumer. One more, and all of them become one `.gap`: it
  /// has to read again, and need not see what that covers. At most 8 MB with the largest payloads.
  public var notificationsMax = 1_000

  /// The defaults, for this server.
  public init(_ connectionString: ConnectionString) {
    self.connectionString = connectionString
  }

  /// For what a listener has in common with a pool.
  var pool: PoolConfiguration {
    var pool = PoolConfiguration(connectionString)
    pool.backoff = backoff
    pool.connectDeadline = connectDeadline
    pool.statements.readDeadline = answerDeadline
    pool.statements.writeDeadline = answerDeadline
    // One ping on each connection: a name for it on the server would be one more thing to keep.
    pool.statements.preparation = .never
    return pool
  }
}
