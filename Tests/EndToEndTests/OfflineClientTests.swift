import Foundation
import Synchronization
import Testing

@testable import MoaClient

extension EndToEnd {
  /// An app that is started without a network, or comes back later.
  @Suite(.timeLimit(.minutes(5))) struct OfflineClientTests {
    /// The paths of requests that an app has sent.
    private final class Sent: Sendable {
      private let kept = Mutex<[URL]>([])

      var all: [URL] { kept.withLock { $0 } }
      func clear() { kept.withLock { $0 = [] } }
      func add(_ url: URL) { kept.withLock { $0.append(url) } }
    }

    private let sent = Sent()

    /// As a start of the app.
    private func start(_ server: MoaServer) throws -> Moa {
      var options = MoaOptions()
      options.observe = { [sent] in sent.add($0.url) }
      return Moa(
        try #require(URL(string: server.url)), language: "ko",
        storage: MoaStorage(in: server.directory.appendingPathComponent("app")), options: options)
    }

    private typealias Home = Updates<Screen>.AsyncIterator

    /// The home screen as the server has it.
    private func opened(_ moa: Moa) async throws -> Home {
      var home = moa.updates(of: .homeScreen).makeAsyncIterator()
      while try #require(await home.next()).isStored {}
      return home
    }

    private func cell(_ id: Int64, of screen: Screen) -> ProductCell? {
      screen.sections.lazy.compactMap { section -> ProductCell? in
        guard case .products(let products) = section else { return nil }
        return products.items.first { $0.cell.id == id }?.cell
      }.first
    }

    @Test func homeIsShownFromTheDiskWithTheServerAway() async throws {
      try await MoaServer.serving { server in
        _ = try await opened(try start(server))
        #expect(try await server.stop() == 0)
        var home = try start(server).updates(of: .homeScreen).makeAsyncIterator()
        let answer = try #require(try await home.next())
        #expect(answer.isStored)
        #expect(answer.value.sections.count == 4)
      }
    }

    @Test func anAppThatComesBackToAShopWithNothingNewSendsLessThanTwoKilobytes() async throws {
      try await MoaServer.serving { server in
        try await changesNumbered(server.psql)
        _ = try await opened(try start(server))
        sent.clear()
        _ = try await opened(try start(server))
        let asked = try #require(sent.all.first)
        #expect(sent.all.map(\.path) == ["/v1/changes"])
        let question = asked.absoluteString.dropFirst(server.url.count)
        let answer = try await Curl(base: server.url).get(String(question))
        let fields = answer.fields.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 4 }
        // The fields of a request by a URLSession have some 300 bytes.
        #expect(question.utf8.count + 300 + fields + answer.text.utf8.count < 2_000)
      }
    }

    @Test func aStockThatChangesIsDrawnFromItsCellAlone() async throws {
      try await MoaServer.serving { server in
        try await changesNumbered(server.psql)
        let moa = try start(server)
        var home = try await opened(moa)
        let page = try await moa.productPage()
        let product = try #require(page.items.first { !$0.isSoldOut })
        sent.clear()
        _ = try await server.psql(
          """
          update moa.products set stock = \(product.stock + 7), version = version + 1
          where id = \(product.id)
          """)
        // Changes are numbered within a second or two.
        let refreshing = Task {
          while !Task.isCancelled {
            try await moa.changes.refresh()
            try await Task.sleep(nanoseconds: 200_000_000)
          }
        }
        defer { refreshing.cancel() }
        let answer = try #require(try await home.next())
        #expect(answer.changedIDs == [product.id])
        #expect(cell(product.id, of: answer.value)?.stock == product.stock + 7)
        #expect(Set(sent.all.map(\.path)) == ["/v1/changes"])
      }
    }
  }
}
