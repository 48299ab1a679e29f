import Foundation
import Testing

@testable import AppDecoders

extension EndToEnd {
  /// MommyTalk's app: offsets of 20, and one product by its hash.
  @Suite struct MommyTests {
    @Test func everyOffsetAndEveryProductDecodes() async throws {
      try await MoaServer.serving { server in
        let curl = Curl(base: server.url)
        var products: [MommyTalkApp.Product] = []
        while true {
          let offset = products.count
          let list = try await curl.get("/rest/shopping/products?offset=\(offset)&limit=20")
            .decode(MommyTalkApp.Products.self)
          #expect(list.meta.offset == offset)
          #expect(list.meta.limit == 20)
          products += list.products
          #expect(list.products.count == 20 || list.meta.isFinal)
          if list.meta.isFinal { break }
        }
        #expect(products.count >= 190)
        #expect(Set(products.map(\.hash)).count == products.count)
        for product in products {
          #expect(product.hash.wholeMatch(of: /[0-9A-F]{32}/) != nil)
          #expect(product.imgUrl.hasPrefix(curl.base + "/images/"))
          let rate =
            product.normalPrc == 0
            ? 0 : (product.normalPrc - product.sellPrc) * 100 / product.normalPrc
          #expect(product.discountRate == rate, "\(product.name)")
          // The app ends its URL with a bare question mark.
          let answer = try await curl.get("/rest/shopping/product/\(product.hash)?")
          #expect(try answer.decode(MommyTalkApp.Product.self) == product)
          _ = try answer.decode(MommyTalkApp.Detail.self)
        }
        let past = try await curl.get("/rest/shopping/products?offset=100000&limit=20")
        #expect(past.status == 200)
        #expect(try past.decode(MommyTalkApp.Products.self).products.isEmpty)
        let unknown = String(repeating: "0", count: 32)
        #expect(try await curl.get("/rest/shopping/product/\(unknown)").status == 404)
      }
    }
  }
}

extension EndToEnd {
  /// The app ShoppingList: Naver's shopping search behind another host.
  @Suite struct NaverTests {
    @Test("a client searches on all workers until it is revoked")
    func clients() async throws {
      try await MoaServer.serving(["--demo", "--workers", "2"]) { server in
        let created = try await server.command([
          "client", "create", "--name", "쇼핑 목록", "--json",
        ])
        let client = try JSONDecoder().decode(Created.self, from: Data(created.output.utf8))
        let curl = Curl(base: server.url)
        #expect(try await curl.get("/v1/search/shop.json?query=a").status == 401)
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
