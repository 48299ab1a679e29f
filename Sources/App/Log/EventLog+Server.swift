import Dialects
import Domain
import HTTP
import HTTPServer
import Logging
import OTLP
import Transport
import Web

extension EventLog {
  /// Automatic renewal replaces a certificate weeks before its end.
  private static let certificateDaysMin = 7

  func report(_ event: ServerEvent) {
    switch event {
    case .finished(let exchange): report(exchange)
    case .refused(let error, let requestID, let client):
      logger.info(
        "refused",
        metadata: [
          "request_id": "\(requestID)", "status": .number(error.status.code),
          "code": "\(error.code)",
          "reason": "\(error.reason)", "client": "\(client.address)",
        ])
    case .connectionRefused(let reason, let address):
      logger.info(
        "connection_refused",
        metadata: ["reason": "\(reason.rawValue)", "client": "\(address)"])
    case .acceptPaused(let open, let isNews):
      if isNews { logger.warning("accept_paused", metadata: ["open": .number(open)]) }
    case .invalidResponse(let error, let requestID):
      logger.error(
        "invalid_response", metadata: ["request_id": "\(requestID)", "reason": "\(error)"])
    case .streamBroken(let requestID, let reason):
      logger.info(
        "stream_broken", metadata: ["request_id": "\(requestID)", "reason": "\(reason)"])
    case .handshakeFailed(let reason, let client):
      logger.info(
        "handshake_failed", metadata: ["reason": "\(reason)", "client": "\(client.address)"])
    case .certificateLoaded(let daysLeft):
      let level: Logger.Level = daysLeft < Self.certificateDaysMin ? .warning : .notice
      logger.log(level: level, "certificate_loaded", metadata: ["days_left": .number(daysLeft)])
    case .certificateNotLoaded(let reason):
      logger.error("certificate_not_loaded", metadata: ["reason": "\(reason)"])
    }
  }

  /// The totals at the end, so that the log alone shows the work of a process.
  func report(_ counters: Counters) {
    let classes = (2...5).map { "\($0)xx=\(counters.answers[$0])" }.joined(separator: " ")
    let refusals = counters.refusals.sorted { $0.key < $1.key }
    logger.notice(
      "counted",
      metadata: [
        "connections": .number(counters.connectionsAccepted),
        "connections_refused": .number(counters.connectionsRefused),
        "handshakes_failed": .number(counters.handshakesFailed),
        "requests": .number(counters.requests),
        "answers": "\(classes)", "accept_pauses": .number(counters.acceptPauses),
        "refusals": "\(refusals.map { "\($0.key)=\($0.value)" }.joined(separator: " "))",
        "streams_broken": .number(counters.streamsBroken),
        "bytes_received": .number(counters.bytesReceived),
        "bytes_sent": .number(counters.bytesSent),
      ])
  }

  /// One line for each attempt to change something, at any log level: audit lines are always
  /// written.
  func report(_ entry: AuditEntry) {
    var line = queue.line(level: "notice", event: "audit")
    line.add("request_id", entry.requestID)
    line.add("action", entry.action)
    if let principal = entry.principal { line.add("principal", principal) }
    line.add("resource", entry.resource)
    line.add("status", entry.status)
    line.add("outcome", entry.outcome)
    line.add("client", entry.client.description)
    if let traceID = entry.traceID { line.add("trace_id", traceID) }
    queue.append(line.finished())
  }

  /// One line for each request. The query is left out: people put secrets into it. So are the words
  /// in paths that permit something.
  private func report(_ exchange: ServerEvent.Exchange) {
    let request = exchange.request
    let level = Self.level(request.method, request.target.path, exchange.status)
    guard level >= self.level else { return }
    var line = queue.line(level: level.literal, event: "request")
    line.add("request_id", exchange.requestID)
    line.add("method", exchange.request.method.rawValue)
    line.add("path", LoggedPath.shown(exchange.request.target.path))
    line.add("status", exchange.status.code)
    line.add("bytes", exchange.sentBytes)
    line.add("duration_ms", exchange.duration)
    line.add("client", exchange.client.address.description)
    if exchange.client.peer != exchange.client.address {
      line.add("peer", exchange.client.peer.description)
    }
    if let key = exchange.client.certificateFingerprint { line.add("client_key", key) }
    if let trace = exchange.trace { line.add("trace_id", trace.traceID) }
    queue.append(line.finished())
  }

  /// The level of the line for a request. Most requests are reads that succeed: a journal with a
  /// limit would drop the lines of writes and refusals for theirs.
  static func level(
    _ method: HTTP.Method, _ path: @autoclosure () -> String, _ status: Status
  ) -> Logger.Level {
    // A 503 of the readiness check is no failure: it is part of every orderly stop.
    if status.code >= 500 { return path() == HealthRoutes.readyPath ? .info : .error }
    return method.isSafe && status.code < 400 ? .debug : .info
  }
}

extension EventLog {
  /// Writes one line when the export begins to fail, and one when it works again. Metrics count the
  /// lost spans.
  func report(_ event: SpanExporter.Event) {
    switch event {
    case .failing(let reason):
      logger.warning("traces_not_exported", metadata: ["reason": "\(reason)"])
    case .recovered: logger.notice("traces_exported_again")
    case .exported, .dropped: break
    }
  }
}

extension Logger.MetadataProvider {
  /// Adds the request to its log lines, also when the writing code does not know it.
  static let ongoingRequest = Logger.MetadataProvider {
    OngoingRequest.current?.metadata ?? [:]
  }
}

extension OngoingRequest {
  /// The members that identify the request in a log line.
  var metadata: Logger.Metadata {
    var metadata: Logger.Metadata = ["request_id": "\(id)"]
    if let trace { metadata["trace_id"] = "\(trace.traceID)" }
    return metadata
  }
}
