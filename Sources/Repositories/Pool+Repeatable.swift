import Postgres
import UseCases

extension Pool {
  /// How often a transaction is tried: a third collision in a row means more than bad luck.
  private static let attemptsMax = 3

  /// Runs `body` in a transaction, and again when the server undid it for a reason that passes.
  ///
  /// `body` must not touch anything outside of the transaction, because it may run thrice.
  /// Only 40001 and 40P01 are repeated: after anything else the outcome may be unknown.
  func repeatableTransaction<Value: Sendable>(
    _ body: @Sendable (Transaction) async throws -> Value
  ) async throws(Failure) -> Value {
    var attempt = 1
    while true {
      do {
        return try await transaction(.readWrite, body)
      } catch {
        guard attempt < Self.attemptsMax, Self.isCollision(error) else { throw Failure(error) }
      }
      attempt += 1
      // Jitter, so that two that collided do not meet again.
      try? await Task.sleep(for: .milliseconds(Int.random(in: 5...50)))
    }
  }

  /// Serialization failure or deadlock: the server rolled everything back.
  private static func isCollision(_ error: any Error) -> Bool {
    let state = (error as? PostgresError)?.sqlState
    return state == "40001" || state == "40P01"
  }
}
