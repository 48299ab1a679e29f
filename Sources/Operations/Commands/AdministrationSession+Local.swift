import EventLoop
import LocalPostgres
import Postgres

/// Private databases that a command makes for itself.
extension AdministrationSession {
  /// Runs `body` with the server of a data directory of our form, which is started for that.
  func withLocal<Value: Sendable>(
    _ directory: String, _ server: LocalPostgresSettings,
    _ body: (OpenDatabase, EventLoop) async throws(CommandError) -> Value
  ) async throws(CommandError) -> Value {
    let local = try Self.local { () throws(LocalPostgresError) in
      try LocalPostgres(dataDirectory: directory, settings: server)
    }
    stop.willStart(local)
    let value: Value
    do throws(CommandError) {
      let started = try await Self.offload { try local.start() }
      let text = started + (server.isReadOnly ? " target_session_attrs=any" : "")
      let database = OpenDatabase(try Self.shop(text), Secret(text), settings)
      value = try await body(database, try EventLoop.ofProgram())
    } catch {
      await stop.outlive()
      try? await EventLoop.offload { try local.stop() }
      throw error
    }
    try await Self.offload { try local.stop() }
    return value
  }

  static func shop(_ text: String) throws(CommandError) -> ConnectionString {
    do throws(PostgresError) { return try ConnectionString(shop: text) } catch {
      throw CommandError(.software, "\(error).")
    }
  }

  static func local<Value>(
    _ work: () throws(LocalPostgresError) -> Value
  ) throws(CommandError) -> Value {
    do throws(LocalPostgresError) { return try work() } catch {
      throw CommandError(.unavailable, "", because: "\(error)")
    }
  }

  /// Runs blocking work on a helper thread, and turns its error into a `CommandError`.
  static func offload<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws(CommandError) -> Value {
    do {
      return try await EventLoop.offload(work)
    } catch let error as LocalPostgresError {
      throw CommandError(.unavailable, "", because: "\(error)")
    } catch {
      throw CommandError(error)
    }
  }
}
