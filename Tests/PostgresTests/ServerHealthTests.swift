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

  @Test func whereNobodyListensCallersHearSoSooner() async throws {
    let configuration = try PoolConfiguration(ConnectionString("dbname=x"))
    try await ServerUnderTest.onLoop { loop in
      let health = ServerHealth(on: loop, configuration) { _ in }
      defer { health.stop() }
      let refusal = Self.failure(.refusal)
      health.connectFailed(refusal, begunAt: loop.now)
      // It may be starting again at this moment.
      #expect(!health.isAway && health.patience == .milliseconds(500))
      try await PoolTests.pause(on: loop, .milliseconds(450))
      health.connectFailed(refusal, begunAt: loop.now)
      #expect(health.isAway && health.patience == .milliseconds(80))
      health.connectFailed(Self.failure(.silence), begunAt: loop.now)
      #expect(health.isAway && health.patience == .milliseconds(200))
      health.connected()
      #expect(!health.isAway && health.patience == .milliseconds(500))
    }
  }

  private static func failure(_ absence: PostgresError.Absence?) -> PostgresError {
    var error = PostgresError(.connection(reason: "none"))
    error.absence = absence
    return error
  }

  /// Whether the server counts as away when it has met no new connection for 450 ms, and one is
  /// open that was last asked when that began, or after.
  private static func isAway(
    _ absence: PostgresError.Absence?, isAnswering: Bool
  ) async throws -> Bool {
    let configuration = try PoolConfiguration(ConnectionString("dbname=x"))
    return try await ServerUnderTest.onLoop { loop in
      let health = ServerHealth(on: loop, configuration) { _ in }
      defer { health.stop() }
      health.hasConnections = { true }
      health.answered()
      try await PoolTests.pause(on: loop, .milliseconds(1))
      let begin = loop.now
      health.connectFailed(failure(absence), begunAt: begin)
      try await PoolTests.pause(on: loop, .milliseconds(450))
      if isAnswering { health.answered() }
      health.connectFailed(failure(absence), begunAt: begin)
      return health.isAway
    }
  }

  @Test func openConnectionsThatNobodyUsesSayNothing() async throws {
    #expect(try await Self.isAway(.refusal, isAnswering: false))
    #expect(try await Self.isAway(.silence, isAnswering: false))
  }

  @Test func openConnectionsThatAreAnsweredSayThatItIsThere() async throws {
    #expect(try await !Self.isAway(.refusal, isAnswering: true))
    #expect(try await !Self.isAway(.silence, isAnswering: true))
    // It has none to spare.
    #expect(try await !Self.isAway(nil, isAnswering: false))
  }

  @Test func aServerThatAnswersOthersIsThere() async throws {
    #expect(try await !Self.isAway(begunThen: 20, begunNow: 0, answeredNow: true))
  }
}
