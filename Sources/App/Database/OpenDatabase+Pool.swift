import EventLoop
import Postgres

extension OpenDatabase {
  /// Runs `body` with a pool that is there for it only: for a start, or a command.
  ///
  /// No client waits for those, and a machine that starts everything at once may take its time, so
  /// the pool waits for what clients are refused for.
  func withPool<Value: Sendable>(
    _ configuration: Configuration, on loop: EventLoop,
    observe: @escaping @Sendable (PostgresEvent) -> Void,
    _ body: @escaping @Sendable (Pool) async throws -> Value
  ) async throws -> Value {
    var bounds = PoolConfiguration(configuration, self)
    bounds.connectDeadline = .seconds(10)
    bounds.waitingDeadline = .seconds(10)
    bounds.awayDeadline = .seconds(10)
    bounds.absentDeadline = .seconds(10)
    return try await Pool.forOnce(on: loop, bounds, observe: observe, body)
  }
}
