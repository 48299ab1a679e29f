import Postgres
import Repositories
import TestDatabase
import Testing

@Suite(.serialized) struct MigratorTests {
  private static let second = Migration("0002_second", "create table second_table (id int)")

  /// The history's own table comes first in every list, as it does in life.
  private static func history() throws -> Migration {
    try #require(try Migration.ofRepository().first)
  }

  @Test func anEmptyDatabaseGetsEveryMigrationInOrder() async throws {
    let database = try await DatabaseUnderTest.empty()
    let migrations = try Migration.ofRepository()
    #expect(try await database.migrate(migrations.reversed()) == migrations.map(\.name))
    #expect(try await database.migrate(migrations) == [])
    let names = try database.psql("select name from moa.schema_history order by applied_at")
    #expect(names == migrations.map(\.name).joined(separator: "\n"))
  }

  @Test func statusTellsWhatIsAppliedAndWhatIsPending() async throws {
    let database = try await DatabaseUnderTest.empty()
    let history = try Self.history()
    _ = try await database.migrate([history])
    let migrator = Migrator([history, Self.second])
    let (applied, pending) = try await database.onConnection { connection in
      (
        try await migrator.history(on: connection).applied.map(\.name),
        try await migrator.pending(on: connection).map(\.name)
      )
    }
    #expect(applied == [history.name])
    #expect(pending == ["0002_second"])
  }

  @Test func ofManyProgramsThatStartAtOnceEachMigrationIsAppliedByOne() async throws {
    let conninfo = try await DatabaseUnderTest.empty().conninfo
    let migrations = try Migration.ofRepository()
    let applied = try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<4 {
        group.addTask { try await DatabaseUnderTest(conninfo).migrate(migrations) }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(applied.sorted() == migrations.map(\.name))
  }

  @Test func theHistoryIsReadAfterTheWaitWhateverTheDatabasesDefaultsAre() async throws {
    let database = try await DatabaseUnderTest.empty()
    let migrations = [try Self.history(), Self.second]
    _ = try await database.migrate([migrations[0]])
    let name = try database.psql("select current_database()")
    try database.psql(
      "alter database \"\(name)\" set default_transaction_isolation = 'repeatable read'")
    let conninfo = database.conninfo
    let applied = try await database.onConnection { first in
      try await first.script("begin; select pg_advisory_xact_lock(7171937, 1)")
      async let second = DatabaseUnderTest(conninfo).migrate(migrations)
      try await Self.waitForAWaiter(in: database)
      try await first.script(migrations[1].script)
      try await first.script(
        """
        insert into moa.schema_history (name, checksum)
        values ('\(migrations[1].name)', '\(migrations[1].checksum)');
        commit
        """)
      return try await second
    }
    #expect(applied == [])
  }

  private static func waitForAWaiter(
    for kind: String = "advisory", in database: DatabaseUnderTest
  ) async throws {
    let waiting = """
      select count(*) from pg_locks join pg_database on pg_database.oid = database
      where locktype = '\(kind)' and not granted and datname = current_database()
      """
    for _ in 0..<200 {
      if try database.psql(waiting) == "1" { return }
      try await Task.sleep(for: .milliseconds(50))
    }
    Issue.record("nobody waits for the lock")
  }

  @Test("Who reads a table is served while a migration waits for somebody else's lock on it")
  func aWaitingMigrationLetsReadersPass() async throws {
    let database = try await DatabaseUnderTest.empty()
    let migrations = [
      try Self.history(), Self.second,
      Migration("0003_third", "alter table second_table add column name text"),
    ]
    _ = try await database.migrate(Array(migrations.prefix(2)))
    let conninfo = database.conninfo
    let applied = try await database.onConnection { reader in
      try await reader.script("begin; select from second_table")
      async let third = DatabaseUnderTest(conninfo).migrate(migrations)
      try await Self.waitForAWaiter(for: "relation", in: database)
      try database.psql("set statement_timeout = '20s'; select from second_table")
      try await reader.script("commit")
      return try await third
    }
    #expect(applied == ["0003_third"])
  }

  @Test func anEditedOldMigrationIsRefusedByName() async throws {
    let database = try await DatabaseUnderTest.empty()
    let migrations = [try Self.history(), Self.second]
    _ = try await database.migrate(migrations)
    let edited = [migrations[0], Migration("0002_second", Self.second.script + " -- edited")]
    let error = await #expect(throws: MigrationError.self) { try await database.migrate(edited) }
    #expect(error.map { "\($0)" }?.contains("migration 0002_second was edited") == true)
  }

  @Test func aDatabaseThatIsNewerThanTheProgramIsRefused() async throws {
    let database = try await DatabaseUnderTest.empty()
    let history = try Self.history()
    _ = try await database.migrate([history, Self.second])
    let error = await #expect(throws: MigrationError.self) {
      try await database.migrate([history])
    }
    #expect(error.map { "\($0)" }?.contains("does not know 0002_second") == true)
  }

  @Test("a database of before the first release is told to be one, and left as it is")
  func anotherLine() async throws {
    let database = try await DatabaseUnderTest.empty()
    let history = try Self.history()
    _ = try await database.migrate([
      history, Migration("0002_older", "create table older (id int)"),
    ])
    let ours = [history, Migration("0003_third", "create table third_table (id int)")]
    let error = await #expect(throws: MigrationError.self) { try await database.migrate(ours) }
    #expect(error.map { "\($0)" }?.contains("before the first release") == true)
    #expect(try database.psql("select to_regclass('third_table') is null") == "t")
  }

  @Test func aMigrationThatSlippedInBetweenIsRefused() async throws {
    let database = try await DatabaseUnderTest.empty()
    let history = try Self.history()
    let third = Migration("0003_third", "create table third_table (id int)")
    _ = try await database.migrate([history, third])
    let error = await #expect(throws: MigrationError.self) {
      try await database.migrate([history, Self.second, third])
    }
    guard case .outOfOrder("0002_second", after: "0003_third") = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func aMigrationThatFailsChangesNothingAndThoseBeforeItStay() async throws {
    let database = try await DatabaseUnderTest.empty()
    let history = try Self.history()
    let broken = Migration(
      "0002_broken", "create table half_done (id int); insert into no_such_table values (1)")
    let error = await #expect(throws: MigrationError.self) {
      try await database.migrate([history, broken])
    }
    #expect(error.map { "\($0)" }?.contains("migration 0002_broken failed") == true)
    #expect(try database.psql("select name from moa.schema_history") == history.name)
    #expect(try database.psql("select to_regclass('half_done') is null") == "t")
    // The lock ended with its transaction: a mended program goes on.
    #expect(try await database.migrate([history, Self.second]) == ["0002_second"])
  }
}
