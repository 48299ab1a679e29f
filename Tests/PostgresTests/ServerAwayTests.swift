import EventLoop
import Foundation
import TestDatabase
import Testing

@testable import Postgres

/// A server of these tests' own, which they kill, freeze and start again.
@Suite(.serialized)
struct ServerAwayTests {
  @Test("Killed and started again: refused soon while away, served soon when back")
  func killedAndRestarted() async throws {
    let server = TestDatabase()
    defer { server.remove() }
    let events = Events()
    let target = try ConnectionString(server.conninfo())
    try await ServerUnderTest.withPool(to: target, events: events) { pool in
      let answer = try await pool.first(Statements.echo, 1)
      #expect(answer == 1)
      try server.killServer()
      try await until("the pool sees it", within: .seconds(5)) {
        _ = try? await pool.first(Statements.echo, 2)
        return !pool.isAvailable
      }
      let start = MonotonicTime.now()
      let error = await failure { try await pool.rows(Statements.echo, 3) }
      #expect(error?.isConnection == true)
      #expect(error?.isSafeToRetry == true)
      #expect(MonotonicTime.now() - start < .seconds(2))
      // The killed process may not be buried yet, and until then its lock file counts.
      try await until("the server starts", within: .seconds(10)) { (try? server.restart()) != nil }
      try await until("statements are answered", within: .seconds(10)) {
        (try? await pool.first(Statements.echo, 4)) == 4
      }
      let sum = try await pool.transaction { try await $0.first(Statements.echo, 5) }
      #expect(sum == 5)
    }
    #expect(events.count(\.isAway) >= 1)
    #expect(events.count(\.isBack) >= 1)
  }

  @Test("Frozen: every statement is answered by its deadline, and served again when it thaws")
  func frozenAndThawed() async throws {
    let server = TestDatabase()
    defer { server.remove() }
    let target = try ConnectionString(server.conninfo())
    try await ServerUnderTest.withPool(
      to: target,
      { configuration in
        configuration.sharedConnectionsMax = 2
        configuration.waitingDeadline = .milliseconds(500)
        configuration.statements.readDeadline = .milliseconds(300)
        configuration.connectDeadline = .milliseconds(300)
      }
    ) { pool in
      try await whileFrozen(pool) {
        let start = MonotonicTime.now()
        await readsFail(50, by: pool)
        #expect(MonotonicTime.now() - start < .seconds(5))
      }
      try await until("statements are answered", within: .seconds(5)) {
        (try? await pool.first(Statements.echo, 4)) == 4
      }
    }
  }

  @Test("Frozen: the requests of one connection are enough to know it, and to refuse the next soon")
  func frozenOnOneConnection() async throws {
    let server = TestDatabase()
    defer { server.remove() }
    let target = try ConnectionString(server.conninfo())
    try await ServerUnderTest.withPool(
      to: target,
      { configuration in
        configuration.sharedConnectionsMax = 1
        configuration.statements.readDeadline = .seconds(2)
      }
    ) { pool in
      try await whileFrozen(pool) {
        // A moment apart, as requests are.
        await readsFail(10, by: pool, apart: .milliseconds(10))
        #expect(!pool.isAvailable)
        let start = MonotonicTime.now()
        let error = await failure { try await pool.rows(Statements.echo, 1) }
        #expect(error?.isConnection == true)
        // Without that knowledge it would be the deadline of 2 s.
        #expect(MonotonicTime.now() - start < .seconds(1))
      }
    }
  }

  @Test("One session killed with signal 9: all are cut, and no read fails")
  func killedSession() async throws {
    let server = TestDatabase()
    defer { server.remove() }
    let target = try ConnectionString(server.conninfo())
    try await ServerUnderTest.withPool(
      to: target,
      { configuration in
        configuration.waitingDeadline = .seconds(10)
        configuration.statements.readDeadline = .seconds(10)
        configuration.awayAfter = .seconds(10)
      }
    ) { pool in
      let process = try await pool.first(Statements.process) ?? 0
      let failures = await withTaskGroup { group in
        for worker in 0..<8 as Range<Int64> {
          group.addTask {
            var failures = 0
            for number in 0..<150 as Range<Int64> {
              if worker == 0, number == 50 { kill(process, SIGKILL) }
              let error = await failure { try await pool.rows(Statements.echo, number) }
              if error != nil { failures += 1 }
            }
            return failures
          }
        }
        return await group.reduce(0, +)
      }
      #expect(failures == 0)
    }
  }

  /// Stops the server's processes for as long as `body` takes.
  private func whileFrozen(_ pool: Pool, _ body: () async throws -> Void) async throws {
    let postmaster = try await postmasterOf(pool)
    for process in [postmaster] + children(of: postmaster) { kill(process, SIGSTOP) }
    defer { for process in children(of: postmaster) + [postmaster] { kill(process, SIGCONT) } }
    try await body()
  }

  /// So many reads: each of them fails, and may be tried again.
  private func readsFail(_ count: Int64, by pool: Pool, apart pause: Duration = .zero) async {
    await withTaskGroup { group in
      for number in 0..<count {
        if pause > .zero { try? await PoolTests.pause(on: pool.loop, pause) }
        group.addTask { await failure { try await pool.rows(Statements.echo, number) } }
      }
      for await error in group { #expect(error?.isSafeToRetry == true) }
    }
  }

  private func postmasterOf(_ pool: Pool) async throws -> Int32 {
    var found: Int32?
    for _ in 0..<50 where found == nil { found = try? await pool.first(Statements.process) }
    let process = try #require(found)
    let status = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    let fields = status.split(separator: " ")
    return try #require(fields.count > 3 ? Int32(fields[3]) : nil)
  }

  private func children(of parent: Int32) -> [Int32] {
    let path = "/proc/\(parent)/task/\(parent)/children"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: " ").compactMap { Int32($0) }
  }
}
