import Testing

@testable import Operations

/// A receiver of the archive that runs and does nothing.
@Suite struct ReceiverHealthTests {
  private static let start = ContinuousClock.now

  /// Looks every 5 s; the result is whether it is stuck after the last look.
  private func isStuck(after looks: [(written: Int64?, wanted: Int64?)]) -> Bool {
    var health = ReceiverHealth(Self.start)
    for (number, look) in looks.enumerated() {
      let now = Self.start + .seconds(5 * (number + 1))
      health.take(written: look.written, wanted: look.wanted, at: now)
    }
    return health.isStuck
  }

  @Test func oneThatStandsStillBehindTheDatabaseIsStuckAfterHalfAMinute() {
    #expect(!isStuck(after: [(100, 200)] + Array(repeating: (100, 300), count: 6)))
    #expect(isStuck(after: [(100, 200)] + Array(repeating: (100, 300), count: 7)))
  }

  @Test func oneThatHasAllIsWell() {
    #expect(!isStuck(after: Array(repeating: (300, 300), count: 100)))
  }

  @Test func oneThatCatchesUpIsWell() {
    #expect(!isStuck(after: (1...100).map { ($0, 1_000_000) }))
  }

  @Test func oneThatTheDatabaseDoesNotKnowIsStuck() {
    #expect(isStuck(after: [(100, 100)] + Array(repeating: (nil, 100), count: 7)))
  }

  @Test func aDatabaseThatDoesNotAnswerIsNotTakenForAnArchiveThatWorks() {
    #expect(isStuck(after: [(100, 100)] + Array(repeating: (nil, nil), count: 7)))
  }
}
