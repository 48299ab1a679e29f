import Foundation
import Testing

@testable import MoaClient

extension EndToEnd {
  /// What an app does with likes by the Swift package.
  @Suite struct LikeClientTests {
    private static func moa(_ server: MoaServer, _ name: String) throws -> Moa {
      let place = server.directory.appendingPathComponent(name)
      return Moa(
        try #require(URL(string: server.url)), language: "ko",
        storage: MoaStorage(in: place))
    }

    @Test func anAppLikesAndShowsWhatItLikes() async throws {
      try await MoaServer.serving { server in
        let moa = try Self.moa(server, "a")
        #expect(try await moa.likes.toggle(207))
        try await moa.likes.set(206, liked: true)
        try await moa.likes.sync()
        var listed: [LikeCell] = []
        for try await cell in moa.likes.list(pageSize: 1) { listed.append(cell) }
        #expect(listed.map(\.id) == [206, 207])
        #expect(listed.map(\.isAvailable) == [true, true])
        let title = try #require(listed.first?.title)
        var found: [Int64] = []
        for try await cell in moa.likes.list(named: title) { found.append(cell.id) }
        #expect(found.contains(206))
        try await moa.recent.add(207)
        #expect(try await moa.recent.list().map(\.id) == [207])
      }
    }

    @Test("Taps of an app that was offline and started anew arrive, and two devices share them")
    func restart() async throws {
      try await MoaServer.serving { server in
        let place = server.directory.appendingPathComponent("a")
        let nowhere = Moa(
          try #require(URL(string: "http://127.0.0.1:9")), storage: MoaStorage(in: place))
        try await nowhere.likes.set(207, liked: true)
        await #expect(throws: MoaError.self) { try await nowhere.likes.sync() }
        let (moa, other) = (try Self.moa(server, "a"), try Self.moa(server, "b"))
        #expect(await moa.likes.all() == [207])
        try await moa.likes.sync()
        try await other.likes.set(200, liked: true)
        try await other.likes.sync()
        let storage = FileTokenStorage(
          at: server.directory.appendingPathComponent("b/device-token"))
        try await moa.likes.merge(try #require(try storage.read()))
        #expect(await moa.likes.all() == [200, 207])
        try await other.likes.sync()
        #expect(await other.likes.all() == [200, 207])
        var heart = other.likes.isLiked(207).makeAsyncIterator()
        #expect(await heart.next() == true)
        try await moa.likes.toggle(207)
        try await moa.likes.sync()
        try await other.likes.sync()
        #expect(await heart.next() == false)
      }
    }

    @Test func aDeviceThatTheServerForgotIsLetInAnewWithItsLikes() async throws {
      try await MoaServer.serving { server in
        let moa = try Self.moa(server, "a")
        try await moa.likes.set(207, liked: true)
        try await moa.likes.sync()
        try FileTokenStorage(at: server.directory.appendingPathComponent("a/device-token"))
          .write("moa_device_" + String(repeating: "x", count: 43))
        let later = try Self.moa(server, "a")
        try await later.likes.sync()
        #expect(await later.likes.all() == [207])
        var listed: [Int64] = []
        for try await cell in later.likes.list() { listed.append(cell.id) }
        #expect(listed == [207])
      }
    }
  }
}
