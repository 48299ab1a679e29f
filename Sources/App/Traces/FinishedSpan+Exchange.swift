import Dialects
import HTTP
import HTTPServer
import OTLP
import Tracing
import Web

extension FinishedSpan {
  /// The span of a request, as long as it took from the end of its head to the end of its answer.
  ///
  /// Nothing of the query, the fields and the body is in it, nor who asked.
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
    if let wasShared = exchange.note.wasShared {
      attributes.append(Attribute("moa.answer.shared", wasShared))
    }
    self.init(
      route.map { "\(method) \($0)" } ?? method, .server, SpanContext(trace),
      under: trace.parentID, took: exchange.nanoseconds, attributes, isError: isError)
  }
}
