import EventLoop
import Testing

@testable import Postgres

/// What holds in a pool whatever happens in it: a thousand things by chance, and then the end.
struct PoolHistoryTests {
  private static let slots = [ConnectionKind.shared: 4, .exclusive: 1]
  private static let connectionsMax = 2
  private static let texts: [SQL] = ["select 1", "select 2"]

  private var random: SplitMix64
  private var pool: DecidedPool

  init() throws {
    random = SplitMix64(seed: 0)
    pool = try DecidedPool { configuration in
      (configuration.sharedConnectionsMax, configuration.pipelineDepth) = (Self.connectionsMax, 4)
      configuration.exclusiveConnectionsMax = Self.connectionsMax
    }
  }

  private mutating func somethingHappens() {
    switch Int.random(in: 0..<22, using: &random) {
    case 0..<7: callOnce()
    case 7..<13: releaseOne()
    case 13..<15: endAttempt()
    case 15: breakOne()
    case 16, 17: slowOrHasten()
    case 18 where Int.random(in: 0..<10, using: &random) == 0: pool.demoted()
    default: pool.pass(.random(in: 0...60, using: &random))
    }
  }

  private mutating func callOnce() {
    let text = [nil, Self.texts[0], Self.texts[1]].randomElement(using: &random) ?? nil
    pool.call(Bool.random(using: &random) ? .shared : .exclusive, for: text)
  }

  /// A connection is held up by a statement from now on, or no longer.
  private mutating func slowOrHasten() {
    guard let connection = pool.open.randomElement(using: &random) else { return }
    connection.waitsSince = connection.waitsSince == nil ? pool.now : nil
    connection.answering = Self.texts.randomElement(using: &random)
  }

  private mutating func releaseOne() {
    guard let user = pool.users.randomElement(using: &random) else { return }
    pool.release(user.connection, user.kind)
  }

  private mutating func endAttempt() {
    guard !pool.attempts.isEmpty else { return }
    if Int.random(in: 0..<3, using: &random) == 0 {
      pool.connectFailed([nil, .refusal, .silence].randomElement(using: &random) ?? nil)
    } else {
      pool.connected(lifetime: .random(in: 50...2_000, using: &random))
    }
  }

  /// A connection breaks, or falls silent. Who is on it gives it back later.
  private mutating func breakOne() {
    guard let connection = pool.open.randomElement(using: &random) else { return }
    let user = pool.users.first { $0.connection === connection }
    if Int.random(in: 0..<10, using: &random) == 0, user?.kind == .shared {
      pool.silent(connection, statements: 5)
    } else if let user {
      pool.broken(connection, user.kind)
    } else {
      for kind in ConnectionKind.allCases { pool.broken(connection, kind) }
    }
  }

  private mutating func end() {
    pool.close()
    while let user = pool.users.first { pool.release(user.connection, user.kind) }
  }

  // MARK: What holds

  @Test(arguments: 0..<200 as Range<UInt64>)
  mutating func everyCallerIsAnsweredOnce(seed: UInt64) {
    random = SplitMix64(seed: seed)
    for _ in 0..<1_000 { somethingHappens() }
    end()
    #expect(pool.answers.count == pool.callers)
    #expect(pool.answeredTwice == 0)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  mutating func nobodyIsGivenAConnectionThatIsFull(seed: UInt64) {
    random = SplitMix64(seed: seed)
    for _ in 0..<1_000 {
      somethingHappens()
      let users = Dictionary(grouping: pool.users) { $0.connection.number }.values
      let isOverfull = users.contains { $0.count > Self.slots[$0[0].kind] ?? 0 }
      guard !isOverfull else { return #expect(!isOverfull, "at \(pool.milliseconds) ms") }
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  mutating func nobodyIsOnAConnectionThatWasClosedForBeingUnused(seed: UInt64) {
    random = SplitMix64(seed: seed)
    for _ in 0..<1_000 {
      somethingHappens()
      let inUse = Set(pool.users.map(\.connection.number))
      let cut = pool.closed.map(\.number).filter(inUse.contains)
      guard cut.isEmpty else { return #expect(cut.isEmpty, "at \(pool.milliseconds) ms") }
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  mutating func nobodyWaitsForEver(seed: UInt64) {
    random = SplitMix64(seed: seed)
    for _ in 0..<1_000 { somethingHappens() }
    // Longer than the patience of a caller; attempts that hang help nobody.
    pool.pass(501)
    #expect(pool.answers.count == pool.callers)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  mutating func aClosedPoolLeavesNothingOpen(seed: UInt64) {
    random = SplitMix64(seed: seed)
    for _ in 0..<1_000 { somethingHappens() }
    end()
    #expect(pool.finishes == 1)
    #expect(pool.open.isEmpty)
    #expect(pool.attempts.isEmpty)
  }
}
