import Domain
import Fakes
import Testing

/// Which operation holds, and what follows from it.
@Suite struct LikePlanTests {
  static func plan(
    _ operations: [LikeOperation], counts: LikeCounts = .none, known: [Int64: LikeState] = [:]
  ) -> LikePlan {
    LikePlan(
      operations, counts: counts, known: known, products: Set(operations.map(\.productID)))
  }

  @Test("the last tap holds, whatever the order", arguments: 0..<6)
  func lastTap(_ rotation: Int) {
    let taps = [
      LikeShop.tap(1, 7, true, at: 1), LikeShop.tap(2, 7, false, at: 3),
      LikeShop.tap(3, 7, true, at: 2),
    ]
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    let plan = Self.plan(orders[rotation].map { taps[$0] })
    #expect(plan.states == [LikeState(taps[1], sequence: 1)])
    #expect(plan.changes == [:])
  }

  @Test func twoOperationsOfOneIDHoldInOneOrder() {
    let (on, off) = (LikeShop.tap(1, 7, true, at: 1), LikeShop.tap(1, 7, false, at: 1))
    #expect(Self.plan([on, off]) == Self.plan([off, on]))
  }

  @Test func numbersFollowTheTaps() {
    let plan = Self.plan([
      LikeShop.tap(1, 7, true, at: 9), LikeShop.tap(2, 8, true, at: 3),
    ])
    #expect(plan.states.map(\.productID) == [8, 7])
    #expect(plan.states.map(\.sequence) == [1, 2])
    #expect(plan.counts == LikeCounts(sequence: 2, likes: 2, entries: 2))
    #expect(plan.changes == [7: 1, 8: 1])
  }

  @Test func aProductThatNeverWasIsRefused() {
    let tap = LikeShop.tap(1, 7, true, at: 1)
    let plan = LikePlan([tap], counts: .none, known: [:], products: [])
    #expect(plan.refused == [RefusedLike(operation: tap, flaw: .unknownProduct)])
    #expect(plan.states == [])
  }

  @Test func anOperationThatALaterOneMadeVoidIsSuperseded() {
    let (held, late) = (LikeShop.tap(1, 7, true, at: 5), LikeShop.tap(2, 7, false, at: 4))
    let plan = Self.plan([late, held], known: [7: LikeState(held, sequence: 1)])
    #expect(plan.superseded == [])
    let slow = Self.plan([late], known: [7: LikeState(held, sequence: 1)])
    #expect(slow.superseded == [RefusedLike(operation: late, flaw: .superseded)])
    #expect(slow.states == [])
  }

  @Test func noMoreIsLikedThanMayBe() {
    let counts = LikeCounts(sequence: 5, likes: LikeCounts.likesMax - 1, entries: 10_500)
    let plan = Self.plan(
      [LikeShop.tap(1, 7, true, at: 1), LikeShop.tap(2, 8, true, at: 2)], counts: counts)
    #expect(plan.states.map(\.productID) == [7])
    #expect(plan.refused.map(\.flaw) == [.tooManyLikes])
  }

  @Test func noMoreIsRememberedThanMayBe() {
    let counts = LikeCounts(sequence: 5, likes: 0, entries: LikeCounts.entriesMax)
    let plan = Self.plan([LikeShop.tap(1, 7, false, at: 1)], counts: counts)
    #expect(plan.refused.map(\.flaw) == [.tooManyRemembered])
  }

  @Test func likesThatAreTooManyTogetherAreNotMoved() {
    let other = LikeState(LikeShop.tap(1, 7, true, at: 1), sequence: 1)
    #expect(throws: ValidationError.tooManyLikes) {
      try LikePlan(
        moving: [other], of: LikeCounts(sequence: 1, likes: 1, entries: 1),
        into: LikeCounts(sequence: 9, likes: LikeCounts.likesMax, entries: 10_000), known: [:])
    }
  }

  @Test func movedLikesHaveNumbersAboveThoseOfBoth() throws {
    let other = LikeState(LikeShop.tap(1, 7, true, at: 1), sequence: 40)
    let plan = try LikePlan(
      moving: [other], of: LikeCounts(sequence: 40, likes: 1, entries: 1),
      into: LikeCounts(sequence: 9, likes: 0, entries: 0), known: [:])
    #expect(plan.states.map(\.sequence) == [42])
    #expect(plan.changes == [:])
  }
}
