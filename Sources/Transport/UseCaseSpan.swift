import HTTP
package import UseCases
package import Web

/// Carries out a use case: every call of one passes here, in a span with its name.
package func performing<UseCase, Value>(
  _ useCase: UseCase, _ body: () async throws(Failure) -> Value
) async throws(Failure) -> Value {
  try await spanning("\(UseCase.self)", isFault: \.isFault, body)
}

/// The same of a use case that reads a form, whose errors it throws on.
package func performing<UseCase, Value>(
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
package func answering<UseCase, Value>(
  _ useCase: UseCase, _ body: () async throws(Failure) -> Value
) async throws(Problem) -> Value {
  do throws(Failure) {
    return try await performing(useCase, body)
  } catch {
    throw Problem(error)
  }
}
