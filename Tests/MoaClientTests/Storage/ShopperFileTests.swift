import Foundation
import Synchronization
import Testing

@testable import MoaClient

/// Likes and views on the disk outlive crashes, other processes and earlier versions.
@Suite struct ShopperFileTests {
  private let scratch = Scratch()
  private var directory: URL { scratch.directory }

  private func file(_ damaged: @escaping @Sendable (URL) -> Void = { _ in }) -> ShopperFile {
    MoaStorage(in: directory, damaged: damaged).shopper
  }

  private func place(_ name: String) -> URL { directory.appendingPathComponent(name) }

  private func write(_ content: some Encodable, to name: String) throws {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try JSONEncoder().encode(content).write(to: place(name))
  }

  @Test func whatWasWrittenIsThereForTheNextStart() throws {
    try file().change {
      try $0.tap(7, true, now: 0)
      try $0.view(8)
    }
    let later = try file().read()
    #expect(later.liked == [7])
    #expect(later.views.map(\.productID) == [8])
  }

  @Test func readingMakesNoFile() throws {
    #expect(try file().read() == ShopperState())
    #expect(!FileManager.default.fileExists(atPath: directory.path))
  }

  @Test func twoValuesOverOneStorageLoseNothing() async throws {
    let (one, other) = (file(), file())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (file, first) in [(one, 1), (other, 1_001)] {
        group.addTask {
          for product in first..<first + 50 {
            try file.change { try $0.tap(Int64(product), true, now: 0) }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try one.read().liked.count == 100)
    #expect(try other.read() == one.read())
  }

  @Test func oneValueSeesWhatAnotherWrote() async throws {
    let url = try #require(URL(string: "http://127.0.0.1:9"))
    let app = Moa(url, storage: MoaStorage(in: directory))
    let widget = Moa(url, storage: MoaStorage(in: directory))
    try await app.likes.set(7, liked: true)
    #expect(await widget.likes.all() == [7])
    #expect(try await widget.likes.toggle(7) == false)
    #expect(await app.likes.all() == [])
  }

  /// Killed often enough that some are in the middle of a write.
  @Test(.timeLimit(.minutes(2)))
  func twoProcessesThatAreKilledLoseNoTapThatTheyReported() async throws {
    var reported: Set<Int64> = []
    for round in 0..<10 {
      let app = try TappingProcess(1 + round * 100_000, in: directory)
      let widget = try TappingProcess(50_001 + round * 100_000, in: directory)
      #expect(try await eventually { app.reported.count > 5 })
      app.kill()
      let before = widget.reported.count
      #expect(try await eventually { widget.reported.count > before + 5 })
      widget.kill()
      reported.formUnion(app.reported.union(widget.reported))
      let state = try file { Issue.record("\($0.path) is damaged") }.read()
      #expect(state.liked.isSuperset(of: reported))
    }
  }

  @Test func aLockThatIsHeldForTooLongIsAnError() throws {
    let place = StorageDirectory(at: directory, lockWaitMax: 20)
    let other = ShopperFile(in: place, damaged: { _ in })
    let error = try place.locked {
      #expect(throws: MoaStorageError.self) { try other.change { try $0.view(1) } }
    }
    #expect(error.map { "\($0)" } == "busy")
    try file().change { try $0.view(1) }
    #expect(try file().read().views.count == 1)
  }

  @Test("a damaged file is set aside and told", arguments: ["broken", "{\"format\":2}", ""])
  func damaged(_ content: String) throws {
    try file().change { try $0.view(1) }
    try Data(content.utf8).write(to: place(ShopperFile.name))
    let told = Mutex<[URL]>([])
    let file = file { url in told.withLock { $0.append(url) } }
    #expect(try file.read() == ShopperState())
    let places = told.withLock { $0 }
    let aside = try #require(places.first)
    #expect(try Data(contentsOf: aside) == Data(content.utf8))
    try file.change { try $0.tap(7, true, now: 0) }
    #expect(try self.file().read().liked == [7])
    #expect(told.withLock(\.count) == 1)
  }

  @Test func aFileOfALaterVersionStaysAsItIs() throws {
    let later = #"{"format":3,"state":{"likes":"elsewhere"}}"#
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try Data(later.utf8).write(to: place(ShopperFile.name))
    #expect(throws: MoaStorageError.self) { try file().read() }
    #expect(throws: MoaStorageError.self) { try file().change { try $0.view(1) } }
    #expect(try Data(contentsOf: place(ShopperFile.name)) == Data(later.utf8))
  }

  @Test func aFileThatCannotBeReadNowIsNotWrittenOver() throws {
    try file().change { try $0.tap(7, true, now: 0) }
    let content = try Data(contentsOf: place(ShopperFile.name))
    try FileManager.default.removeItem(at: place(ShopperFile.name))
    try FileManager.default.createDirectory(
      at: place(ShopperFile.name), withIntermediateDirectories: true)
    #expect(throws: (any Error).self) { try file().change { try $0.tap(8, true, now: 0) } }
    try FileManager.default.removeItem(at: place(ShopperFile.name))
    try content.write(to: place(ShopperFile.name))
    try file().change { try $0.tap(8, true, now: 0) }
    #expect(try file().read().liked == [7, 8])
  }

  // MARK: The two files of earlier versions

  private func known() -> ShopperState.Known {
    ShopperState.Known(
      since: 41, device: "abcdef",
      changes: [3: LikeChange(productID: 3, isLiked: true, at: "2026-03-01T09:00:00Z")])
  }

  private func waiting(_ products: Int64...) -> [PendingLike] {
    products.map { PendingLike(productID: $0, isLiked: true, at: LikeTime.text(0)) }
  }

  @Test func theFilesOfEarlierVersionsAreTakenOver() throws {
    try write(known(), to: ShopperFile.formerKnown)
    let taps = waiting(7, 8)
    try write(taps, to: ShopperFile.formerOutbox)
    let state = try file().read()
    #expect(state.known == known())
    #expect(Set(state.oldest(9)) == Set(taps))
    #expect(try file().read() == state)
    #expect(!FileManager.default.fileExists(atPath: place(ShopperFile.formerKnown).path))
    #expect(!FileManager.default.fileExists(atPath: place(ShopperFile.formerOutbox).path))
  }

  @Test func oneOfTheFilesAloneIsTakenOver() throws {
    try write(waiting(7), to: ShopperFile.formerOutbox)
    #expect(try file().read().liked == [7])
  }

  @Test func anIDThatNoProductHasIsNotTakenOver() throws {
    try write(waiting(0, 7), to: ShopperFile.formerOutbox)
    #expect(try file().read().oldest(9).map(\.productID) == [7])
  }

  @Test func aFormerFileThatCannotBeReadIsSetAsideAndTheOtherTakenOver() throws {
    try write(waiting(7), to: ShopperFile.formerOutbox)
    try Data("broken".utf8).write(to: place(ShopperFile.formerKnown))
    let told = Mutex<[URL]>([])
    #expect(try file { url in told.withLock { $0.append(url) } }.read().liked == [7])
    #expect(told.withLock { $0.map(\.lastPathComponent) } == ["damaged-likes.json"])
  }

  // MARK: The token

  @Test func theTokenIsKeptInAFileThatOthersCannotRead() throws {
    let file = directory.appendingPathComponent("token")
    let tokens = FileTokenStorage(at: file)
    #expect(try tokens.read() == nil)
    try tokens.write("secret")
    #expect(try tokens.read() == "secret")
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let around = try FileManager.default.attributesOfItem(atPath: directory.path)
    #expect(around[.posixPermissions] as? Int == 0o700)
    try tokens.write("another")
    #expect(try tokens.read() == "another")
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["token"])
    try tokens.write(nil)
    #expect(try tokens.read() == nil)
  }

  @Test func aTokenThatACrashHasLeftHalfWrittenIsRemovedByTheNext() throws {
    let tokens = FileTokenStorage(at: directory.appendingPathComponent("token"))
    try tokens.write("secret")
    let draft = directory.appendingPathComponent(".token-\(UUID().uuidString)")
    try Data("sec".utf8).write(to: draft)
    try tokens.write("young drafts may be at work")
    #expect(FileManager.default.fileExists(atPath: draft.path))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -120)], ofItemAtPath: draft.path)
    try tokens.write("another")
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["token"])
  }

  @Test func twoProcessesThatRegisterAtOnceShareOneDevice() async throws {
    let shop = try TestShop()
    shop.change { $0.held = "POST /v1/devices" }
    let (one, other) = (
      Moa(shop.url, storage: MoaStorage(in: directory)),
      Moa(shop.url, storage: MoaStorage(in: directory))
    )
    async let first: Void = one.recent.add(7)
    async let second: Void = other.recent.add(8)
    _ = try await (first, second)
    async let firstSent: Void = one.recent.sync()
    async let secondSent: Void = other.recent.sync()
    try await shop.release(after: 2)
    _ = try await (firstSent, secondSent)
    #expect(shop.devices == 2)
    #expect(Set(shop.viewed) == [7, 8])
    let token = try #require(try MoaStorage(in: directory).tokens.read())
    #expect(shop.tokens == [token])
  }
}

/// A process that likes one product after the other in a storage, and reports each.
private final class TappingProcess: Sendable {
  private let process: Process
  private let output: URL

  init(_ first: Int, in directory: URL) throws {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    output = directory.appendingPathComponent("reported-\(first)")
    _ = FileManager.default.createFile(atPath: output.path, contents: nil)
    process = Process()
    process.executableURL = Self.builds.appendingPathComponent("TapProcess")
    process.arguments = [directory.path, String(first)]
    process.standardOutput = try FileHandle(forWritingTo: output)
    try process.run()
  }

  deinit { kill() }

  private static var builds: URL {
    #if os(Linux)
      URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    #else
      (Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main).bundleURL
        .deletingLastPathComponent()
    #endif
  }

  /// The products whose taps were recorded, by whole lines.
  var reported: Set<Int64> {
    let text = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return Set(lines.compactMap { Int64($0) })
  }

  /// In the middle of whatever it does.
  func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
