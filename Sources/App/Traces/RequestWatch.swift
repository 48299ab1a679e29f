import HTTP
import OTLP
import Postgres
import Tracing

/// Knows statements as those of their requests, for the log, and records them where the request is
/// recorded.
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

  /// The request that a caller stands for.
  static func request(of caller: (any AnyObject & Sendable)?) -> OngoingRequest? {
    (caller as? RecordedStatement)?.request ?? caller as? OngoingRequest
  }
}

/// A statement of a request that is recorded.
private final class RecordedStatement: Sendable {
  let parent: SpanContext
  let request: OngoingRequest?

  init(under parent: SpanContext, of request: OngoingRequest?) {
    self.parent = parent
    self.request = request
  }
}

extension PoolConfiguration {
  /// The same whose statements are known as those of their requests, and recorded where those are.
  func watched(by traces: Traces?, as server: DatabaseMeter.Server) -> Self {
    var copy = self
    copy.statements.watch = RequestWatch(server: server, queue: traces?.queue)
    return copy
  }
}
