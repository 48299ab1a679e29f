import Foundation
import Testing

extension EndToEnd {
  /// MommyTalk's app: offsets of 20, and one product by its hash.
  @Suite struct MommyTests {
    @Test func everyOffsetAndEveryProductDecodes() async throws {
      try await MoaServer.serving { server in
        let curl = Curl(base: server.url)
        var products: [MommyProduct] = []
        while true {
          let offset = products.count
          let list = try await curl.get("/rest/shopping/products?offset=\(offset)&limit=20")
            .decode(MommyList.self)
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
          #expect(try answer.decode(MommyProduct.self) == product)
          _ = try answer.decode(MommyDelivery.self)
        }
        let past = try await curl.get("/rest/shopping/products?offset=100000&limit=20")
        #expect(past.status == 200)
        #expect(try past.decode(MommyList.self).products.isEmpty)
        let unknown = String(repeating: "0", count: 32)
        #expect(try await curl.get("/rest/shopping/product/\(unknown)").status == 404)
      }
    }

    @Test("A key is asked for in both of its forms where one is configured")
    func theKey() async throws {
      let environment = ["MOA_MOMMYTALK_KEY": "a-key-of-the-app"]
      try await MoaServer.serving(environment: environment) { server in
        let curl = Curl(base: server.url)
        let path = "/rest/shopping/products?offset=0&limit=20"
        let without = try await curl.get(path)
        #expect(without.status == 401)
        #expect(without.text.contains("authorization"))
        #expect(try await curl.get(path, ["authorization: another"]).status == 401)
        #expect(try await curl.get(path, ["authorization: a-key-of-the-app"]).status == 200)
        #expect(try await curl.get(path, ["authorization: Bearer a-key-of-the-app"]).status == 200)
        #expect(try await curl.get("/api/products").status == 200)
        #expect(!server.errors.contains("a-key-of-the-app"))
      }
    }
  }
}
