import EventLoop
package import Postgres
package import UseCases

/// One command that works on the database and then ends: `moa seed`, `moa token`, `moa migrate`.
///
/// It may run beside a server. Without one, the private database is started for as long as the
/// command takes.
package struct AdministrationSession: Sendable {
  /// Functions that the program passes in.
  package struct Parts: Sendable {
    /// The program's version, for the backups that it makes.
    package var release: String
    package var secretHasher: any SecretHasher
    package var secretDigest: any SecretDigest
    package var seedBytesMax: Int
    /// Under which people reach the server, without a slash at its end.
    package var siteURL = ""
    /// Reads a seed file; throws `Rejection` or `JSONError`.
    package var readSeed: @Sendable ([UInt8]) throws -> ShopSeed
    /// How the history tells the writes of commands; nil for not at all.
    package var historyWords: (any HistoryWording)?
    /// A change of the history as JSON.
    package var tellChange: @Sendable (HistoryEntry) -> [UInt8] = { _ in [] }
    /// Takes a change of the history back, by a change of its own.
    package var undoChange: @Sendable (HistoryEntry, any Store) async throws -> HistoryEntry? = {
      _, _ in nil
    }

    package init(
      release: String, secretHasher: any SecretHasher, secretDigest: any SecretDigest,
      seedBytesMax: Int, readSeed: @escaping @Sendable ([UInt8]) throws -> ShopSeed
    ) {
      self.release = release
      self.secretHasher = secretHasher
      self.secretDigest = secretDigest
      self.seedBytesMax = seedBytesMax
      self.readSeed = readSeed
    }
  }

  let settings: DatabaseSettings
  package let parts: Parts
  package let report: OperationReport
  let stop: StopRequest

  package init(
    _ settings: DatabaseSettings, _ parts: Parts, stop: StopRequest,
    _ report: @escaping OperationReport
  ) {
    self.settings = settings
    self.parts = parts
    self.stop = stop
    self.report = report
  }

  /// - Parameters:
  ///   - command: such as `moa seed`.
  ///   - run: as for ``CommandHistory``.
  func history(of command: String, run: String = "") -> CommandHistory? {
    parts.historyWords.map { CommandHistory(command, run: run, in: $0) }
  }

  /// From now on a signal that ends this process also stops the database that it started.
  package func observeSignals() {
    TerminationSignals.observe { [stop] in stop.receive($0) }
  }

  /// Runs `body` with a pool, on a database whose schema is this program's.
  package func withPool<Value: Sendable>(
    _ body: @escaping @Sendable (Pool) async throws -> Value
  ) async throws(CommandError) -> Value {
    try await withDatabase { database, loop throws(CommandError) in
      let schema = SchemaPreparation(database, on: loop, report)
      // A private database that no server uses may be as old as the last time we served.
      if database.started == nil {
        try await schema.check(NewerSchemaNotice(report))
      } else {
        _ = try await schema.migrate()
      }
      do {
        return try await database.withPool(
          on: loop, observe: { [report] in report(.postgres($0)) }, body)
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
      database = try await OpenDatabase.share(settings, mayCreate: mayCreate) { [stop] in
        stop.willStart($0)
      }
    } catch {
      await stop.outlive()
      throw error
    }
    let value: Value
    do throws(CommandError) {
      value = try await body(database, try EventLoop.ofProgram())
    } catch {
      await stop.outlive()
      try? await database.close(report)
      throw error
    }
    try await database.close(report)
    return value
  }
}
