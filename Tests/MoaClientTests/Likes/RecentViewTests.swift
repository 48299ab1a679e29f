import Foundation
import Testing

@testable import MoaClient

/// Views of products are recorded at once, and reach the server when it can be reached.
@Suite struct RecentViewTests {
  private let scratch = Scratch()
  private let shop: TestShop

  init() throws { shop = try TestShop() }

  private func start() -> Moa { Moa(shop.url, storage: MoaStorage(in: scratch.directory)) }

  @Test func aViewWithoutAServerIsSentAfterTheNextStart() async throws {
    shop.change { $0.isAway = true }
    let offline = start()
    for product: Int64 in [7, 8, 7] { try await offline.recent.add(product) }
    await #expect(throws: MoaError.self) { try await offline.recent.sync() }
    shop.change { $0.isAway = false }
    try await start().sync()
    #expect(shop.viewed == [8, 7])
  }

  @Test func aViewIsSentByItself() async throws {
    let moa = start()
    try await moa.recent.add(7)
    #expect(try await eventually { shop.viewed == [7] })
  }

  @Test func aListHasTheViewsThatWaited() async throws {
    let moa = start()
    try await moa.recent.add(7)
    #expect(try await moa.recent.list().map(\.id) == [7])
  }

  @Test func aListThatWasReadIsThereWithTheServerAwayAndSaysSo() async throws {
    let moa = start()
    try await moa.recent.add(7)
    #expect(try await moa.recent.answer().isStored == false)
    shop.change { $0.isAway = true }
    try await moa.recent.add(8)
    let stored = try await start().recent.answer()
    #expect(stored.isStored)
    #expect(stored.value.map(\.id) == [7])
  }

  @Test func aDeviceThatIsRemovedLeavesNoListOnTheDisk() async throws {
    let moa = start()
    try await moa.recent.add(7)
    _ = try await moa.recent.list()
    try await moa.likes.removeDevice()
    shop.change { $0.isAway = true }
    await #expect(throws: MoaError.self) { try await moa.recent.list() }
    #expect(try MoaStorage(in: scratch.directory).tokens.read() == nil)
  }

  @Test func theFirstListOfADeviceIsThereWithTheServerAway() async throws {
    shop.change { $0.viewed = [7] }
    _ = try await start().recent.list()
    shop.change { $0.isAway = true }
    #expect(try await start().recent.list().map(\.id) == [7])
  }

  @Test func theListOfADeviceThatWasRegisteredAnewIsThereWithTheServerAway() async throws {
    let moa = start()
    _ = try await moa.recent.list()
    shop.change {
      $0.removed = ["moa_device_1"]
      $0.viewed = [7]
    }
    _ = try await moa.recent.list()
    shop.change { $0.isAway = true }
    #expect(try await start().recent.list().map(\.id) == [7])
  }

  @Test func aListThatComesAfterItsDeviceWasRemovedIsNotKept() async throws {
    let moa = start()
    shop.change { $0.held = "GET /v1/recent" }
    let reading = Task { try await moa.recent.list() }
    #expect(try await eventually { shop.waiting == 1 })
    try await moa.likes.removeDevice()
    try await shop.release()
    _ = try await reading.value
    let answers = scratch.directory.appendingPathComponent("answers")
    #expect(StorageDirectory(at: answers).files().isEmpty)
  }

  @Test func aViewThatWaitsIsNotSentAsTheDeviceOfTheNextShopper() async throws {
    let storage = MoaStorage(in: scratch.directory)
    let moa = Moa(shop.url, storage: storage)
    _ = try await moa.recent.list()
    try storage.shopper.change { try $0.view(7) }
    // The token is gone, and the answers are not yet.
    let pause = Task { await storage.answers.pause(500) }
    let removing = Task { try await moa.likes.removeDevice() }
    #expect(try await eventually { try storage.tokens.read() == nil })
    try await moa.recent.sync()
    await pause.value
    try await removing.value
    #expect(shop.viewed.isEmpty)
    #expect(shop.devices == 1)
  }

  @Test func aViewThatIsRefusedWhileItsDeviceIsRemovedRegistersNoOther() async throws {
    let storage = MoaStorage(in: scratch.directory)
    let moa = Moa(shop.url, storage: storage)
    _ = try await moa.recent.list()
    try storage.shopper.change { try $0.view(7) }
    shop.change { $0.held = "DELETE /v1/devices" }
    let removing = Task { try await moa.likes.removeDevice() }
    #expect(try await eventually { shop.waiting == 1 })
    try await moa.recent.sync()
    try await shop.release()
    try await removing.value
    #expect(shop.viewed.isEmpty)
    #expect(shop.devices == 1)
  }

  @Test("a view is sent again that came too slowly, or was one of too many", arguments: [408, 429])
  func again(_ status: Int) async throws {
    let moa = start()
    shop.change { $0.statuses = ["/v1/recent/7": status] }
    try await moa.recent.add(7)
    await #expect(throws: MoaError.self) { try await moa.recent.sync() }
    shop.change { $0.statuses = [:] }
    try await moa.recent.sync()
    #expect(shop.viewed == [7])
  }

  @Test func aViewOfAProductThatWasRemovedHindersNoOther() async throws {
    let moa = start()
    for product: Int64 in [999, 7] { try await moa.recent.add(product) }
    try await moa.recent.sync()
    #expect(shop.viewed == [7])
  }

  @Test func clearedViewsAreNotSent() async throws {
    shop.change { $0.isAway = true }
    let moa = start()
    try await moa.recent.add(7)
    await #expect(throws: MoaError.self) { try await moa.recent.clear() }
    shop.change { $0.isAway = false }
    try await moa.recent.sync()
    #expect(shop.viewed.isEmpty)
  }

  @Test func theLatestHundredViewsWait() async throws {
    var state = ShopperState()
    for product: Int64 in 1...150 { try state.view(product) }
    #expect(state.views.map(\.productID) == Array(51...150))
  }

  @Test func anIDThatNoProductHasIsRefused() async throws {
    await #expect(throws: LikeError.self) { try await start().recent.add(0) }
  }
}

extension StoredAnswers {
  /// Keeps all others waiting.
  func pause(_ milliseconds: UInt32) { usleep(milliseconds * 1_000) }
}
