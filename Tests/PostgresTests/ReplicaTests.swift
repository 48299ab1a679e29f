import EventLoop
import Foundation
import TestDatabase
import Testing

@testable import Postgres

/// Two servers of these tests' own: reads from the second, which follows the first.
@Suite(.serialized)
struct ReplicaTests {
  @Test("The standby answers once it is known to have everything, also after a log switch")
  func answersFromTheStandby() async throws {
    try await withReplica { database, pool, replica in
      try await until("it answers") { try await Self.read(pool, replica).isFromStandby }
      try database.first.psql("select pg_switch_wal()")
      try await Task.sleep(for: .milliseconds(50))
      _ = try await pool.execute(Self.insert, 1)
      try database.first.psql("select pg_switch_wal()")
      try await until("it answers again") { try await Self.read(pool, replica).isFromStandby }
    }
  }

  @Test("What wants a connection of its own is not asked of the standby")
  func longReadsAreThePrimarys() async throws {
    try await withReplica(lagMax: .seconds(600)) { _, pool, replica in
      try await until("it answers") { try await Self.read(pool, replica).isFromStandby }
      await #expect(throws: PostgresError.self) { try await replica.pool.first(Self.longLook) }
      #expect(replica.isFresh)
      #expect(try await pool.first(Self.longLook) == 0)
    }
  }

  @Test("What others write is missing for no longer than the lag that is allowed")
  func boundedLag() async throws {
    try await withReplica(lagMax: .milliseconds(300)) { database, pool, replica in
      try await until("it answers") { try await Self.read(pool, replica).isFromStandby }
      try database.second.psql("select pg_wal_replay_pause()")
      try database.first.psql("insert into numbers values (7)")
      let written = MonotonicTime.now()
      try await until("it is seen") {
        let asked = MonotonicTime.now()
        let seen = try await Self.read(pool, replica).newest == 7
        // A quarter of a second more, for a loop that was held up between its clock and the read.
        #expect(seen || asked - written <= .milliseconds(550))
        return seen
      }
    }
  }

  @Test("A standby that lags behind is asked less and less often")
  func laggingStandbyIsNotBesieged() async throws {
    try await withReplica(lagMax: .seconds(2)) { database, pool, replica in
      try await until("it answers") { try await Self.read(pool, replica).isFromStandby }
      let second = database.second
      try second.psql("alter system set log_statement = 'all'")
      try second.psql("select pg_reload_conf(), pg_wal_replay_pause()")
      _ = try await pool.execute(Self.insert, 1)
      try await until("it is asked") {
        _ = try await Self.read(pool, replica)
        return try Self.questions(to: second) > 0
      }
      let before = try Self.questions(to: second)
      let began = MonotonicTime.now()
      try await Task.sleep(for: .seconds(2))
      let asked = try Self.questions(to: second) - before
      // One in 50 ms, and the first few sooner.
      let most = Int((MonotonicTime.now() - began) / .milliseconds(50)) + 20
      #expect((1...most).contains(asked))
      try second.psql("select pg_wal_replay_resume()")
      try await until("it answers again") { try await Self.read(pool, replica).isFromStandby }
    }
  }

  /// How often the server was asked how far it has replayed, by its log.
  private static func questions(to server: ReplicatedServer) throws -> Int {
    let log = try String(contentsOfFile: server.home + "/log", encoding: .utf8)
    return log.split(separator: "pg_last_wal_replay_lsn").count - 1
  }

  @Test("The standby dies, freezes, comes back and is promoted, and no read fails")
  func standbyAway() async throws {
    try await withReplica { database, pool, replica in
      try await until("it answers") { try await Self.read(pool, replica).isFromStandby }
      let isOver = Shared(false)
      async let crowd = withTaskGroup { group in
        for _ in 0..<8 {
          group.addTask {
            var failures = 0
            while !isOver.value {
              if (try? await Self.read(pool, replica)) == nil { failures += 1 }
            }
            return failures
          }
        }
        return await group.reduce(0, +)
      }
      try await EventLoop.offload { database.second.kill() }
      try await Task.sleep(for: .milliseconds(200))
      try await EventLoop.offload { try database.second.start() }
      try await until("it is used again") { try await Self.read(pool, replica).isFromStandby }
      try await EventLoop.offload { database.second.freeze(true) }
      try await Task.sleep(for: .seconds(1))
      try await EventLoop.offload { database.second.freeze(false) }
      try await until("and again") { try await Self.read(pool, replica).isFromStandby }
      try await EventLoop.offload { try database.second.promote() }
      try await Task.sleep(for: .milliseconds(1_500))
      _ = try await pool.execute(Self.insert, 9)
      for _ in 0..<100 {
        let seen = try await Self.read(pool, replica)
        #expect(!seen.isFromStandby)
        #expect(seen.newest == 9)
      }
      isOver.change { $0 = true }
      let failures = await crowd
      #expect(failures == 0)
    }
  }

  @Test("A standby that is promoted is left for the other server that the URL names")
  func promotedIsLeft() async throws {
    try await withReplica(namingBoth: true) { database, pool, replica in
      try await until("it answers") { try await Self.read(pool, replica).isFromStandby }
      try await EventLoop.offload {
        database.first.kill()
        try database.second.promote()
        try database.first.follow(database.second)
      }
      try await until("the old primary answers") {
        (try? await Self.read(pool, replica).isFromStandby) == true
      }
    }
  }

  private struct Seen: Sendable {
    let newest: Int64
    let isFromStandby: Bool
  }

  /// As a repository reads.
  private static func read(_ pool: Pool, _ replica: Replica) async throws -> Seen {
    if replica.isFresh, let newest = try? await replica.pool.first(look), replica.isFresh {
      return Seen(newest: newest, isFromStandby: true)
    }
    let newest = try #require(try await pool.first(look))
    return Seen(newest: newest, isFromStandby: false)
  }

  private static let look = Statement<Void, Int64>(
    "select coalesce(max(n), 0) from numbers", effect: .read,
    decode: { row throws(PostgresError) in try row.int8() })

  private static let longLook = Statement<Void, Int64>(
    "select coalesce(max(n), 0) as long from numbers", effect: .read, isLong: true,
    bind: { _, _ in }, decode: { row throws(PostgresError) in try row.int8() })

  private static let insert = Statement<Int64, Void>(
    "insert into numbers values ($1)", effect: .write, bind: { $1.int8($0) })

  @Test("A standby behind a pooler is not used: each statement may meet another")
  func poolersAreNotTrusted() async throws {
    try await withReplica(lagMax: .seconds(600), behindPooler: true) { _, pool, replica in
      // It does not wait for long, and a busy machine takes its time to connect.
      try await until("it is connected") {
        (try? await replica.pool.first(Statements.echo, 0)) == 0
      }
      var standbyAnswers = 0
      for number in 0..<200 as Range<Int64> {
        if try await Self.read(pool, replica).isFromStandby { standbyAnswers += 1 }
        let echo = try await replica.pool.first(Statements.echo, number)
        #expect(echo == number)
      }
      #expect(standbyAnswers == 0)
    }
  }

  private func withReplica(
    lagMax: Duration = .seconds(1), behindPooler: Bool = false, namingBoth: Bool = false,
    _ body: @escaping @Sendable (ReplicatedDatabase, Pool, Replica) async throws -> Void
  ) async throws {
    let database = try await ReplicatedDatabase.start(schema: "create table numbers (n int8)")
    defer { database.remove() }
    let primary = try PoolConfiguration(
      ConnectionString(namingBoth ? database.conninfo : database.first.conninfo))
    let bouncer = behindPooler ? try await TestBouncer(before: database.second.conninfo) : nil
    defer { bouncer?.stop() }
    let direct = namingBoth ? database.conninfo : database.second.conninfo
    let second = try bouncer?.conninfo(of: direct) ?? direct
    let standby = try PoolConfiguration(
      ConnectionString(second).setting(
        "target_session_attrs", to: behindPooler ? "any" : "standby"))
    try await ServerUnderTest.onLoop { loop in
      let writer = Pool(on: loop, primary)
      let reader = Pool(on: loop, primary)
      let replica = Replica(on: loop, standby, primary: reader, lagMax: lagMax)
      let outcome: Result<Void, any Error>
      do { outcome = .success(try await body(database, writer, replica)) } catch {
        outcome = .failure(error)
      }
      for pool in [replica.pool, reader, writer] { await pool.close() }
      try outcome.get()
    }
  }
}
