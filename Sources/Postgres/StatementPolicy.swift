/// How long statements may take, and whether they are prepared.
public struct StatementPolicy: Sendable {
  /// From the call to the last row, retry included. Longer than any page needs; shorter than the
  /// patience of a mobile client; longer than the server's `lock_timeout` of 1 s.
  public var readDeadline: Duration = .seconds(2)
  /// Longer than the server's own `statement_timeout` of 4 s, so that the server gives up first
  /// and says so, instead of leaving the outcome unknown. That holds for writes that a pool sends:
  /// on a connection that reads share, a read's shorter deadline would end the write as well.
  public var writeDeadline: Duration = .seconds(5)
  /// Statements that took longer are reported as `.statementSlow`.
  public var slowAfter: Duration = .milliseconds(500)
  /// Reads of one turn that share a batch: enough to divide the price of a round trip, few enough
  /// that the first does not wait long for the last, and that a failure makes few be sent again.
  public var batchStatementsMax = 16
  /// Whether a statement's plan is kept for the next time.
  public var preparation = Preparation.automatic
  /// Whether statements count in ``StatementTally/current``. Otherwise nobody looks whether there
  /// is one.
  public var isTallied = false
  /// Measures all statements, and the waits for connections of a pool; nil for nobody.
  public var meter: (any PoolMeter)?
  /// Follows statements for their callers; nil for nobody.
  public var watch: (any StatementWatch)?

  /// Whether statements are prepared, once per connection.
  public enum Preparation: String, Sendable, CaseIterable {
    /// Always: behind a pooler that follows them, such as PgBouncer from 1.21 on.
    case always = "on"
    /// Never.
    case never = "off"
    /// Where the session is with PostgreSQL itself, and not behind a pooler, as each connection
    /// finds out for a round trip.
    case automatic = "auto"
  }

  /// The defaults.
  public init() {}

  var tally: StatementTally? { isTallied ? .current : nil }

  func deadline(of effect: Effect) -> Duration { effect == .read ? readDeadline : writeDeadline }
}
