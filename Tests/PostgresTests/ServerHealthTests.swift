import EventLoop
import Testing

@testable import Postgres

/// Which statements tell that the server keeps silent.
struct ServerHealthTests {
  private static let late = PostgresError(.timeout)

  /// What `body` makes of what is known of a server to which one connection is open.
  private static func withHealth<Value: Sendable>(
    _ body: @escaping @Sendable (ServerHealth, EventLoop) async throws -> Value
  ) async throws -> Value {
    let configuration = try PoolConfiguration(ConnectionString("dbname=x"))
    return try await ServerUnderTest.onLoop { loop in
      let health = ServerHealth(on: loop, configuration) { _ in }
      defer { health.stop() }
      health.hasConnections = { true }
      return try await body(health, loop)
    }
  }

  /// Whether the server counts as away when a connection is given up, with statements that were
  /// begun when the last was answered, and now.
  private static func isAway(
    begunThen: Int, begunNow: Int, answeredNow: Bool = false
  ) async throws -> Bool {
    try await withHealth { health, loop in
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
    try await Self.withHealth { health, loop in
      health.hasConnections = { false }
      let refusal = Self.failure(.refusal)
      health.connectFailed(refusal)
      // It may be starting again at this moment.
      #expect(!health.isAway)
      #expect(health.patience == .milliseconds(500))
      try await PoolTests.pause(on: loop, .milliseconds(450))
      health.connectFailed(refusal)
      #expect(health.isAway)
      #expect(health.patience == .milliseconds(80))
      health.connectFailed(Self.failure(.silence))
      #expect(health.isAway)
      #expect(health.patience == .milliseconds(200))
      health.connected()
      #expect(!health.isAway)
      #expect(health.patience == .milliseconds(500))
    }
  }

  private static func failure(_ absence: PostgresError.Absence?) -> PostgresError {
    var error = PostgresError(.connection(reason: "none"))
    error.absence = absence
    return error
  }

  /// Whether the server counts as away when one connection is open, and new ones have failed for
  /// 450 ms, perhaps since another was lost, and perhaps with answers meanwhile.
  private static func isAway(
    _ absence: PostgresError.Absence?, hasLost: Bool = true, isAnswering: Bool = false
  ) async throws -> Bool {
    try await withHealth { health, loop in
      health.answered()
      if hasLost { health.lost(PostgresError(.connection(reason: "cut")), unanswered: []) }
      health.connectFailed(failure(absence))
      try await PoolTests.pause(on: loop, .milliseconds(450))
      if isAnswering { health.answered() }
      health.connectFailed(failure(absence))
      return health.isAway
    }
  }

  @Test func openConnectionsThatNobodyUsesSayNothingOfAServerThatCutOthers() async throws {
    #expect(try await Self.isAway(.refusal))
    #expect(try await Self.isAway(.silence))
  }

  @Test func openConnectionsSayThatItIsThere() async throws {
    #expect(try await !Self.isAway(.refusal, isAnswering: true))
    #expect(try await !Self.isAway(.silence, isAnswering: true))
    // Something of ours may be at its end, such as descriptors.
    #expect(try await !Self.isAway(.refusal, hasLost: false))
    #expect(try await !Self.isAway(.silence, hasLost: false))
    // It has none to spare.
    #expect(try await !Self.isAway(nil))
  }

  @Test func anOldRefusalDoesNotHastenTheNextAbsence() async throws {
    try await Self.withHealth { health, loop in
      let (isConnected, probes) = (Shared(true), Shared(0))
      health.hasConnections = { isConnected.value }
      health.probe = { probes.change { $0 += 1 } }
      health.connectFailed(Self.failure(.refusal))
      try await PoolTests.pause(on: loop, .milliseconds(450))
      health.answered()
      isConnected.change { $0 = false }
      let before = probes.value
      health.lost(PostgresError(.connection(reason: "cut")), unanswered: [])
      try await PoolTests.pause(on: loop, .milliseconds(20))
      #expect(probes.value > before, "an attempt at once")
      health.connectFailed(Self.failure(nil))
      #expect(!health.isAway)
      #expect(health.patience == .milliseconds(500))
    }
  }

  @Test func aServerThatAnswersOthersIsThere() async throws {
    #expect(try await !Self.isAway(begunThen: 20, begunNow: 0, answeredNow: true))
  }
}
