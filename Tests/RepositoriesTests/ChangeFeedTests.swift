import Domain
import Fakes
import Foundation
import Postgres
import TestDatabase
import Testing
import UseCases

@testable import Repositories

/// A mirror that follows the feed of changes equals the tables, whatever happens meanwhile.
@Suite(.serialized) struct ChangeFeedTests {
  /// How long the shop is busy: ten minutes at night.
  static let seconds =
    ProcessInfo.processInfo.environment["MOA_TEST_CHANGES_SECONDS"].flatMap(Int.init) ?? 3

  @Test("A mirror equals the tables, beside writers and two numberers of which one is killed")
  func mirrorEqualsTables() async throws {
    let outcome = try await BusyTables.run(
      for: .seconds(Self.seconds), commitsMin: 40 * Self.seconds)
    #expect(outcome.differences == [])
    #expect(outcome.late == [])
    #expect(outcome.numbers > 20 * Self.seconds)
    #expect(outcome.kills > 0)
  }

  @Test("Without the trigger for changed products, a mirror does not equal the tables")
  func droppedTriggerIsNoticed() async throws {
    let outcome = try await BusyTables.run(
      for: .seconds(1), commitsMin: 100, with: "drop trigger products_mark_updated on moa.products")
    #expect(outcome.differences != [])
  }

  // MARK: The lock

  /// Whether a numberer leaves the marks alone, without waiting, while another has the clock.
  private func isAlone(with mutant: String) async throws -> Bool {
    let database = try await DatabaseUnderTest.make()
    try database.psql("update moa.home_sections set layout = 'row'; \(mutant)")
    return try await database.onConnection(isStranger: true) { connection in
      try await connection.script("begin; select from moa.change_clock for update")
      let numbered = try? database.psql("set lock_timeout = '300ms'; select moa.number_changes(9)")
      try await connection.script("rollback")
      return numbered == "0"
    }
  }

  @Test("One server numbers at a time, and the others do not wait for it")
  func oneNumbers() async throws {
    let isAlone = try await isAlone(with: "select")
    #expect(isAlone)
  }

  @Test("Numbering without its lock, or with one that waits, is noticed")
  func droppedLockIsNoticed() async throws {
    let lock = " for update skip locked"
    for other in ["", " for update"] {
      let isAlone = try await isAlone(with: ChangeMutant.replacing(lock, by: other))
      #expect(!isAlone, "\(other)")
    }
  }

  @Test(
    "A call ends with the mark that makes five thousand keys, and the next ones number the rest",
    arguments: [(1, 5001, [5000, 1, 0]), (1000, 6, [5, 1, 0]), (999, 7, [6, 1, 0])])
  func callsHaveABound(_ keys: Int, _ marks: Int, _ calls: [Int]) async throws {
    let database = try await DatabaseUnderTest.make()
    try database.psql(
      """
      insert into moa.change_marks (kind, keys)
      select 'product', array(select generate_series(1, \(keys)))
      from generate_series(1, \(marks))
      """)
    try await database.withPool { pool in
      let store = PostgresStore(pool)
      var numbered: [Int] = []
      for _ in calls { numbered.append(try await store.numberChanges()) }
      #expect(numbered == calls)
    }
  }

  // MARK: An idle shop

  @Test("The counting of an idle shop writes nothing")
  func idleShopWritesNothing() async throws {
    let server = TestDatabase()
    defer { server.remove() }
    let database = try DatabaseUnderTest(server.conninfo())
    _ = try await database.migrate(Migration.ofRepository())
    for sql in ["alter system set autovacuum = off", "select pg_reload_conf()", "checkpoint"] {
      try database.psql(sql)
    }
    let position = "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')"
    try await database.withPool { pool in
      let store = PostgresStore(pool)
      let tick = { () async throws in
        _ = try await store.foldCounts()
        _ = try await store.countTerms()
        _ = try await store.foldAgain()
        try await store.markScheduled()
        _ = try await store.changeBacklog()
        _ = try await store.token(after: nil, at: .earliest)
      }
      for _ in 0..<3 { try await tick() }
      _ = try await store.numberChanges()
      let start = try database.psql(position)
      let ticks = 20 * min(Self.seconds, 60)
      for _ in 0..<ticks {
        try await tick()
        try await Task.sleep(for: .milliseconds(5))
      }
      let grown = try #require(Int(database.psql("\(position) - \(start)")))
      // A lock alone takes fifty bytes; PostgreSQL itself may note once what runs.
      #expect(grown < min(1_000, ticks * 10), "\(ticks) ticks")
    }
  }
}

/// Other versions of the function that numbers changes, which tests must notice.
enum ChangeMutant {
  static func replacing(_ text: String, by other: String) -> String {
    """
    do $mutant$
    declare
      definition text := pg_get_functiondef('moa.number_changes'::regproc);
    begin
      if position('\(text)' in definition) = 0 then raise exception 'nothing to replace'; end if;
      execute replace(definition, '\(text)', '\(other)');
    end
    $mutant$
    """
  }
}
