public import EventLoop

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
  /// Whether statements count in ``StatementTally/current``. Otherwise it is not looked up.
  public var isTallied = false
  /// Measures all statements, and the waits for connections of a pool; nil measures nothing.
  public var meter: (any PoolMeter)?
  /// Observes statements for their callers; nil observes none.
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

/// Observes statements together with their callers, so that logs and traces of a statement name the
/// request that ran it.
public protocol StatementWatch: Sendable {
  /// The caller of the current task; nil when its statements are not observed. Called when a
  /// statement is handed to its connection.
  func caller() -> (any AnyObject & Sendable)?

  /// A statement of this caller was answered, refused or given up; called once for each try. Called
  /// on the loop before the caller continues; it must not block.
  ///
  /// - Parameters:
  ///   - name: nil for scripts and copies.
  ///   - nanoseconds: since it was handed to its connection.
  ///   - failure: nil when it succeeded.
  func ended(
    _ name: StatementName?, of caller: any AnyObject & Sendable, nanoseconds: Int64,
    failure: PostgresError?)
}

/// Counts the statements that a task runs, and the time that they take.
///
/// Only pools and connections count whose ``StatementPolicy/isTallied`` is set. Bind it with
/// `StatementTally.$current.withValue`, on the loop of the pool.
///
/// Touched on that loop only, which `@unchecked Sendable` promises.
public final class StatementTally: @unchecked Sendable {
  /// The tally of the current task.
  @TaskLocal public static var current: StatementTally?

  /// Statements, `COMMIT` included. A repeated statement counts once.
  public private(set) var statements = 0
  /// When the first one began, or the wait for its connection.
  public private(set) var first: MonotonicTime?
  /// When the last one ended.
  public private(set) var last: MonotonicTime?
  /// The time in which at least one was running, waiting for a connection included.
  public private(set) var spent: Duration = .zero
  private var underWay = 0
  private var busySince = MonotonicTime(nanoseconds: 0)

  /// Has counted nothing yet.
  public init() {}

  func begin(statements count: Int = 1) {
    statements += count
    underWay += 1
    guard underWay == 1 else { return }
    busySince = .now()
    first = first ?? busySince
  }

  func end() {
    underWay -= 1
    guard underWay == 0 else { return }
    let now = MonotonicTime.now()
    spent += now - busySince
    last = now
  }
}
