package import Postgres
import Prometheus

/// Counts the statements and connections of one loop and one database server.
///
/// `@unchecked Sendable`: only its loop uses it.
package final class DatabaseMeter: PoolMeter, @unchecked Sendable {
  package enum Server: String {
    case primary
    /// The standby for reads.
    case replica
  }

  /// Gauges of the connections of one kind.
  private struct Gauges {
    let waiting: Gauge
    let open: Gauge
    let inUse: Gauge
    let limit: Gauge

    init(_ store: SeriesStore, _ server: Server, _ pool: String) {
      waiting = store.gauge(.databaseWaiting, server.rawValue, pool)
      open = store.gauge(.databaseOpen, server.rawValue, pool)
      inUse = store.gauge(.databaseInUse, server.rawValue, pool)
      limit = store.gauge(.databaseLimit, server.rawValue, pool)
    }

    func publish(_ usage: PoolUsage) {
      waiting.set(usage.waiting)
      open.set(usage.open)
      inUse.set(usage.inUse)
      limit.set(usage.connectionsMax)
    }
  }

  private let store: SeriesStore
  private let server: Server
  private let waits: (shared: Histogram, exclusive: Histogram)
  private let gauges: (shared: Gauges, exclusive: Gauges)
  private let available: Gauge
  private let connected: Counter
  private let lost: Counter
  private let connectFailed: Counter
  private let exhausted: Counter
  private let retried: Counter
  @exclusivity(unchecked) private var statements: [StatementName: Histogram] = [:]
  private var errors: [String: Counter] = [:]

  init(_ store: SeriesStore, _ server: Server) {
    self.store = store
    self.server = server
    let name = server.rawValue
    waits = (
      store.histogram(.databaseWait, name, "shared"),
      store.histogram(.databaseWait, name, "exclusive")
    )
    gauges = (Gauges(store, server, "shared"), Gauges(store, server, "exclusive"))
    available = store.gauge(.databaseAvailable, name)
    connected = store.counter(.databaseConnected, name)
    lost = store.counter(.databaseLost, name)
    connectFailed = store.counter(.databaseConnectFailed, name)
    exhausted = store.counter(.databaseExhausted, name)
    retried = store.counter(.databaseRetried, name)
    // For the alert on its increase: a series that begins with 1 has not increased.
    _ = makeErrorCounter("53")
  }

  // MARK: As it happens

  package func ended(_ name: StatementName?, nanoseconds: Int64, failure: PostgresError?) {
    if let name { (statements[name] ?? makeHistogram(name)).record(nanoseconds: nanoseconds) }
    if let failure { count(failure) }
  }

  package func waited(nanoseconds: Int64, isShared: Bool) {
    (isShared ? waits.shared : waits.exclusive).record(nanoseconds: nanoseconds)
  }

  package func take(_ event: PostgresEvent) {
    switch event {
    case .connected: connected.increment()
    case .connectFailed: connectFailed.increment()
    case .lost: lost.increment()
    case .exhausted(let refused, _): exhausted.increment(by: refused)
    case .retried: retried.increment()
    case .readOnly, .away, .back, .statementSlow, .notice: break
    }
  }

  private func makeHistogram(_ name: StatementName) -> Histogram {
    let histogram = store.histogram(.statementDuration, server.rawValue, "\(name)")
    statements[name] = histogram
    return histogram
  }

  private func count(_ failure: PostgresError) {
    let name = failure.metricClass
    (errors[name] ?? makeErrorCounter(name)).increment()
  }

  private func makeErrorCounter(_ name: String) -> Counter {
    let counter = store.counter(.databaseErrors, server.rawValue, name)
    errors[name] = counter
    return counter
  }

  // MARK: Once a second

  package func publish(_ pool: Pool) {
    gauges.shared.publish(pool.sharedUsage)
    // A standby has no exclusive connections.
    if server == .primary { gauges.exclusive.publish(pool.exclusiveUsage) }
    available.set(pool.isAvailable ? 1 : 0)
  }
}

extension PostgresError {
  /// The value of the label `class`: the class of SQLSTATE, or a name for errors without one.
  package var metricClass: String {
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
