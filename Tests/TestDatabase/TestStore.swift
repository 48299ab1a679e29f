package import EventLoop
import Foundation
package import Postgres
package import Repositories
import Synchronization
package import Testing
package import UseCases

/// The real store for tests with the trait `realStore`, each time as it is after the migrations.
///
/// A copy of the migrated database takes longer to make than most tests to run, so copies are used
/// again: what a test wrote is undone before the next one gets the copy.
package enum TestStore {
  /// One for all tests: loops that come and go are what libdispatch cannot do on Linux (issue 949).
  package static let loop = Result { try EventLoop(label: "store.test") }

  /// Opens the store; its database goes to another test when the lease ends.
  package static func open(_ machine: Ports.Machine) async throws -> StoreLease {
    guard try loop.get().isCurrent else { throw TestStoreError.traitIsMissing }
    let idle = idle.withLock { $0.popLast() }
    let database = if let idle { idle } else { try await OpenDatabase.make() }
    try await database.direct.script("select pristine.restore()")
    return StoreLease(database, machine)
  }

  /// A database as it is after the migrations, for copies.
  package static let migrated = Task(executorPreference: try? loop.get()) {
    let conninfo = try await TestDatabase.shared.makeDatabase()
    let connection = try await connect(conninfo)
    defer { connection.close() }
    _ = try await Migrator(Migration.ofRepository()).migrate(connection)
    return conninfo
  }

  fileprivate static func connect(_ conninfo: String) async throws -> Connection {
    try await Connection.connect(
      on: try loop.get(), to: try ConnectionString(conninfo).patient, deadline: .seconds(10))
  }

  fileprivate static let idle = Mutex<[OpenDatabase]>([])
}

package enum TestStoreError: Error {
  case traitIsMissing
}

/// Keeps a store open.
package final class StoreLease: Sendable {
  package let ports: Ports
  /// Reads tokens over one connection, as the program does.
  package var clock: any ChangeClock { PostgresStore(database.tokens) }
  private let database: OpenDatabase

  fileprivate init(_ database: OpenDatabase, _ machine: Ports.Machine) {
    self.database = database
    ports = Ports(database.pool, machine)
  }

  deinit {
    TestStore.idle.withLock { $0.append(database) }
  }
}

/// A copy of the migrated database, with connections that last as long as the process.
private struct OpenDatabase: Sendable {
  let pool: Pool
  let tokens: Pool
  /// Restores what was there after the migrations.
  let direct: Connection

  static func make() async throws -> OpenDatabase {
    let conninfo = try await TestDatabase.shared.makeDatabase(copying: try await template.value)
    var configuration = try PoolConfiguration(testing: conninfo)
    configuration.exclusiveConnectionsMax = 2
    // Tests that send many requests at once are not about the pool.
    configuration.waitingFactor = 100
    var alone = configuration
    (alone.sharedConnectionsMax, alone.exclusiveConnectionsMax) = (1, 0)
    return OpenDatabase(
      pool: Pool(on: try TestStore.loop.get(), configuration),
      tokens: Pool(on: try TestStore.loop.get(), alone),
      direct: try await TestStore.connect(conninfo))
  }

  private static let template = Task(executorPreference: try? TestStore.loop.get()) {
    let conninfo = try await TestDatabase.shared.makeDatabase(
      copying: try await TestStore.migrated.value)
    let connection = try await TestStore.connect(conninfo)
    defer { connection.close() }
    try await connection.script(pristine)
    return conninfo
  }

  /// Makes `pristine.restore()`, which knows the rows that the migrations wrote.
  private static let pristine = """
    create schema pristine;
    do $make$
    declare
      found record;
      place record;
      columns text;
      body text := '';
    begin
      for found in select tablename as name from pg_tables where schemaname = 'moa' loop
        execute format('create table pristine.%1$I as table moa.%1$I', found.name);
        body := body || format('delete from moa.%I;', found.name);
        execute format('select count(*) as rows from moa.%I', found.name) into place;
        continue when place.rows = 0;
        select string_agg(quote_ident(attname), ',') into columns from pg_attribute
          where attrelid = format('moa.%I', found.name)::regclass
            and attnum > 0 and not attisdropped and attgenerated = '';
        body := body || format(
          'insert into moa.%1$I (%2$s) overriding system value select %2$s from pristine.%1$I;',
          found.name, columns);
      end loop;
      for found in select sequencename as name from pg_sequences where schemaname = 'moa' loop
        execute format('select last_value, is_called from moa.%I', found.name) into place;
        body := body || format(
          'perform setval(%L, %s, %L);', 'moa.' || found.name, place.last_value, place.is_called);
      end loop;
      execute format(
        'create function pristine.restore() returns void language plpgsql '
        'set session_replication_role = replica as %L', 'begin ' || body || ' end');
    end $make$;
    """
}

/// Runs each test on the store's loop.
package struct RealStoreTrait: SuiteTrait, TestTrait, TestScoping {
  package init() {}

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withoutActuallyEscaping(function) { function in
      try await TestStore.loop.get().run { try await function() }
    }
  }
}

extension PoolConfiguration {
  /// Few connections, since many tests share the server's, and time for a busy machine.
  package init(testing conninfo: String) throws {
    self.init(try ConnectionString(conninfo))
    sharedConnectionsMax = 1
    waitingDeadline = .seconds(10)
    connectDeadline = .seconds(10)
    awayAfter = .seconds(3)
    statements.readDeadline = .seconds(20)
    statements.writeDeadline = .seconds(20)
  }
}

extension Migration {
  /// The files of `db/migrations` as they are in the working tree.
  package static func ofRepository() throws -> [Migration] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../db/migrations").standardizedFileURL
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return try names.filter { $0.hasSuffix(".sql") }.map { name in
      let script = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      return Migration(String(name.dropLast(4)), script)
    }
  }

  /// The digest does not matter here, only whether it stays the same; so it is made of the length.
  package init(_ name: String, _ script: String) {
    let digits = String(script.utf8.count, radix: 16)
    let checksum = String(repeating: "0", count: 64 - digits.count) + digits
    self.init(name: name, script: script, checksum: checksum)
  }
}
