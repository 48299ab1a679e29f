import Logging
import Postgres

extension EventLog {
  /// - Parameter server: the prefix of the events' names.
  func report(_ event: PostgresEvent, of server: String = "database") {
    switch event {
    case .connected(let process, let took):
      logger.debug(
        "\(server)_connected",
        metadata: ["process": .number(process), "took_ms": .milliseconds(took)])
    case .connectFailed(let error, let pause, let isNews):
      logger.log(
        level: isNews ? .warning : .debug, "\(server)_connect_failed",
        metadata: ["reason": "\(error)", "pause_ms": .milliseconds(pause)])
    case .lost(let process, let error, let inFlight):
      logger.warning(
        "\(server)_connection_lost",
        metadata: [
          "process": .number(process), "reason": "\(error)", "in_flight": .number(inFlight),
        ])
    case .readOnly(let process):
      logger.warning("\(server)_read_only", metadata: ["process": .number(process)])
    case .away: logger.error("\(server)_away")
    case .back(let duration):
      logger.notice("\(server)_back", metadata: ["after_ms": .milliseconds(duration)])
    case .exhausted(let refused, let waiting):
      logger.warning(
        "\(server)_pool_exhausted",
        metadata: ["refused": .number(refused), "waiting": .number(waiting)])
    case .retried(let error):
      logger.notice("\(server)_read_retried", metadata: ["reason": "\(error)"])
    case .statementSlow(let name, let text, let took, let caller):
      var metadata: Logger.Metadata = [
        "statement": "\(name?.description ?? "script")", "took_ms": .milliseconds(took),
        "sql": "\(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))",
      ]
      // This is not always called in the task of the request.
      metadata.merge(RequestWatch.request(of: caller)?.metadata ?? [:]) { _, new in new }
      logger.warning("\(server)_statement_slow", metadata: metadata)
    case .notice(let report):
      logger.info(
        "\(server)_notice",
        metadata: ["sqlstate": "\(report.sqlState)", "message": "\(report.message)"])
    }
  }
}
