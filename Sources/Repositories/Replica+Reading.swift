import Postgres
import UseCases

extension Replica {
  /// What a read finds on the standby, or on the primary where the standby will not do.
  ///
  /// - Parameter find: reads with the ports that it is given.
  func either<Ports: Sendable, Value: Sendable>(
    _ standby: Ports, _ primary: Ports,
    _ find: @Sendable (Ports) async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let value = await read { () async throws(Failure) in try await find(standby) }
    guard let value else { return try await find(primary) }
    return value
  }

  /// As `either`; what the standby does not have the primary may have: another server has just
  /// written it, and a list that it gave away names it.
  func eitherHas<Ports: Sendable, Value: Sendable>(
    _ standby: Ports, _ primary: Ports,
    _ find: @Sendable (Ports) async throws(Failure) -> Value?
  ) async throws(Failure) -> Value? {
    let value = await read { () async throws(Failure) in try await find(standby) }
    guard let value, let found = value else { return try await find(primary) }
    return found
  }
}
