import Postgres
import UseCases

extension Pool {
  /// Runs `body` in a transaction that writes, and again when the server undid it for a reason
  /// that passes.
  ///
  /// `body` must not touch anything outside of the transaction, because it may run three times:
  /// a third collision in a row means more than bad luck.
  func repeatableTransaction<Value: Sendable>(
    _ body: @Sendable (Transaction) async throws -> Value
  ) async throws(Failure) -> Value {
    do {
      return try await transaction(TransactionMode(attemptsMax: 3), body)
    } catch { throw Failure(error) }
  }
}
