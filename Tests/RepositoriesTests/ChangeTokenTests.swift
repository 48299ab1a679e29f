import Domain
import Fakes
import Postgres
import Synchronization
import TestDatabase
import Testing
import UseCases

@testable import Repositories

/// Two equal tokens prove that nothing which answers show was committed between them.
@Suite(.serialized) struct ChangeTokenTests {
  private static let arrange = "update moa.home_sections set position = position + 10"

  /// Runs `body` with a clock over one session.
  private func withClock(
    _ database: DatabaseUnderTest,
    _ body: @escaping @Sendable (PostgresStore) async throws -> Void
  ) async throws {
    try await database.withPool { pool in try await body(PostgresStore(pool)) }
  }

  @Test("A token changes with a commit, not with a rollback, and not when changes are numbered")
  func commitsChangeTokens() async throws {
    let database = try await DatabaseUnderTest.make(behindPooler: false)
    try await withClock(database) { store in
      let first = try await store.token(after: nil, at: .earliest)
      try database.psql("begin; \(Self.arrange); rollback")
      #expect(try await store.token(after: first, at: .earliest) == first)
      try database.psql(Self.arrange)
      let second = try await store.token(after: first, at: .earliest)
      #expect(second != first)
      #expect(try await store.numberChanges() == 1)
      #expect(try await store.token(after: second, at: .earliest) == second)
      #expect(try await store.token(after: nil, at: .earliest) == second)
    }
  }

  @Test("A token changes when something scheduled begins or ends, though nothing was written")
  func momentsChangeTokens() async throws {
    let database = try await DatabaseUnderTest.make(behindPooler: false)
    try database.psql(
      """
      update moa.home_sections set starts_at = '2030-01-01T00:00:00Z',
        ends_at = '2030-01-02T00:00:00Z' where position = 1
      """)
    let (begin, end) = try (
      #require(Timestamp(rfc3339: "2030-01-01T00:00:00Z")),
      #require(Timestamp(rfc3339: "2030-01-02T00:00:00Z"))
    )
    try await withClock(database) { store in
      let before = try await store.token(
        after: nil, at: Timestamp(clamping: begin.microseconds - 2_000_000))
      #expect(before.nextMoment == begin)
      let still = Timestamp(clamping: begin.microseconds - 1)
      #expect(try await store.token(after: before, at: still) == before)
      let during = try await store.token(after: before, at: begin)
      #expect(during.number == before.number)
      #expect(during != before)
      #expect(during.nextMoment == end)
      let after = try await store.token(after: during, at: end)
      #expect(after.nextMoment == nil)
    }
  }

  @Test("Tokens of two sessions differ, and so do those before and after a restart of the server")
  func sessionsDiffer() async throws {
    let server = TestDatabase()
    defer { server.remove() }
    let database = try DatabaseUnderTest(server.conninfo())
    _ = try await database.migrate(Migration.ofRepository())
    let seen = Mutex<[ChangeToken]>([])
    for isAfterRestart in [false, false, true] {
      if isAfterRestart { try server.restart() }
      try await withClock(database) { store in
        let token = try await store.token(after: seen.withLock(\.last), at: .earliest)
        seen.withLock { $0.append(token) }
      }
    }
    let tokens = seen.withLock(\.self)
    #expect(Set(tokens.map(\.number)).count == 1)
    #expect(Set(tokens.map(\.session)).count == 3)
  }

  /// How many pages are read to count the marks.
  private static func pages(_ condition: String, in database: DatabaseUnderTest) throws -> Int {
    let plan = try database.psql(
      """
      explain (analyze, buffers, costs off, timing off, summary off)
      select (select count(*) from moa.change_marks \(condition))
      from moa.change_clock where is_only
      """)
    let read = try #require(plan.firstMatch(of: #/shared hit=(\d+)/#))
    return try #require(Int(read.1))
  }

  @Test("Marks that were numbered are not read again while a dump holds its snapshot")
  func floorKeepsTokensCheap() async throws {
    let database = try await DatabaseUnderTest.make(behindPooler: false)
    try await database.onConnection { connection in
      try await connection.script(
        "begin isolation level repeatable read; select from moa.change_marks")
      try database.psql(
        """
        insert into moa.change_marks (kind, keys)
        select 'home', '{0}' from generate_series(1, 5000)
        """)
      try database.psql("select moa.number_changes(6000)")
      let above = try Self.pages("where xid >= moa.change_floor(floor)", in: database)
      let all = try Self.pages("", in: database)
      #expect(above < 15)
      #expect(all > 40)
      try await connection.script("rollback")
    }
  }

  @Test("A transaction that writes and stays open is found, with its session")
  func openTransactionsAreFound() async throws {
    let database = try await DatabaseUnderTest.make(behindPooler: false)
    let start = try #require(
      Int64(database.psql("select floor(extract(epoch from now()))::bigint")))
    try await database.onConnection(isStranger: true) { connection in
      try await connection.script("begin; update moa.home_sections set layout = 'row'")
      let process = try #require(
        Int32(
          database.psql(
            "select pid from pg_stat_activity where datname = current_database()"
              + " and backend_xid is not null and pid <> pg_backend_pid()")))
      let found = try await database.onConnection { other in
        try await OpenTransaction.read(openFor: 0, from: other).first { $0.process == process }
      }
      #expect(try #require(found).start.microseconds >= start * 1_000_000)
      #expect(try #require(found).user != "")
      let long = try await database.onConnection { other in
        try await OpenTransaction.read(openFor: 3_600, from: other).map(\.process)
      }
      #expect(!long.contains(process))
      try await connection.script("rollback")
    }
  }

  // MARK: Beside writers

  /// Tokens that were read before and after the data, while others wrote and numbered.
  private struct Race: Sendable {
    /// The data that were seen under a token that did not change meanwhile.
    var data: [Int64: String] = [:]
    var last: Int64 = 0
    /// Whether no token went back, and none stood for two states of the data.
    var isRight = true

    mutating func take(_ before: Int64, _ found: String, _ after: Int64) {
      if before < last || after < before { isRight = false }
      last = after
      guard before == after else { return }
      if data.updateValue(found, forKey: before) ?? found != found { isRight = false }
    }
  }

  private final class SharedRace: Sendable {
    private let race = Mutex(Race())
    private let end: ContinuousClock.Instant

    init(until end: ContinuousClock.Instant) { self.end = end }

    var state: Race { race.withLock(\.self) }
    var isOn: Bool { ContinuousClock.now < end && state.isRight }

    func take(_ before: Int64, _ found: String, _ after: Int64) {
      race.withLock { $0.take(before, found, after) }
    }
  }

  private static let sum = Statement<Void, String>(
    "select sum(position)::text from moa.home_sections", effect: .read,
    decode: { row throws(PostgresError) in try row.text() })

  /// Ends when a token was wrong.
  private func race(
    for duration: Duration, _ read: @escaping @Sendable (PostgresStore, Pool) async throws -> Int64
  ) async throws -> Race {
    let database = try await DatabaseUnderTest.make(behindPooler: false)
    let race = SharedRace(until: .now + duration)
    try await withThrowingTaskGroup(of: Void.self) { group in
      // Each moves its own section: two that move all of them may deadlock.
      for section in 1...2 {
        group.addTask {
          let move =
            "update moa.home_sections set position = position + 1000 where id = \(section)"
          try await database.onConnection { connection in
            while race.isOn { try await connection.script(move) }
          }
        }
      }
      group.addTask {
        try await database.withPool { pool in
          while race.isOn { _ = try await PostgresStore(pool).numberChanges() }
        }
      }
      group.addTask {
        try await database.withPool { pool in
          let store = PostgresStore(pool)
          while race.isOn {
            let before = try await read(store, pool)
            let found = try await pool.first(Self.sum) ?? ""
            let after = try await read(store, pool)
            race.take(before, found, after)
          }
        }
      }
      try await group.waitForAll()
    }
    return race.state
  }

  @Test("Beside writers and numbering, equal tokens mean equal data, and no token goes back")
  func tokensAreRightBesideWriters() async throws {
    let race = try await race(for: .seconds(min(ChangeFeedTests.seconds, 120))) { store, _ in
      try await store.token(after: nil, at: .earliest).number
    }
    #expect(race.isRight)
    #expect(race.data.count > 10)
  }

  @Test("A token that is read in two statements is found to be wrong")
  func tokensInTwoStatementsAreWrong() async throws {
    let taken = Statement<Void, Int64>(
      "select taken from moa.change_clock", effect: .read,
      decode: { row throws(PostgresError) in try row.int8() })
    let left = Statement<Void, Int64>(
      "select count(*) from moa.change_marks", effect: .read,
      decode: { row throws(PostgresError) in try row.int8() })
    let race = try await race(for: .seconds(30)) { _, pool in
      let before = try await pool.first(taken) ?? 0
      try await Task.sleep(for: .milliseconds(2))
      return before + (try await pool.first(left) ?? 0)
    }
    #expect(!race.isRight)
  }

  @Test("A token that is read by a volatile function is found to be wrong")
  func tokensOfVolatileFunctionsAreWrong() async throws {
    let make = Statement<Void, Void>(
      """
      create or replace function moa.volatile_token() returns bigint language plpgsql volatile as $$
      declare
        before bigint;
      begin
        select taken into before from moa.change_clock;
        perform pg_sleep(0.002);
        return before + (select count(*) from moa.change_marks);
      end
      $$
      """, effect: .write)
    let token = Statement<Void, Int64>(
      "select moa.volatile_token()", effect: .read,
      decode: { row throws(PostgresError) in try row.int8() })
    let race = try await race(for: .seconds(30)) { _, pool in
      _ = try await pool.execute(make)
      return try await pool.first(token) ?? 0
    }
    #expect(!race.isRight)
  }

  @Test("A token that is read with a lock is found to be wrong")
  func tokensUnderLocksAreWrong() async throws {
    let token = Statement<Void, Int64>(
      """
      select taken + (select count(*) from moa.change_marks) from moa.change_clock for share
      """, effect: .write,
      decode: { row throws(PostgresError) in try row.int8() })
    let race = try await race(for: .seconds(30)) { _, pool in try await pool.first(token) ?? 0 }
    #expect(!race.isRight)
  }
}
