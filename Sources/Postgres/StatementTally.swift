public import EventLoop

/// Counts the statements that a task runs, and the time that they take; for those who measure.
///
/// Only pools and connections count whose ``StatementPolicy/isTallied`` is set. Bind it with
/// `StatementTally.$current.withValue`, on the loop of the pool.
///
/// Touched on that loop only, which `@unchecked Sendable` promises.
public final class StatementTally: @unchecked Sendable {
  /// That of the current task.
  @TaskLocal public static var current: StatementTally?

  /// Statements, `COMMIT` among them. What was run again counts once.
  public private(set) var statements = 0
  /// When the first began, or the wait for its connection.
  public private(set) var first: MonotonicTime?
  /// When the last ended.
  public private(set) var last: MonotonicTime?
  /// The time in which at least one was under way, waiting for a connection included.
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
