import EventLoop
import Testing

@testable import Postgres

/// When a server counts as away, and what callers notice of it. Times are in milliseconds.
struct ServerHealthTests {
  private static let late = PostgresError(.timeout)
  private static let cut = PostgresError(.connection(reason: "cut"))
  private var health: ServerHealth

  init() throws {
    health = ServerHealth(
      PoolConfiguration(try ConnectionString("dbname=x")), now: Self.time(0))
  }

  private static func time(_ milliseconds: Int64) -> MonotonicTime {
    MonotonicTime(nanoseconds: milliseconds * 1_000_000)
  }

  private static func failure(_ absence: PostgresError.Absence?) -> PostgresError {
    var error = PostgresError(.connection(reason: "none"))
    error.absence = absence
    return error
  }

  /// An attempt fails, with the middle one of the pauses that may follow.
  @discardableResult
  private mutating func connectFailed(
    _ absence: PostgresError.Absence?, hasConnections: Bool = false, at milliseconds: Int64
  ) -> [ServerHealth.Action] {
    health.connectFailed(
      Self.failure(absence), hasConnections: hasConnections, at: Self.time(milliseconds), jitter: 1)
  }

  @discardableResult
  private mutating func lost(
    _ error: PostgresError, begunAt: [Int64] = [], hasConnections: Bool = true,
    at milliseconds: Int64
  ) -> [ServerHealth.Action] {
    health.lost(
      error, unanswered: begunAt.map(Self.time), hasConnections: hasConnections,
      at: Self.time(milliseconds))
  }

  // MARK: Statements without an answer

  @Test(arguments: [(4, false), (5, true)])
  mutating func fiveStatementsWithoutAnAnswerMeanAway(count: Int, isAway: Bool) {
    lost(Self.late, begunAt: Array(repeating: 0, count: count), at: 20)
    #expect(health.isAway == isAway)
  }

  @Test mutating func thoseThatHaveJustComeBehindASlowOneDoNot() {
    lost(Self.late, begunAt: [0] + Array(repeating: 20, count: 20), at: 20)
    #expect(!health.isAway)
  }

  @Test mutating func aServerThatAnswersOthersIsThere() {
    health.answered(at: Self.time(10))
    lost(Self.late, begunAt: Array(repeating: 0, count: 20), at: 20)
    #expect(!health.isAway)
  }

  // MARK: Attempts that fail

  @Test mutating func aServerMayBeStartingAgainAtThisMoment() {
    connectFailed(.refusal, at: 0)
    #expect(!health.isAway)
    #expect(health.patience == .milliseconds(500))
  }

  @Test(arguments: [
    (PostgresError.Absence.refusal, Duration.milliseconds(80)), (.silence, .milliseconds(200)),
  ])
  mutating func callersHearSoonerOfAServerThatIsAway(
    absence: PostgresError.Absence, patience: Duration
  ) {
    connectFailed(absence, at: 0)
    connectFailed(absence, at: 450)
    #expect(health.isAway)
    #expect(health.patience == patience)
  }

  @Test mutating func aServerThatIsBackIsWaitedForAsBefore() {
    connectFailed(.refusal, at: 0)
    connectFailed(.refusal, at: 450)
    #expect(health.connected(at: Self.time(500)).count { $0.isChange } == 1)
    #expect(!health.isAway)
    #expect(health.patience == .milliseconds(500))
  }

  @Test mutating func pausesBetweenAttemptsDoubleUpToASecond() {
    let pauses = (0..<7).map { _ in
      connectFailed(nil, hasConnections: true, at: 0).compactMap(\.pause).first
    }
    #expect(pauses == [50, 100, 200, 400, 800, 1_000, 1_000].map { .milliseconds($0) })
  }

  @Test mutating func oneReasonForAnAbsenceIsNewsOnce() {
    let news = [0, 450, 900, 1_350].map {
      connectFailed(.refusal, at: $0).contains(where: \.isNews)
    }
    #expect(news == [true, true, false, false])
  }

  @Test mutating func nobodyConnectsInAPause() {
    connectFailed(nil, hasConnections: true, at: 0)
    #expect(!health.mayConnect(at: Self.time(49)))
    #expect(health.mayConnect(at: Self.time(50)))
  }

  // MARK: Connections that are open meanwhile

  @Test(arguments: [PostgresError.Absence.refusal, .silence])
  mutating func openConnectionsThatNobodyUsesSayNothingOfAServerThatCutOthers(
    absence: PostgresError.Absence
  ) {
    lost(Self.cut, at: 0)
    connectFailed(absence, hasConnections: true, at: 0)
    connectFailed(absence, hasConnections: true, at: 450)
    #expect(health.isAway)
  }

  @Test(arguments: [PostgresError.Absence.refusal, .silence])
  mutating func openConnectionsThatAreAnsweredSayThatItIsThere(absence: PostgresError.Absence) {
    lost(Self.cut, at: 0)
    connectFailed(absence, hasConnections: true, at: 0)
    health.answered(at: Self.time(450))
    connectFailed(absence, hasConnections: true, at: 450)
    #expect(!health.isAway)
  }

  @Test("Who has lost none may have come to an end of its own, such as of descriptors")
  mutating func failuresAloneSayNothingWhileConnectionsAreOpen() {
    connectFailed(.silence, hasConnections: true, at: 0)
    connectFailed(.silence, hasConnections: true, at: 450)
    #expect(!health.isAway)
  }

  @Test mutating func aServerWithNoSessionToSpareIsThere() {
    lost(Self.cut, at: 0)
    connectFailed(nil, hasConnections: true, at: 0)
    connectFailed(nil, hasConnections: true, at: 450)
    #expect(!health.isAway)
  }

  @Test mutating func theLossOfTheLastConnectionIsFollowedByAnAttemptAtOnce() {
    let actions = lost(Self.cut, hasConnections: false, at: 470)
    #expect(actions.compactMap(\.probe) == [Self.time(470)])
  }

  @Test mutating func anOldRefusalDoesNotHastenTheNextAbsence() {
    connectFailed(.refusal, hasConnections: true, at: 0)
    health.answered(at: Self.time(450))
    lost(Self.cut, hasConnections: false, at: 450)
    connectFailed(nil, at: 470)
    #expect(!health.isAway)
    #expect(health.patience == .milliseconds(500))
  }
}

extension ServerHealth.Action {
  fileprivate var isChange: Bool { if case .changed = self { true } else { false } }

  fileprivate var probe: MonotonicTime? { if case .probe(let time) = self { time } else { nil } }

  fileprivate var isNews: Bool {
    if case .report(.connectFailed(_, pause: _, let isNews)) = self { isNews } else { false }
  }

  fileprivate var pause: Duration? {
    if case .report(.connectFailed(_, let pause, isNews: _)) = self { pause } else { nil }
  }
}
