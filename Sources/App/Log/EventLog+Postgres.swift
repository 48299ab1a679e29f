import Logging
import Postgres

extension EventLog {
  func report(_ event: PostgresEvent) {
    switch event {
    case .connected(let process, let took):
      logger.debug(
        "database_connected", metadata: ["process": "\(process)", "took": "\(took)"])
    case .connectFailed(let error, let pause):
      logger.warning(
        "database_connect_failed", metadata: ["reason": "\(error)", "pause": "\(pause)"])
    case .lost(let process, let error, let inFlight):
      logger.warning(
        "database_connection_lost",
        metadata: [
          "process": "\(process)", "reason": "\(error)", "in_flight": "\(inFlight)",
        ])
    case .readOnly(let process):
      logger.warning("database_read_only", metadata: ["process": "\(process)"])
    case .away: logger.error("database_away")
    case .back(let duration): logger.notice("database_back", metadata: ["after": "\(duration)"])
    case .exhausted(let waiting):
      logger.warning("database_pool_exhausted", metadata: ["waiting": "\(waiting)"])
    case .retried(let error):
      logger.notice("database_read_retried", metadata: ["reason": "\(error)"])
    case .statementSlow(let statement, let took):
      logger.warning(
        "database_statement_slow",
        metadata: ["statement": "\(statement)", "took": "\(took)"])
    case .notice(let report):
      logger.info(
        "database_notice",
        metadata: ["sqlstate": "\(report.sqlState)", "message": "\(report.message)"])
    }
  }
}
