import Foundation
import Testing

@testable import MoaClient

/// An answer is stored with all that it depends on, and with the time until which it is known.
@Suite(.timeLimit(.minutes(1))) struct ShopReaderTests {
  private let scratch = Scratch()
  private let shop: TestShop

  init() throws { shop = try TestShop() }

  /// As a new start of the app.
  private func start(headers: [String: String] = [:]) -> Moa {
    var options = MoaOptions()
    options.headers = headers
    return Moa(shop.url, storage: MoaStorage(in: scratch.directory), options: options)
  }

  /// The test shop has the language of the request there.
  private func title(_ screen: Screen) -> String? { screen.sections.first?.title }

  @Test func eachFieldOfTheOptionsHasAnAnswerOfItsOwn() async throws {
    _ = try await start(headers: ["X-App-Version": "1"]).homeScreen()
    shop.change { $0.isAway = true }
    #expect(try await start(headers: ["X-App-Version": "1"]).answer(.homeScreen).isStored)
    let other = start(headers: ["X-App-Version": "2"])
    await #expect(throws: MoaError.self) { try await other.homeScreen() }
  }

  @Test func aLanguageThatChangesDuringAReadIsNotMixedUp() async throws {
    let moa = Moa(shop.url, language: "ko", storage: MoaStorage(in: scratch.directory))
    shop.change { $0.held = "GET /v1/screens/home" }
    let reading = Task { try await moa.homeScreen() }
    #expect(try await eventually { shop.waiting == 1 })
    moa.language = "en"
    try await shop.release()
    _ = try await reading.value
    shop.change { $0.isAway = true }
    var titles: [String: String] = [:]
    for language in ["ko", "en"] {
      moa.language = language
      if let stored = try? await moa.homeScreen() { titles[language] = title(stored) ?? "" }
    }
    #expect(titles == ["ko": "ko"])
  }

  @Test func anAnswerOfSomeAgeIsLoadedAgainSinceChangesMayPrecedeTheCursor() async throws {
    shop.change { $0.age = 30 }
    let moa = start()
    var home = moa.updates(of: .homeScreen).makeAsyncIterator()
    #expect(try await home.next()?.isStored == false)
    shop.change { $0.age = nil }
    let asked = try await shop.counting { try await moa.changes.refresh() }
    #expect(asked.targets == ["/v1/screens/home"])
    let again = try await shop.counting { try await moa.changes.refresh() }
    #expect(again.targets == ["/v1/changes?since=c0&products=\(ids)"])
  }

  private var ids: String { (1...20).map(String.init).joined(separator: ",") }

  @Test func aRefreshThatFindsNothingConfirmsTheAnswerForTheNextStart() async throws {
    let moa = start()
    var home = moa.updates(of: .homeScreen).makeAsyncIterator()
    #expect(try await home.next()?.isStored == false)
    try scratch.age("answers", by: 3_600)
    try await moa.changes.refresh()
    shop.change { $0.isAway = true }
    let stored = try await start().answer(.homeScreen)
    #expect(abs(stored.confirmedAt.timeIntervalSinceNow) < 60)
    _ = home
  }
}
