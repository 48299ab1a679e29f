import Foundation
import Synchronization
import Testing

@testable import MoaClient

/// An app that is started again, or comes to the front, asks only for what is new.
@Suite(.timeLimit(.minutes(1))) struct ChangesTests {
  private let scratch = Scratch()
  private let shop: TestShop

  init() throws { shop = try TestShop() }

  /// As a new start of the app.
  private func start(language: String? = nil, bytesMax: Int = 50_000_000) -> Moa {
    Moa(
      shop.url, language: language,
      storage: MoaStorage(in: scratch.directory, answerBytesMax: bytesMax))
  }

  private typealias Home = Updates<Screen>.AsyncIterator

  /// The home screen as the server has it.
  private func opened(_ moa: Moa) async throws -> Home {
    var home = moa.updates(of: .homeScreen).makeAsyncIterator()
    while try #require(await home.next()).isStored {}
    return home
  }

  private func cells(_ screen: Screen?) -> [ProductCell] {
    guard case .products(let section)? = screen?.sections.first else { return [] }
    return section.items.map(\.cell)
  }

  // MARK: Offline

  @Test func theHomeScreenIsThereFromTheDiskWithTheServerAway() async throws {
    _ = try await opened(start())
    shop.change { $0.isAway = true }
    var home = start().updates(of: .homeScreen).makeAsyncIterator()
    let answer = try #require(try await home.next())
    #expect(answer.isStored)
    #expect(cells(answer.value).count == 20)
  }

  @Test func aListThatWasReadIsAnsweredFromTheDiskAndSaysSo() async throws {
    let list = MoaRead.productPage(ProductQuery(pageSize: 7))
    let fresh = try await start().answer(list)
    #expect(!fresh.isStored)
    shop.change { $0.isAway = true }
    let stored = try await start().answer(list)
    #expect(stored.isStored)
    #expect(stored.value == fresh.value)
    #expect(abs(stored.confirmedAt.timeIntervalSinceNow) < 60)
    #expect(try await start().productPage(ProductQuery(pageSize: 7)) == fresh.value)
  }

  @Test func whatWasNeverReadIsUnreachable() async throws {
    shop.change { $0.isAway = true }
    await #expect(throws: MoaError.self) { try await start().answer(.homeScreen) }
    var home = start().updates(of: .homeScreen).makeAsyncIterator()
    await #expect(throws: MoaError.self) { try await home.next() }
  }

  @Test func whatIsShownOfflineIsConfirmedByTheNextRefresh() async throws {
    _ = try await opened(start())
    shop.change { $0.isAway = true }
    let moa = start()
    var home = moa.updates(of: .homeScreen).makeAsyncIterator()
    #expect(try await home.next()?.isStored == true)
    await #expect(throws: MoaError.self) { try await moa.changes.refresh() }
    shop.change { $0.isAway = false }
    try await moa.sync()
    let answer = try #require(try await home.next())
    #expect(!answer.isStored)
    #expect(answer.changedIDs.isEmpty)
  }

  @Test func eachLanguageAndEachFieldHasAnAnswerOfItsOwn() async throws {
    let moa = start(language: "ko")
    _ = try await moa.homeScreen()
    shop.change { $0.isAway = true }
    #expect(try await moa.answer(.homeScreen).isStored)
    let other = moa.with(headers: ["Accept-Language": "en"])
    await #expect(throws: MoaError.self) { try await other.homeScreen() }
    moa.language = "en"
    await #expect(throws: MoaError.self) { try await moa.homeScreen() }
  }

  @Test func anotherLanguageIsLoadedByTheNextRefresh() async throws {
    let moa = start(language: "ko")
    let home = try await opened(moa)
    moa.language = "en"
    let asked = try await shop.counting { try await moa.changes.refresh() }
    #expect(asked.targets == ["/v1/screens/home"])
    _ = home
  }

  @Test func anEventThatIsOverIsNotShownOfflineEither() async throws {
    let moa = start()
    var event = moa.updates(of: .eventScreen(1)).makeAsyncIterator()
    #expect(try await event.next()?.isStored == false)
    shop.change {
      $0.events = []
      $0.mark(0)
    }
    try await moa.changes.refresh()
    await #expect(throws: MoaError.self) { try await event.next() }
    shop.change { $0.isAway = true }
    await #expect(throws: MoaError.self) { try await start().eventScreen(1) }
  }

  // MARK: The delta

  @Test func whenNothingChangedLessThanTwoKilobytesAreSent() async throws {
    let whole = try await shop.counting { _ = try await opened(start()) }
    #expect(whole.bytes > 5_000)
    let again = try await shop.counting { _ = try await opened(start()) }
    #expect(again.targets.map { String($0.prefix { $0 != "?" }) } == ["/v1/changes"])
    #expect(again.bytes < 2_000)
  }

  @Test func aStockThatChangedIsDrawnFromItsCellAlone() async throws {
    let moa = start()
    var home = try await opened(moa)
    shop.put(TestShop.product(7, stock: 3))
    let asked = try await shop.counting { try await moa.changes.refresh() }
    let answer = try #require(try await home.next())
    #expect(answer.changedIDs == [7])
    #expect(cells(answer.value).first { $0.id == 7 }?.stock == 3)
    #expect(asked.targets.count == 1)
    #expect(asked.bytes < 2_000)
  }

  @Test func aCellThatChangedIsStoredForTheNextStart() async throws {
    let moa = start()
    let home = try await opened(moa)
    shop.put(TestShop.product(7, stock: 3))
    try await moa.changes.refresh()
    shop.change { $0.isAway = true }
    #expect(cells(try await start().homeScreen()).first { $0.id == 7 }?.stock == 3)
    _ = home
  }

  @Test func everyScreenThatShowsAProductGetsItsCellByOneRequest() async throws {
    let moa = start()
    var home = try await opened(moa)
    var list = moa.updates(of: .productPage(ProductQuery(pageSize: 5))).makeAsyncIterator()
    #expect(try await list.next()?.isStored == false)
    shop.put(TestShop.product(20, stock: 1))
    let asked = try await shop.counting { try await moa.changes.refresh() }
    #expect(asked.targets.count == 1)
    #expect(try await home.next()?.changedIDs == [20])
    #expect(try await list.next()?.changedIDs == [20])
  }

  @Test("a product that may have another place has the screen loaded", arguments: 0...3)
  func moved(_ way: Int) async throws {
    let moa = start()
    var home = try await opened(moa)
    switch way {
    case 0: shop.remove(7)
    case 1: shop.put(TestShop.product(7, stock: 0))
    case 2: shop.put(TestShop.product(7, price: 9_000, stock: 3))
    default: shop.put(TestShop.product(7, originalPrice: 12_000, stock: 3))
    }
    let asked = try await shop.counting { try await moa.changes.refresh() }
    #expect(asked.targets.last == "/v1/screens/home")
    #expect(try await home.next()?.changedIDs == [7])
    #expect(try await cells(moa.homeScreen()).contains { $0.id == 7 } == (way != 0))
  }

  @Test func aNewProductIsFoundThoughItWasNotHeld() async throws {
    let moa = start()
    var home = try await opened(moa)
    shop.put(TestShop.product(21))
    try await moa.changes.refresh()
    let answer = try #require(try await home.next())
    #expect(answer.changedIDs == [21, 1])
    #expect(cells(answer.value).first?.id == 21)
  }

  @Test func tilesAreLoadedSinceACellHasNoPictureOfTheirSize() async throws {
    let moa = start()
    var tiles = moa.updates(of: .productTilePage(ProductQuery(pageSize: 5))).makeAsyncIterator()
    #expect(try await tiles.next()?.isStored == false)
    shop.put(TestShop.product(20, stock: 1))
    try await moa.changes.refresh()
    let answer = try #require(try await tiles.next())
    #expect(answer.changedIDs == [20])
    #expect(answer.value.items.first?.stock == 1)
  }

  @Test func aScreenWithoutProductsAsksForChangesToo() async throws {
    shop.change { $0.products = [] }
    let moa = start()
    var home = try await opened(moa)
    let quiet = try await shop.counting { try await moa.changes.refresh() }
    #expect(quiet.targets == ["/v1/changes?since=c0&products="])
    shop.put(TestShop.product(1))
    try await moa.changes.refresh()
    #expect(try await home.next()?.changedIDs == [1])
  }

  @Test func aSlowReaderLearnsOfAllThatChangedMeanwhile() async throws {
    let moa = start()
    var home = try await opened(moa)
    for id: Int64 in [3, 4, 5] {
      shop.put(TestShop.product(id, stock: 1))
      try await moa.changes.refresh()
    }
    #expect(try await home.next()?.changedIDs == [3, 4, 5])
  }

  @Test func aCursorFromBeforeABackupHasEverythingLoaded() async throws {
    let moa = start()
    var home = try await opened(moa)
    shop.put(TestShop.product(7, stock: 3))
    shop.change {
      $0.sequence += 1
      $0.floor = $0.sequence
    }
    let asked = try await shop.counting { try await moa.changes.refresh() }
    #expect(asked.targets.last == "/v1/screens/home")
    #expect(try await home.next()?.changedIDs == [7])
    let again = try await shop.counting { try await moa.changes.refresh() }
    #expect(again.targets.count == 1)
  }

  @Test func aCursorThatTheServerDoesNotKnowBeginsAnew() async throws {
    let moa = start()
    var home = try await opened(moa)
    for _ in 1...3 { shop.put(TestShop.product(7, stock: 3)) }
    try await moa.changes.refresh()
    #expect(try await home.next()?.changedIDs == [7])
    shop.put(TestShop.product(8, stock: 2))
    shop.change { $0.sequence = 0 }
    try await moa.changes.refresh()
    #expect(try await home.next()?.changedIDs == [8])
  }

  @Test func aServerThatTellsNoChangesIsAskedForWholeAnswers() async throws {
    shop.change { $0.hasChanges = false }
    let moa = start()
    var home = try await opened(moa)
    shop.put(TestShop.product(7, stock: 3))
    try await moa.changes.refresh()
    #expect(try await home.next()?.changedIDs == [7])
  }

  @Test func anAnswerThatFailsHindersNoOther() async throws {
    let moa = start()
    let home = try await opened(moa)
    let event = try await moa.updates(of: .eventScreen(1)).afterFirst()
    var lists: [Updates<Listing<ProductCell>>.AsyncIterator] = []
    for size in 1...10 {
      let list = MoaRead.productPage(ProductQuery(pageSize: size))
      lists.append(try await moa.updates(of: list).afterFirst())
    }
    shop.change {
      $0.statuses = ["/v1/products": 500]
      $0.mark(0)
    }
    let asked = try await shop.counting {
      await #expect(throws: MoaError.self) { try await moa.changes.refresh() }
    }
    #expect(asked.targets.contains("/v1/screens/home"))
    #expect(asked.targets.contains("/v1/screens/event/1"))
    _ = (home, event, lists)
  }

  @Test("a refresh without a network tries one request", arguments: ["ko", "en"])
  func away(_ next: String) async throws {
    let attempts = Mutex(0)
    var options = MoaOptions()
    options.readRepeatsMax = 0
    options.observe = { _ in attempts.withLock { $0 += 1 } }
    let moa = Moa(
      shop.url, language: "ko", storage: MoaStorage(in: scratch.directory), options: options)
    let home = try await opened(moa)
    let other = try await opened(moa.with(headers: ["X-Other": "1"]))
    // Another language has both loaded as a whole.
    moa.language = next
    shop.change { $0.isAway = true }
    attempts.withLock { $0 = 0 }
    await #expect(throws: MoaError.self) { try await moa.changes.refresh() }
    #expect(attempts.withLock { $0 } == 1)
    _ = (home, other)
  }

  @Test func refreshesThatWaitForOneAreOneRequest() async throws {
    let moa = start()
    let home = try await opened(moa)
    shop.change { $0.held = "GET /v1/changes" }
    let asked = try await shop.counting {
      let running = Task { try await moa.changes.refresh() }
      #expect(try await eventually { shop.waiting == 1 })
      let others = await moa.changes.start(10)
      await moa.changes.follow()
      try await shop.release()
      for task in [running] + others { try await task.value }
    }
    #expect(asked.targets.count == 2)
    _ = home
  }

  @Test func moreThanAHundredProductsAreAskedForByTwoRequests() async throws {
    shop.change { $0.products = (1...100).reversed().map { TestShop.product($0) } }
    let moa = start()
    let most = try await moa.updates(of: .productPage(ProductQuery(pageSize: 100))).afterFirst()
    shop.change { $0.products.insert(TestShop.product(101), at: 0) }
    let newest = try await moa.updates(of: .productPage(ProductQuery(pageSize: 1))).afterFirst()
    let asked = try await shop.counting { try await moa.changes.refresh() }
    let products = asked.targets.map { $0.components(separatedBy: ",").count }
    #expect(products.sorted() == [1, 100])
    _ = (most, newest)
  }

  @Test func whatIsNoLongerShownIsNotAskedFor() async throws {
    let moa = start()
    do { _ = try await opened(moa) }
    let isQuiet = try await eventually {
      let asked = try? await shop.counting { try await moa.changes.refresh() }
      return asked?.targets.isEmpty == true
    }
    #expect(isQuiet)
  }

  @Test func oneCallClearsAllAnswersAndKeepsLikes() async throws {
    let moa = start()
    _ = try await moa.homeScreen()
    try await moa.likes.set(7, liked: true)
    await moa.changes.clear()
    shop.change { $0.isAway = true }
    await #expect(throws: MoaError.self) { try await start().homeScreen() }
    #expect(await start().likes.all() == [7])
  }

  @Test func anAppMayKeepNoAnswers() async throws {
    let moa = start(bytesMax: 0)
    _ = try await moa.homeScreen()
    shop.change { $0.isAway = true }
    await #expect(throws: MoaError.self) { try await moa.homeScreen() }
  }
}

/// Waits until something holds, for half a minute at most.
func eventually(_ holds: () async throws -> Bool) async throws -> Bool {
  for _ in 0..<3_000 {
    if try await holds() { return true }
    try await Task.sleep(nanoseconds: 10_000_000)
  }
  return false
}

extension Updates {
  /// The answers after the first.
  func afterFirst() async throws -> AsyncIterator {
    var answers = makeAsyncIterator()
    #expect(try await answers.next()?.isStored == false)
    return answers
  }
}

extension Changes {
  /// Refreshes that have begun when ``follow()`` returns.
  fileprivate func start(_ count: Int) -> [Task<Void, any Error>] {
    (1...count).map { _ in Task { try await refresh() } }
  }

  fileprivate func follow() {}
}
