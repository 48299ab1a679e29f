import CoreMetrics
import Postgres
import Prometheus

/// Counts what one loop asks of one database server.
///
/// Owned by its loop, which `@unchecked Sendable` promises.
final class DatabaseMeter: PoolMeter, @unchecked Sendable {
  enum Server: String {
    case primary
    /// The standby for reads.
    case replica
  }

  /// Gauges of the connections of one kind.
  private struct Gauges {
    let waiting: Meter
    let open: Meter
    let inUse: Meter
    let limit: Meter

    init(_ factory: StoreFactory, _ server: Server, _ pool: String) {
      waiting = MetricFamily.databaseWaiting.gauge(in: factory, server.rawValue, pool)
      open = MetricFamily.databaseOpen.gauge(in: factory, server.rawValue, pool)
      inUse = MetricFamily.databaseInUse.gauge(in: factory, server.rawValue, pool)
      limit = MetricFamily.databaseLimit.gauge(in: factory, server.rawValue, pool)
    }

    func publish(_ usage: PoolUsage) {
      waiting.set(usage.waiting)
      open.set(usage.open)
      inUse.set(usage.inUse)
      limit.set(usage.connectionsMax)
    }
  }

  private let factory: StoreFactory
  private let server: Server
  private let waits: (shared: Timer, exclusive: Timer)
  private let gauges: (shared: Gauges, exclusive: Gauges)
  private let available: Meter
  private let connected: Counter
  private let lost: Counter
  private let connectFailed: Counter
  private let exhausted: Counter
  private let retried: Counter
  @exclusivity(unchecked) private var statements: [StatementName: Timer] = [:]
  private var errors: [String: Counter] = [:]

  init(_ factory: StoreFactory, _ server: Server) {
    self.factory = factory
    self.server = server
    let name = server.rawValue
    waits = (
      MetricFamily.databaseWait.timer(in: factory, name, "shared"),
      MetricFamily.databaseWait.timer(in: factory, name, "exclusive")
    )
    gauges = (Gauges(factory, server, "shared"), Gauges(factory, server, "exclusive"))
    available = MetricFamily.databaseAvailable.gauge(in: factory, name)
    connected = MetricFamily.databaseConnected.counter(in: factory, name)
    lost = MetricFamily.databaseLost.counter(in: factory, name)
    connectFailed = MetricFamily.databaseConnectFailed.counter(in: factory, name)
    exhausted = MetricFamily.databaseExhausted.counter(in: factory, name)
    retried = MetricFamily.databaseRetried.counter(in: factory, name)
    // An alert looks at its increase, and a series that begins with 1 has not increased.
    _ = makeErrorCounter("53")
  }

  // MARK: As it happens

  func ended(_ name: StatementName?, nanoseconds: Int64, failure: PostgresError?) {
    if let name { (statements[name] ?? makeTimer(name)).recordNanoseconds(nanoseconds) }
    if let failure { count(failure) }
  }

  func waited(nanoseconds: Int64, isShared: Bool) {
    (isShared ? waits.shared : waits.exclusive).recordNanoseconds(nanoseconds)
  }

  func take(_ event: PostgresEvent) {
    switch event {
    case .connected: connected.increment()
    case .connectFailed: connectFailed.increment()
    case .lost: lost.increment()
    case .exhausted(let refused, _): exhausted.increment(by: refused)
    case .retried: retried.increment()
    case .readOnly, .away, .back, .statementSlow, .notice: break
    }
  }

  private func makeTimer(_ name: StatementName) -> Timer {
    let timer = MetricFamily.statementDuration.timer(in: factory, server.rawValue, "\(name)")
    statements[name] = timer
    return timer
  }

  private func count(_ failure: PostgresError) {
    let name = failure.metricClass
    (errors[name] ?? makeErrorCounter(name)).increment()
  }

  private func makeErrorCounter(_ name: String) -> Counter {
    let counter = MetricFamily.databaseErrors.counter(in: factory, server.rawValue, name)
    errors[name] = counter
    return counter
  }

  // MARK: Once a second

  func publish(_ pool: Pool) {
    gauges.shared.publish(pool.sharedUsage)
    // All that wants one of these is the primary's.
    if server == .primary { gauges.exclusive.publish(pool.exclusiveUsage) }
    available.set(pool.isAvailable ? 1 : 0)
  }
}

extension PostgresError {
  /// What it is counted as: the class of SQLSTATE, or what went wrong outside of the server.
  var metricClass: String {
    switch kind {
    case .server(let report):
      let name = String(report.sqlState.prefix(2))
      return Self.classes.contains(name) ? name : "other"
    case .connection: return "connection"
    case .timeout: return "timeout"
    case .poolExhausted: return "pool_exhausted"
    case .decoding: return "decoding"
    case .encoding: return "encoding"
    case .commitOutcomeUnknown: return "commit_unknown"
    case .cancelled: return "cancelled"
    case .misuse: return "misuse"
    case .configuration: return "configuration"
    }
  }

  /// Source: PostgreSQL's documentation, Appendix A; and PgBouncer's own 08P01.
  private static let classes: Set<String> = [
    "00", "01", "02", "03", "08", "09", "0A", "0B", "0F", "0L", "0P", "0Z", "20", "21", "22",
    "23", "24", "25", "26", "27", "28", "2B", "2D", "2F", "34", "38", "39", "3B", "3D", "3F",
    "40", "42", "44", "53", "54", "55", "57", "58", "72", "F0", "HV", "P0", "XX",
  ]
}
