import Fakes
import Foundation
import Testing

extension EndToEnd {
  /// The app ShoppingList: Naver's shopping search behind another host.
  @Suite struct NaverTests {
    @Test("every page of every order decodes, and no product comes twice")
    func pages() async throws {
      try await MoaServer.serving(["--demo", "--naver-open"]) { server in
        let added = try await server.command(["demo", "--products", "12000"])
        #expect(added.status == 0, "\(added.errors)")
        let app = NaverApp(host: server.url)
        var firsts: Set<String> = []
        for sort in NaverApp.Sort.allCases {
          var items: [NaverShoppingApp.Item] = []
          for start in stride(from: 1, through: NaverApp.startMax, by: NaverApp.display) {
            let page = try await app.search("코트", sort, start: start)
            #expect(page.total >= 1_020)
            #expect(page.start == start)
            #expect(page.display == NaverApp.display)
            items += page.items
          }
          #expect(items.count == 1_020)
          #expect(Set(items.map(\.productId)).count == 1_020, "\(sort)")
          #expect(items.allSatisfy { $0.title.contains("<b>코트</b>") }, "\(sort)")
          let prices = items.compactMap { Int($0.lprice) }
          #expect(prices.count == 1_020)
          if sort == .asc { #expect(prices == prices.sorted()) }
          if sort == .dsc { #expect(prices == prices.sorted(by: >)) }
          if let first = items.first { firsts.insert(first.productId) }
          try await Self.open(items[0], app)
        }
        #expect(firsts.count > 1)
      }
    }

    /// As a tap on a cell does: its picture is there, and so is its page.
    private static func open(_ product: NaverShoppingApp.Item, _ app: NaverApp) async throws {
      let curl = Curl(base: app.host)
      #expect(try await curl.get(product.image).status == 200)
      let linked = try await curl.get(product.link)
      #expect(linked.fields["content-type"] == "text/html; charset=utf-8")
      let shown = try await app.page(of: product)
      #expect(shown.type == "text/html")
      #expect(shown.text == linked.text)
      let title = product.title.replacing("<b>", with: "").replacing("</b>", with: "")
      #expect(shown.text.contains("\(title)</h1>"))
    }

    @Test("each code is reached by the request that is wrong in its way")
    func codes() async throws {
      try await MoaServer.serving(["--demo", "--naver-open"]) { server in
        let app = NaverApp(host: server.url)
        for (items, code) in [
          ([("query", " ")], "SE01"), ([("query", "컵"), ("display", "101")], "SE02"),
          ([("query", "컵"), ("start", "1001")], "SE03"),
          ([("query", "컵"), ("sort", "price")], "SE04"),
        ] {
          let (refusal, status) = try await app.refusal(items)
          #expect(refusal.errorCode == code)
          #expect(status == 400)
        }
        let curl = Curl(base: server.url)
        for path in ["/v1/search/shop.xml?query=a", "/v1/search/shopping.json?query=a"] {
          let answer = try await curl.get(path)
          #expect(answer.status == 404)
          #expect(answer.text.contains("SE05"))
        }
        let encoded = try await curl.get("/v1/search/shop.json?query=%C4%DA%C6%AE")
        #expect(encoded.status == 400)
        #expect(try encoded.decode(NaverShoppingApp.Refusal.self).errorCode == "SE06")
      }
    }

    @Test("a client searches on all workers until it is revoked")
    func clients() async throws {
      try await MoaServer.serving(["--demo", "--workers", "2"]) { server in
        let created = try await server.command([
          "client", "create", "--name", "쇼핑 목록", "--json",
        ])
        let client = try JSONDecoder().decode(Created.self, from: Data(created.output.utf8))
        var app = NaverApp(host: server.url)
        let stranger = try await app.refusal([("query", "컵")])
        #expect(stranger.status == 401)
        #expect(stranger.0.errorCode == "024")
        (app.clientID, app.clientSecret) = (client.id, client.secret)
        let curl = Curl(base: server.url)
        let fields = [
          "X-Naver-Client-Id: \(client.id)", "X-Naver-Client-Secret: \(client.secret)",
        ]
        // Each request is a connection of its own, so that both workers get some.
        for _ in 0..<10 {
          #expect(try await curl.get("/v1/search/shop.json?query=a", fields).status == 200)
        }
        let listed = try await server.command(["client", "list"])
        #expect(listed.output.contains(client.id))
        #expect(!listed.output.contains(client.secret))
        _ = try await server.command(["client", "revoke", client.id])
        try await waiting(for: "the client to be revoked") { () -> Bool? in
          let answer = try await curl.get("/v1/search/shop.json?query=a", fields)
          return answer.status == 401 ? true : nil
        }
        #expect(!server.errors.contains(client.secret))
      }
    }

    private struct Created: Decodable {
      let id: String
      let secret: String
    }
  }
}
