/// Everything that the engine has to report. Never contains parameters or the connection string.
public enum PostgresEvent: Sendable {
  /// A connection is open; the process is the server's for it.
  case connected(process: Int32, took: Duration)
  /// An attempt failed; the next follows after the pause. It is no news when the one before it
  /// failed for the same reason and the server is known to be away.
  case connectFailed(PostgresError, pause: Duration, isNews: Bool)
  /// An open connection was given up, with so many statements on it.
  case lost(process: Int32, PostgresError, inFlight: Int)
  /// The server of a connection takes no writes any more: another is looked for.
  case readOnly(process: Int32)
  /// The last connection is gone and no new one comes: callers are refused soon.
  case away
  /// The server is there again.
  case back(after: Duration)
  /// Callers were refused because no connection became free in time; others still wait.
  case exhausted(refused: Int, waiting: Int)
  /// A read is tried again because its connection broke; once for each new try.
  case retried(PostgresError)
  /// A statement took longer than the policy calls slow. A script has no name. The caller is
  /// that of `StatementPolicy.watch`.
  case statementSlow(
    StatementName?, text: String, took: Duration, caller: (any AnyObject & Sendable)?)
  /// The server's notices and warnings.
  case notice(ServerReport)
}
