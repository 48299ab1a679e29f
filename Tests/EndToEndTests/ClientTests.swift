import ClientExamples
import Foundation
import Synchronization
import Testing

@testable import MoaClient

extension EndToEnd {
  /// What an app does with the Swift package.
  @Suite struct ClientTests {
    static func client(_ server: MoaServer) throws -> Moa {
      Moa(try #require(URL(string: server.url)), storage: storage(server))
    }

    private static func storage(_ server: MoaServer) -> MoaStorage {
      MoaStorage(in: server.directory.appendingPathComponent("app"))
    }

    /// What an answer should have is not there.
    struct Lost: Error {}

    @Test func theExampleOfAProductListScrollsToTheEnd() async throws {
      try await MoaServer.serving { server in
        let moa = try Self.client(server)
        let (ids, message) = await Self.scrollToTheEnd(moa)
        #expect(message == nil)
        #expect(ids.count == 207)
        #expect(Set(ids).count == ids.count)
      }
    }

    @Test func twoCallsAtOnceShowTheNextProductsOnce() async throws {
      try await MoaServer.serving { server in
        let moa = try Self.client(server)
        let ids = await Self.showMoreTwiceAtOnce(moa)
        #expect(ids.count == 20)
        #expect(Set(ids).count == 20)
      }
    }

    @MainActor private static func showMoreTwiceAtOnce(_ moa: Moa) async -> [Int64] {
      let list = ProductList(moa)
      async let first: Void = list.showMore()
      async let second: Void = list.showMore()
      _ = await (first, second)
      return list.products.map(\.id)
    }

    @MainActor private static func scrollToTheEnd(_ moa: Moa) async -> ([Int64], String?) {
      let list = ProductList(moa)
      while !list.isAtEnd, list.message == nil { await list.showMore() }
      return (list.products.map(\.id), list.message)
    }

    @Test func theLanguageOfOneValueCanBeChanged() async throws {
      try await MoaServer.serving { server in
        let moa = try Self.client(server)
        func text(_ moa: Moa) async throws -> String? { try await moa.banner().first?.stockText }
        moa.language = "ko"
        let korean = try await text(moa)
        let copy = moa
        copy.language = "en"
        #expect(try await text(moa) != korean)
        #expect(try await text(moa.with(headers: ["Accept-Language": "ko"])) == korean)
      }
    }

    @Test func aReadIsSentAgainAndEachExchangeIsTold() async throws {
      try await MoaServer.serving(["--demo", "--simulate"]) { server in
        let told = Exchanges()
        var options = MoaOptions()
        options.observe = { told.add($0) }
        options.headers = ["Moa-Simulate": "status=503"]
        options.prepare = { _ in told.prepare() }
        let moa = Moa(
          try #require(URL(string: server.url)), storage: Self.storage(server), options: options)
        await #expect(throws: MoaError.self) { try await moa.banner() }
        #expect(told.all.map(\.status) == [503, 503])
        #expect(told.prepared == 2)
        #expect(told.all.allSatisfy { $0.requestID != nil })
        #expect(told.all.allSatisfy { $0.url.path == "/v1/banner" })
      }
    }

    /// What was told to a log.
    private final class Exchanges: Sendable {
      private let kept = Mutex<[MoaExchange]>([])
      private let requests = Mutex(0)

      /// How many requests were about to be sent.
      var prepared: Int { requests.withLock { $0 } }
      func prepare() { requests.withLock { $0 += 1 } }

      var all: [MoaExchange] { kept.withLock { $0 } }
      func add(_ exchange: MoaExchange) { kept.withLock { $0.append(exchange) } }
    }

    @Test func everyPublicRouteHasAMethod() async throws {
      try await MoaServer.serving { server in
        let moa = try Self.client(server)
        #expect(try await moa.banner().count == 5)
        let cards = try await moa.eventCategories()
        #expect(cards.count == 10)
        let cells = try await moa.eventCategories(.text)
        #expect(cells.map(\.imageURL) == cards.map(\.thumbnailTextImageURL))
        #expect(Set(cells.compactMap(\.image?.color)).count == 10)
        let tiles = try await moa.productTilePage(ProductQuery(sort: .priceAscending, pageSize: 7))
        #expect(tiles.items.count == 7)
        let cells7 = try await moa.productPage(ProductQuery(sort: .priceAscending, pageSize: 7))
        #expect(tiles.items.map(\.id) == cells7.items.map(\.id))
        let first = try #require(cells7.items.first)
        #expect(try await moa.product(first.id).cell == first)
        #expect(try await moa.homeScreen().sections.count == 4)
        #expect(try await moa.categoriesScreen().sections.count == 12)
        let hoodies = try await moa.productPage(ProductQuery(itemType: 2))
        #expect(hoodies.items.count == 4)
        let tops = try await moa.productPage(ProductQuery(category: 1, pageSize: 100))
        #expect(Set(tops.items.map(\.id)).isSuperset(of: hoodies.items.map(\.id)))
        #expect(try await moa.eventCategory(2).productCount == 13)
        let event = try await moa.eventScreen(2)
        #expect(event.event.title == "뷰티")
        guard case .products(let products)? = event.sections.first else { throw Lost() }
        let listed = try await moa.productPage(ProductQuery(event: 2, pageSize: 100))
        #expect(Set(listed.items.map(\.id)) == Set(products.items.map(\.cell.id)))
        #expect(listed.items.count == 13)
        #expect(try await moa.productScreen(first.id).product.cell == first)
        let config = try await moa.config(version: "1.1")
        #expect([config.mustUpdate, config.shouldUpdate] == [false, true])
        #expect(config.isOn("likes"))
        #expect(!config.isOn("reviews"))
      }
    }

    @Test func moreOfAGridGoesOnBehindWhatItShows() async throws {
      try await MoaServer.serving { server in
        let moa = try Self.client(server)
        let (shown, more) = try await Self.products(of: "newest", on: moa)
        var ids = shown
        for try await product in try #require(moa.products(more)) { ids.append(product.id) }
        #expect(ids.count == 207)
        #expect(Set(ids).count == ids.count)
      }
    }

    @Test func moreOfARowIsItsListFromTheBeginning() async throws {
      try await MoaServer.serving { server in
        let moa = try Self.client(server)
        let (shown, more) = try await Self.products(of: "on-sale", on: moa)
        var ids: [Int64] = []
        for try await product in try #require(moa.productTiles(more)) { ids.append(product.id) }
        #expect(ids.starts(with: shown))
        #expect(ids.count > shown.count)
      }
    }

    /// What a section of the home screen shows, and its link to the whole list.
    private static func products(
      of id: String, on moa: Moa
    ) async throws -> (ids: [Int64], more: ScreenLink) {
      let section = try await moa.homeScreen().sections.first { $0.id == id }
      guard case .products(let products)? = section, let more = section?.more else { throw Lost() }
      return (products.items.map(\.cell.id), more)
    }

    @Test func anAppSearchesWhileItsUserTypes() async throws {
      try await MoaServer.serving { server in
        let moa = try Self.client(server)
        // A new server counts the words of its titles within seconds.
        let suggested = try await waiting(for: "suggestions") {
          () -> SearchSuggestions? in
          let suggested = try await moa.suggestions(for: "머ㄱ")
          return suggested.terms.isEmpty ? nil : suggested
        }
        #expect(suggested.terms.first?.text == "머그")
        #expect(suggested.products.count == 3)
        #expect(try await moa.trendingSearches().isEmpty)
        let result = try await moa.searchPage(SearchQuery("골프"))
        #expect(result.redirect?.kind == "event")
        #expect(try await moa.searchPage(SearchQuery("머그컵")).total == 3)
      }
    }

    @Test func fixturesAreReadByTheModels() async throws {
      try await MoaServer.serving { server in
        let place = try Workplace.makeDirectory()
        _ = try await server.command(["fixtures", place.path])
        func read<Value: Decodable>(_ name: String) throws -> Value {
          let file = place.appendingPathComponent(name + ".json")
          return try JSONDecoder().decode(Value.self, from: try Data(contentsOf: file))
        }
        let home: Screen = try read("home-screen")
        #expect(home.sections.count == 4)
        let product: ProductDetail = try read("product")
        let products: Listing<ProductCell> = try read("products")
        #expect(products.items.first == product.cell)
        let event: EventScreen = try read("event-screen")
        #expect(event.sections.count == 1)
        let found: SearchResult = try read("search")
        #expect(found.total > 0)
        let suggestions: SearchSuggestions = try read("search-suggestions")
        #expect(!suggestions.products.isEmpty)
        let problem: MoaProblem = try read("error-malformed-query")
        #expect(problem.errors?.map(\.parameter) == ["limit", "sort"])
      }
    }

    @Test func whatHasNotChangedIsTakenFromTheDisk() async throws {
      try await MoaServer.serving { server in
        let told = Exchanges()
        var options = MoaOptions()
        options.observe = { told.add($0) }
        let moa = Moa(
          try #require(URL(string: server.url)), storage: Self.storage(server), options: options)
        let first = try await moa.banner()
        #expect(try await moa.banner() == first)
        #expect(told.all.map(\.status) == [200, 304])
      }
    }

    @Test func anAppSpeaksTheLanguageThatItChooses() async throws {
      try await MoaServer.serving { server in
        let url = try #require(URL(string: server.url))
        let storage = Self.storage(server)
        for _ in 1...2 {
          for (language, word) in [("ko", "원"), ("en", "₩"), ("fr, en;q=0.5", "₩")] {
            let moa = Moa(url, language: language, storage: storage)
            let price = try #require(try await moa.banner().first?.priceText)
            #expect(price.contains(word), "\(language)")
          }
        }
      }
    }

    @Test func aRefusalIsTyped() async throws {
      try await MoaServer.serving { server in
        let moa = try Self.client(server)
        await #expect {
          _ = try await moa.product(999_999)
        } throws: { error in
          guard case MoaError.refused(let problem, nil) = error else { return false }
          return problem.status == 404 && problem.code == "not_found"
        }
        await #expect {
          _ = try await moa.productPage(ProductQuery(pageSize: 101), after: "x")
        } throws: { error in
          guard case MoaError.refused(let problem, nil) = error else { return false }
          return problem.errors?.map(\.parameter) == ["limit"]
        }
      }
    }

    @Test func aServerThatIsNotThereIsUnreachable() async throws {
      let nowhere = try #require(URL(string: "http://127.0.0.1:9"))
      await #expect {
        _ = try await Moa(nowhere).banner()
      } throws: { error in
        guard case MoaError.unreachable = error else { return false }
        return true
      }
    }
  }
}
