import Foundation
import Testing
import ViewData

@testable import MoaClient

/// Likes of an app: at once, on every screen, and kept until the server knows them.
@Suite struct LikesTests {
  /// Tells the server only when it is told to.
  static let never = Courier.Pace(first: 3_600)
  static let hasty = Courier.Pace(first: 0.005, retry: 0.01, retryMax: 0.02)

  private let scratch = Scratch()
  var directory: URL { scratch.directory }
  var file: ShopperFile { MoaStorage(in: directory).shopper }
  let server = FakeLikeServer()

  func likes(_ pace: Courier.Pace = never) -> Likes { Likes(server, in: file, pace: pace) }

  @Test func allLikesAreToldNowAndAfterEachTap() async throws {
    let likes = likes()
    try await likes.toggle(7)
    var changes = likes.changes().makeAsyncIterator()
    #expect(await changes.next() == [7])
    try await likes.toggle(8)
    #expect(await changes.next() == [7, 8])
  }

  @Test func anOverlayIsAskedForInParts() async throws {
    let likes = likes()
    for product: Int64 in [1, 150, 500] { await server.tap(product, true) }
    #expect(try await likes.liked(among: Array(1...250)) == [1, 150])
  }

  @Test func aTapHoldsAtOnceWithoutAServer() async throws {
    await server.beAway(true)
    let likes = likes()
    #expect(try await likes.toggle(7))
    #expect(await likes.all() == [7])
    #expect(try await likes.toggle(7) == false)
    #expect(await likes.all() == [])
  }

  @Test func whatWasNotToldSurvivesARestart() async throws {
    await server.beAway(true)
    let before = likes()
    try await before.set(7, liked: true)
    await #expect(throws: FakeLikeServer.Away.self) { try await before.sync() }
    let after = likes()
    #expect(await after.all() == [7])
    await server.beAway(false)
    try await after.sync()
    #expect(await server.liked == [7])
  }

  @Test func whatIsKnownSurvivesARestart() async throws {
    await server.tap(3, true)
    let before = likes()
    try await before.set(7, liked: true)
    try await before.sync()
    await server.beAway(true)
    #expect(await likes().all() == [3, 7])
  }

  @Test func anAnswerThatWasLostIsAskedForAgainWithTheSameOperation() async throws {
    let likes = likes()
    await server.loseAnswers(true)
    try await likes.set(7, liked: true)
    await #expect(throws: FakeLikeServer.Away.self) { try await likes.sync() }
    await server.loseAnswers(false)
    try await likes.sync()
    let received = await server.received
    #expect(received.count == 2)
    #expect(Set(received.map(\.id)).count == 1)
  }

  @Test func aTapIsToldByItselfWhenTheServerReturns() async throws {
    let likes = likes(Self.hasty)
    await server.beAway(true)
    try await likes.set(7, liked: true)
    try await Task.sleep(nanoseconds: 60_000_000)
    await server.beAway(false)
    #expect(try await eventually { await server.liked == [7] })
    try await likes.set(8, liked: true)
    #expect(try await eventually { await server.liked == [7, 8] })
  }

  @Test func threeScreensStayInStep() async throws {
    let likes = likes()
    try await likes.set(7, liked: true)
    var screens = (0..<3).map { _ in likes.isLiked(7).makeAsyncIterator() }
    for index in screens.indices { #expect(await screens[index].next() == true) }
    try await likes.toggle(7)
    for index in screens.indices { #expect(await screens[index].next() == false) }
    try await likes.sync()
    await server.tap(7, true, at: LikeTime.text(LikeTime.now + 60_000_000))
    try await likes.sync()
    for index in screens.indices { #expect(await screens[index].next() == true) }
  }

  @Test func aTapHoldsAgainstAnotherClockThatIsAhead() async throws {
    let likes = likes()
    await server.tap(7, true, at: LikeTime.text(LikeTime.now + 200_000_000))
    try await likes.set(8, liked: true)
    try await likes.sync()
    try await likes.set(7, liked: false)
    try await likes.sync()
    #expect(await server.liked == [8])
    #expect(await likes.all() == [8])
  }

  @Test func aClockThatIsAheadIsCorrected() async throws {
    let likes = likes()
    await server.refuse("clock_ahead")
    try await likes.set(7, liked: true)
    try await likes.sync()
    #expect(await server.liked == [7])
    #expect(await server.syncs == 2)
  }

  @Test func aTapThatIsCorrectedHoldsAgainstAnotherClockThatIsAhead() async throws {
    let likes = likes()
    try await likes.set(8, liked: true)
    try await likes.sync()
    await server.tap(7, false, at: LikeTime.text(LikeTime.now + 200_000_000))
    await server.refuse("clock_ahead")
    try await likes.set(7, liked: true)
    try await likes.sync()
    #expect(await server.liked == [7, 8])
  }

  @Test("an id that no product has stands in the way of no other tap", arguments: [0, -1])
  func unusableID(_ product: Int64) async throws {
    let likes = likes()
    await #expect(throws: LikeError.self) { try await likes.toggle(product) }
    try await likes.set(7, liked: true)
    try await likes.sync()
    #expect(await server.received.map(\.productID) == [7])
  }

  @Test func whatAMergeBringsIsKnownAlsoWhenAnExchangeBeganBefore() async throws {
    let (likes, server) = (likes(), server)
    try await likes.set(7, liked: true)
    await server.whileMerging {
      await server.hold()
      Task { try await likes.sync() }
      while await !server.isHeld { await Task.yield() }
      Task {
        try await Task.sleep(nanoseconds: 100_000_000)
        await server.release()
      }
    }
    try await likes.merge("of another device")
    #expect(await likes.all() == [7, 9])
  }

  @Test func ofTwoSyncsAtOnceOverOneStorageNeitherUndoesTheOther() async throws {
    let (one, other) = (likes(), likes())
    try await one.set(7, liked: true)
    try await one.sync()
    await server.tap(8, true)
    await server.hold()
    async let held: Void = one.sync()
    while await !server.isHeld { await Task.yield() }
    await server.tap(9, true)
    await server.tap(8, false, at: LikeTime.text(LikeTime.now + 1_000_000))
    try await other.sync()
    await server.release()
    try await held
    #expect(await one.all() == [7, 9])
    #expect(await other.all() == [7, 9])
  }

  @Test func aRemovedDeviceForgetsItsLikesAlsoOnTheDisk() async throws {
    let before = likes()
    try await before.set(7, liked: true)
    try await before.sync()
    try await before.removeDevice()
    #expect(await before.all() == [])
    #expect(await likes().all() == [])
    #expect(await server.liked == [])
  }

  @Test func aSyncWhileADeviceIsRemovedRegistersNoOther() async throws {
    let (likes, server) = (likes(), server)
    try await likes.set(7, liked: true)
    try await likes.sync()
    try await likes.set(8, liked: true)
    await server.hold()
    async let removed: Void = likes.removeDevice()
    while await !server.isHeld { await Task.yield() }
    async let synced: Void = likes.sync()
    try await Task.sleep(nanoseconds: 50_000_000)
    await server.release()
    try await removed
    try await synced
    #expect(await likes.all() == [])
    #expect(await server.liked == [])
    #expect(await server.devices == 1)
  }

  @Test func aDeviceThatCannotBeRemovedKeepsItsLikes() async throws {
    let likes = likes()
    try await likes.set(7, liked: true)
    try await likes.sync()
    await server.beAway(true)
    await #expect(throws: FakeLikeServer.Away.self) { try await likes.removeDevice() }
    #expect(await likes.all() == [7])
  }

  @Test(
    "what the server will never take is forgotten",
    arguments: ["too_old", "unknown_product", "too_many_likes"])
  func refused(_ code: String) async throws {
    let likes = likes()
    await server.refuse(code)
    try await likes.set(7, liked: true)
    try await likes.sync()
    #expect(await likes.all() == [])
    #expect(await server.syncs == 1)
  }

  @Test func aDeviceThatWasForgottenTellsItsLikesAgain() async throws {
    let likes = likes()
    try await likes.set(7, liked: true)
    try await likes.set(8, liked: true)
    try await likes.sync()
    await server.forgetEverything()
    try await likes.set(8, liked: false)
    try await likes.sync()
    #expect(await server.liked == [7])
    #expect(await likes.all() == [7])
  }

  @Test func whoLikesNothingIsNotLetIn() async throws {
    try await likes().sync()
    #expect(await server.syncs == 0)
    #expect(try await server.isLetIn() == false)
  }

  @Test func manyTapsGoInSeveralRequests() async throws {
    await server.beAway(true)
    let likes = likes()
    for product in 1...501 as ClosedRange<Int64> { try await likes.set(product, liked: true) }
    await server.beAway(false)
    try await likes.sync()
    #expect(await server.liked.count == 501)
    #expect(await server.syncs == 2)
  }

  @Test func aTapThatCannotBeWrittenDoesNotHold() async throws {
    try Data().write(to: directory)
    let likes = likes()
    await #expect(throws: (any Error).self) { try await likes.set(7, liked: true) }
    #expect(await likes.all() == [])
  }

  @Test(
    "times keep their microseconds",
    arguments: [0, 1, 1_772_355_600_250_000, 1_772_355_600_999_999, -1] as [Int64])
  func times(_ microseconds: Int64) {
    #expect(LikeTime.microseconds(LikeTime.text(microseconds)) == microseconds)
  }

  @Test(
    "no server is told the token of another",
    arguments: ["https://b.example", "https://a.example:8443", "http://a.example", "http://[::1]"])
  func ofEachServer(_ other: String) async throws {
    let one = MoaStorage(for: try #require(URL(string: "https://a.example")))
    let other = MoaStorage(for: try #require(URL(string: other)))
    #expect(one.place.url != other.place.url)
    let same = MoaStorage(for: try #require(URL(string: "https://A.example:443/shop")))
    #expect(one.place.url == same.place.url)
  }
}
