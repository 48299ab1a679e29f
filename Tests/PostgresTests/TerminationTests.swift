import EventLoop
import Foundation
import TestDatabase
import Testing

@testable import Postgres

/// Sessions that somebody ends while reads are under way, on a server of these tests' own.
@Suite(.serialized)
struct TerminationTests {
  private static let endOne = Statement<String, Bool>(
    """
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = $1 order by random() limit 1
    """, effect: .write, bind: { $1.text($0) },
    decode: { row throws(PostgresError) in try row.bool() })

  private static let endAll = Statement<String, Bool>(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1",
    effect: .write,
    bind: { $1.text($0) }, decode: { row throws(PostgresError) in try row.bool() })

  private static let sessions = Statement<String, Int64>(
    "select count(*) from pg_stat_activity where application_name = $1", effect: .read,
    bind: { $1.text($0) }, decode: { row throws(PostgresError) in try row.int8() })

  /// How many reads the test of leaks makes: `MOA_TEST_REQUESTS`, or 100,000.
  private static let requests =
    ProcessInfo.processInfo.environment["MOA_TEST_REQUESTS"].flatMap { Int($0) } ?? 100_000

  private static func patient(_ configuration: inout PoolConfiguration) {
    configuration.waitingDeadline = .seconds(20)
    configuration.awayAfter = .seconds(20)
  }

  /// Reads by 32 tasks until there are `count`; before every `pause`-th one, sessions are ended.
  /// Returns how many failed, and how many sessions were ended one at a time and all at once.
  private static func read(
    _ count: Int, endingEvery pause: Int, of name: String, _ pool: Pool, _ other: Connection
  ) async -> (failed: Int, endedAlone: Int, endedTogether: Int) {
    let next = Shared(0)
    let endings = Shared(0)
    let ended = (alone: Shared(0), together: Shared(0))
    let failed = await withTaskGroup { group in
      for _ in 0..<32 {
        group.addTask {
          var failed = 0
          while case let number = next.count(), number <= count {
            if number % pause == 0 {
              let isAll = endings.count() % 2 == 0
              let told = try? await other.rows(isAll ? endAll : endOne, name)
              for case true in told ?? [] { _ = (isAll ? ended.together : ended.alone).count() }
            }
            let error = await failure {
              let answer = try await pool.first(Statements.echo, Int64(number))
              #expect(answer == Int64(number))
            }
            if let error {
              failed += 1
              Issue.record("\(error)")
            }
          }
          return failed
        }
      }
      return await group.reduce(0, +)
    }
    return (failed, ended.alone.value, ended.together.value)
  }

  @Test("10,000 reads while one session or all of them are ended, again and again: none fails")
  func readsSurviveTerminations() async throws {
    let server = TestDatabase()
    defer { server.remove() }
    let direct = try ConnectionString(server.conninfo())
    let target = try direct.setting("application_name", to: "load")
    let events = Events()
    let outcome = try await ServerUnderTest.withPool(to: target, events: events, Self.patient) {
      pool in
      let other = try await Connection.connect(
        on: pool.loop, to: direct, deadline: .seconds(30), policy: .patient)
      defer { other.close() }
      return await Self.read(10_000, endingEvery: 500, of: "load", pool, other)
    }
    #expect(outcome.failed == 0)
    // Of twenty times. The one that is chosen may be ending already.
    #expect(outcome.endedAlone > 0)
    #expect(outcome.endedTogether > 0)
    #expect(events.count(\.isLost) >= 10)
    print("10,000 reads, \(events.count(\.isLost)) sessions ended: \(outcome.failed) failed")
  }

  @Test("Many reads under terminations leave descriptors, memory and sessions as they were")
  func nothingLeaks() async throws {
    let server = TestDatabase()
    defer { server.remove() }
    let direct = try ConnectionString(server.conninfo())
    let target = try direct.setting("application_name", to: "leak")
    try await ServerUnderTest.onLoop { loop in
      let other = try await Connection.connect(
        on: loop, to: direct, deadline: .seconds(30), policy: .patient)
      defer { other.close() }
      // What is allocated once, is.
      _ = try await Self.run(20_000, target, other)
      var grown = try await Self.growth(target, other)
      // Other tests may run beside this one, and grow. What leaks does so every time.
      for _ in 0..<2 where !Self.isSmall(grown) { grown = try await Self.growth(target, other) }
      #expect(Self.isSmall(grown), "\(grown)")
    }
  }

  /// Of descriptors, and of memory: 40 bytes a read would be more.
  private static func isSmall(_ grown: (descriptors: Int, kibibytes: Int)) -> Bool {
    grown.descriptors < 50 && grown.kibibytes < 4_096 * requests / 100_000
  }

  private static func growth(
    _ target: ConnectionString, _ other: Connection
  ) async throws -> (descriptors: Int, kibibytes: Int) {
    let before = (descriptors: descriptors, kibibytes: residentKibibytes)
    let (failed, open) = try await run(requests, target, other)
    let grown = (descriptors - before.descriptors, residentKibibytes - before.kibibytes)
    print(
      "\(requests) reads: \(failed) failed, \(open) sessions, then 0;",
      "descriptors +\(grown.0), memory +\(grown.1) KiB")
    #expect(failed == 0)
    #expect(open <= 8)
    return grown
  }

  /// Runs a pool's life of so many reads; the sessions at its end are awaited to be none.
  private static func run(
    _ count: Int, _ target: ConnectionString, _ other: Connection
  ) async throws -> (failed: Int, sessions: Int64) {
    var configuration = PoolConfiguration(target)
    patient(&configuration)
    configuration.statements = .patient
    let pool = Pool(on: other.loop, configuration)
    let outcome = await read(count, endingEvery: 1000, of: "leak", pool, other)
    let open = try await other.first(sessions, "leak") ?? -1
    await pool.close()
    for _ in 0..<500 {
      guard try await other.first(sessions, "leak") != 0 else { return (outcome.failed, open) }
      try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("sessions of a closed pool are still there")
    return (outcome.failed, open)
  }

  private static var descriptors: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }

  private static var residentKibibytes: Int {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
  }
}
