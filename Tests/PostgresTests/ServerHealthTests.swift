import EventLoop
import Testing

@testable import Postgres

/// Which statements tell that the server keeps silent.
struct ServerHealthTests {
  private static let late = PostgresError(.timeout)

  /// Whether the server counts as away when a connection is given up, with statements that were
  /// begun when the last was answered, and now.
  private static func isAway(
    begunThen: Int, begunNow: Int, answeredNow: Bool = false
  ) async throws -> Bool {
    let configuration = try PoolConfiguration(ConnectionString("dbname=x"))
    return try await ServerUnderTest.onLoop { loop in
      let health = ServerHealth(on: loop, configuration) { _ in }
      defer { health.stop() }
      health.hasConnections = { true }
      health.answered()
      let then = loop.now
      try await PoolTests.pause(on: loop, .milliseconds(20))
      if answeredNow { health.answered() }
      let begun = Array(repeating: then, count: begunThen)
      health.lost(late, unanswered: begun + Array(repeating: loop.now, count: begunNow))
      return health.isAway
    }
  }

  @Test func eachStatementCounts() async throws {
    #expect(try await !Self.isAway(begunThen: 4, begunNow: 0))
    #expect(try await Self.isAway(begunThen: 5, begunNow: 0))
  }

  @Test func thoseThatHaveJustComeBehindASlowOneDoNot() async throws {
    #expect(try await !Self.isAway(begunThen: 1, begunNow: 20))
  }

  @Test func aServerThatAnswersOthersIsThere() async throws {
    #expect(try await !Self.isAway(begunThen: 20, begunNow: 0, answeredNow: true))
  }
}
