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
