import EventLoop
import Logging
import Postgres

/// One command that works on the database and then ends: `moa seed`, `moa token`, `moa migrate`.
///
/// It may run beside a server. Without one, the private database is started for as long as the
/// command takes.
package struct AdministrationSession: Sendable {
  let configuration: Configuration
  let log: EventLog
  let stop: StopRequest

  package init(_ configuration: Configuration, _ log: EventLog) {
    self.configuration = configuration
    self.log = log
    stop = StopRequest(log, role: .command)
  }

  /// From now on a signal that ends this process also stops the database that it started.
  package func observeSignals() {
    TerminationSignals.observe { [stop] in stop.receive($0) }
  }

  /// Runs `body` with a pool, on a database whose schema is this program's.
  func withPool<Value: Sendable>(
    _ body: @escaping @Sendable (Pool) async throws -> Value
  ) async throws(CommandError) -> Value {
    try await withDatabase { database, loop throws(CommandError) in
      let schema = SchemaPreparation(loop: loop, database: database, log: log)
      // A private database that no server uses may be as old as the last time we served.
      if database.started == nil {
        try await schema.check(NewerSchemaNotice { log.report($0) })
      } else {
        _ = try await schema.migrate()
      }
      do {
        return try await database.withPool(
          configuration, on: loop, observe: { [log] in log.report(.postgres($0)) }, body)
      } catch {
        throw CommandError(error)
      }
    }
  }

  /// Runs `body` with a database, whatever its schema is.
  ///
  /// - Parameter mayCreate: whether a private one is made where there is none.
  func withDatabase<Value: Sendable>(
    mayCreate: Bool = false,
    _ body: (OpenDatabase, EventLoop) async throws(CommandError) -> Value
  ) async throws(CommandError) -> Value {
    let database: OpenDatabase
    do throws(CommandError) {
      database = try await OpenDatabase.share(configuration, mayCreate: mayCreate) { [stop] in
        stop.willStart($0)
      }
    } catch {
      await stop.outlive()
      throw error
    }
    let value: Value
    do throws(CommandError) {
      value = try await body(database, try Application.makeLoop())
    } catch {
      await stop.outlive()
      try? await database.close(log)
      throw error
    }
    try await database.close(log)
    return value
  }
}
