import Dialects
import Domain
import HTTP
import HTTPServer
import Meters
import OTLP
import Pictures
import Postgres
import Tracing
import UseCases
import Web

/// Assigns statements to their requests, for the log, and records them if the request is recorded.
struct RequestWatch: StatementWatch {
  let server: DatabaseMeter.Server
  /// Nil where nothing is recorded.
  let queue: SpanQueue?

  /// A ``RecordedStatement``, or else the request.
  func caller() -> (any AnyObject & Sendable)? {
    guard queue != nil, let parent = InstrumentationContext.current?.span else {
      return OngoingRequest.current
    }
    return RecordedStatement(under: parent, of: OngoingRequest.current)
  }

  /// Source: OpenTelemetry semantic conventions 1.37, "PostgreSQL client".
  func ended(
    _ name: StatementName?, of caller: any AnyObject & Sendable, nanoseconds: Int64,
    failure: PostgresError?
  ) {
    guard let queue, let statement = caller as? RecordedStatement else { return }
    let summary = name?.description ?? "script"
    var attributes = [
      Attribute("db.system.name", "postgresql"), Attribute("db.query.summary", summary),
      Attribute("moa.database.server", server.rawValue),
    ]
    if let failure {
      if case .server(let report) = failure.kind {
        attributes.append(Attribute("db.response.status_code", report.sqlState))
      }
      attributes.append(Attribute("error.type", failure.metricClass))
    }
    queue.append(
      FinishedSpan(
        summary, .client, .child(of: statement.parent), under: statement.parent.spanID,
        took: nanoseconds, attributes, isError: failure != nil))
  }

  /// The request of a caller.
  static func request(of caller: (any AnyObject & Sendable)?) -> OngoingRequest? {
    (caller as? RecordedStatement)?.request ?? caller as? OngoingRequest
  }
}

/// A statement of a recorded request.
private final class RecordedStatement: Sendable {
  let parent: SpanContext
  let request: OngoingRequest?

  init(under parent: SpanContext, of request: OngoingRequest?) {
    self.parent = parent
    self.request = request
  }
}

extension PoolConfiguration {
  /// The same policy, with statements assigned to their requests and recorded with them.
  func watched(by traces: Traces?, as server: DatabaseMeter.Server) -> Self {
    var copy = self
    copy.statements.watch = RequestWatch(server: server, queue: traces?.queue)
    return copy
  }
}

extension FinishedSpan {
  /// The span of a request, from the end of its head to the end of its answer.
  ///
  /// It contains nothing of the query, the fields and the body, and not the client's identity.
  /// Source: OpenTelemetry semantic conventions 1.37, "HTTP server".
  init(_ exchange: ServerEvent.Exchange, _ trace: TraceContext) {
    let method = exchange.request.method.rawValue
    let route = exchange.note.route == 0 ? nil : RoutePaths.all.names[exchange.note.route]
    let isError = exchange.status.code >= 500
    var attributes = [
      Attribute("http.request.method", method),
      Attribute("http.response.status_code", exchange.status.code),
      Attribute("url.path", LoggedPath.shown(exchange.request.target.path)),
      Attribute("url.scheme", exchange.client.scheme.rawValue),
      Attribute("moa.request.id", exchange.requestID),
    ]
    if let route { attributes.append(Attribute("http.route", route)) }
    if let code = exchange.note.refusal { attributes.append(Attribute("moa.error.code", code)) }
    if isError { attributes.append(Attribute("error.type", "\(exchange.status.code)")) }
    if let status = exchange.note.cacheStatus {
      attributes.append(Attribute("moa.answer", status.rawValue))
    }
    self.init(
      route.map { "\(method) \($0)" } ?? method, .server, SpanContext(trace),
      under: trace.parentID, took: exchange.nanoseconds, attributes, isError: isError)
  }
}

/// Passes the reports of the image pipeline to the metrics, the log and the traces.
struct PictureWatch: PictureObserver {
  /// Nil where nothing is measured.
  let meter: ImageMeter?
  let log: EventLog

  func take(_ report: DecoderReport) {
    meter?.take(report)
    log.report(.decoder(report))
  }

  func take(_ outcome: Result<PreparedImage, IntakeError>, after duration: Duration) {
    meter?.take(outcome, after: duration)
  }

  func span<Value, Trouble: Error>(
    _ name: String, failure: (Trouble) -> Failure?, _ work: () async throws(Trouble) -> Value
  ) async throws(Trouble) -> Value {
    try await spanning(name, isFault: { failure($0)?.isFault == true }, work)
  }
}
