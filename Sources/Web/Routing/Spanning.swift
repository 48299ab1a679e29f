import HTTP
import Tracing

/// Runs work in a span of its own where the request is recorded, and otherwise just runs it.
///
/// - Parameters:
///   - name: of the span; made only where there is one.
///   - isFault: whether an error is a fault of this server, and not the client's or the shop's
///     usual business.
package func spanning<Value, Trouble: Error>(
  _ name: @autoclosure () -> String, isFault: (Trouble) -> Bool,
  _ work: () async throws(Trouble) -> Value
) async throws(Trouble) -> Value {
  guard InstrumentationContext.current != nil else { return try await work() }
  let span = startSpan(name())
  defer { span.end() }
  let outcome = await InstrumentationContext.$current.withValue(span.context) {
    () -> Result<Value, Trouble> in
    do throws(Trouble) {
      return .success(try await work())
    } catch {
      return .failure(error)
    }
  }
  if case .failure(let error) = outcome, isFault(error) {
    span.setStatus(SpanStatus(code: .error))
  }
  return try outcome.get()
}

extension Problem {
  /// Whether a route has failed by a fault of this server.
  static func isFault(_ error: any Error) -> Bool { Problem(of: error).status.code >= 500 }
}
