import EventLoop
import HTTP
import Testing

@testable import HTTPServer

/// The life of a connection, without one.
@Suite struct LifecycleTests {
  private static let start = MonotonicTime(nanoseconds: 0)
  private static let end = MonotonicTime(nanoseconds: 3_600)

  private static func life(requestsMax: Int = 100) -> Lifecycle {
    Lifecycle(requestsMax: requestsMax, end: end)
  }

  /// A life in which a request was answered that told the client of the end, or not.
  private static func answered(announcesClose: Bool) -> Lifecycle {
    var life = life()
    life.beginRequest()
    life.noteAnswer(announcesClose: announcesClose)
    return life
  }

  /// What follows the last byte of the last answer.
  private static func last(
    _ life: inout Lifecycle, after change: (inout Input) -> Void = { _ in }
  ) -> Lifecycle.Next {
    var input = Input.drained()
    change(&input)
    life.beginClosing()
    return life.allSent(input)
  }

  @Test func theLastAllowedRequestIsNotFollowedByAnother() {
    var life = Self.life(requestsMax: 2)
    life.beginRequest()
    #expect(life.mayContinue(at: Self.start))
    life.awaitRequest()
    life.beginRequest()
    #expect(!life.mayContinue(at: Self.start))
  }

  @Test func anOldConnectionTakesNoFurtherRequest() {
    let life = Self.life()
    #expect(life.mayContinue(at: MonotonicTime(nanoseconds: 3_599)))
    #expect(!life.mayContinue(at: Self.end))
  }

  @Test func onlyAnAnswerThatSaysSoEndsTheConnection() {
    var going = Self.answered(announcesClose: false)
    #expect(going.endsWithAnswer(clientAsked: false) == false)
    var ending = Self.answered(announcesClose: true)
    #expect(ending.endsWithAnswer(clientAsked: false) == true)
  }

  @Test func betweenRequestsReadingGoesOnWhenAllIsSent() {
    var life = Self.life()
    let input = Input.drained()
    #expect(life.allSent(input) == .readOn)
  }

  @Test func duringAnExchangeNothingEndsWhenAllIsSent() {
    var life = Self.life()
    let input = Input.drained()
    life.beginRequest()
    #expect(life.allSent(input) == .nothing)
  }

  // MARK: The end

  @Test func aClientThatAskedForTheEndIsClosedAtOnce() {
    var life = Self.answered(announcesClose: true)
    _ = life.endsWithAnswer(clientAsked: true)
    #expect(Self.last(&life) == .close)
  }

  @Test func aClientThatDidNotAskForTheEndMayFinishWhatItSends() {
    var life = Self.answered(announcesClose: true)
    _ = life.endsWithAnswer(clientAsked: false)
    #expect(Self.last(&life) == .linger)
    #expect(life.phase == .lingering)
  }

  @Test func aClientWhoseBodyWasNotReadMayFinishIt() {
    var life = Self.answered(announcesClose: true)
    life.noteUnreadRest()
    #expect(Self.last(&life) == .linger)
  }

  @Test func aClientThatHasSentMoreThanWasReadIsNotReset() {
    var life = Self.answered(announcesClose: true)
    #expect(Self.last(&life) { $0.allowRead() } == .linger)
  }

  @Test func aClientThatHasEndedIsNotWaitedFor() {
    var life = Self.life()
    life.noteUnreadRest()
    #expect(Self.last(&life) { _ = $0.note(.end, isAll: true) } == .close)
  }

  @Test func aBrokenConnectionIsNotWaitedFor() {
    var life = Self.life()
    life.noteUnreadRest()
    #expect(Self.last(&life) { $0.note(.closed) } == .close)
  }

  @Test func aLingeringClientIsReadUpToALimit() {
    var life = Self.life()
    life.drop(600)
    #expect(!life.hasDropped(atLeast: 1_000))
    life.drop(400)
    #expect(life.hasDropped(atLeast: 1_000))
  }

  @Test func aConnectionIsClosedOnce() {
    var life = Self.life()
    #expect(life.close() == true)
    #expect(life.close() == false)
  }

  @Test func aClosedConnectionStaysClosed() {
    var life = Self.life()
    _ = life.close()
    life.beginRequest()
    life.awaitRequest()
    life.beginClosing()
    #expect(life.phase == .closed)
  }
}
