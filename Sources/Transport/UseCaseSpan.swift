import HTTP
import Tracing
package import UseCases

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

/// Carries out a use case: every call of one passes here, in a span with its name.
func performing<UseCase, Value>(
  _ useCase: UseCase, _ body: () async throws(Failure) -> Value
) async throws(Failure) -> Value {
  try await spanning("\(UseCase.self)", isFault: \.isFault, body)
}

/// The same of a use case that reads a form, whose errors it throws on.
func performing<UseCase, Value>(
  _ useCase: UseCase, uploading body: () async throws -> Value
) async throws -> Value {
  try await spanning(
    "\(UseCase.self)", isFault: { ($0 as? Failure)?.isFault ?? false }, body)
}

extension Failure {
  /// Whether it is answered as an error of the server.
  package var isFault: Bool { Problem(self).status.code >= 500 }
}

/// The same, and carries a failure over into the vocabulary of answers.
func answering<UseCase, Value>(
  _ useCase: UseCase, _ body: () async throws(Failure) -> Value
) async throws(Problem) -> Value {
  do throws(Failure) {
    return try await performing(useCase, body)
  } catch {
    throw Problem(error)
  }
}
