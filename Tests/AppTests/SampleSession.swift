import App
import LocalPostgres
import Logging
import Operations
import TestDatabase

extension AdministrationSession {
  /// A session on a new database, with its connection string.
  static func sample(
    migrated: Bool = true
  ) async throws -> (session: AdministrationSession, conninfo: String) {
    let conninfo = try await TestDatabase.shared.makeDatabase()
    let session = try sample(on: conninfo)
    if migrated { _ = try await session.migrate() }
    return (session, conninfo)
  }

  static func sample(on conninfo: String) throws -> AdministrationSession {
    let configuration = try Configuration.read(
      flags: [.databaseURL: conninfo], environment: ["HOME": "/nonexistent"],
      machine: .current(environment: ["HOME": "/nonexistent"]))
    let log = EventLog(LogQueue(descriptor: 2), level: .critical)
    return AdministrationSession(configuration, log)
  }
}
