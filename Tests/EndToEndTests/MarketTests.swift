import Foundation
import Testing

@testable import AppDecoders

extension EndToEnd {
  /// The apps of Open Market, by curl and by decoders as strict as theirs.
  @Suite struct MarketTests {
    /// Where an app that was written for one of the two servers finds it.
    enum Door: String, CaseIterable, CustomTestStringConvertible {
      case first, secondByPrefix, secondByHost

      var prefix: String { self == .secondByPrefix ? "/openmarket/v2" : "" }
      var fields: [String] { self == .secondByHost ? ["Host: \(Curl.secondHost)"] : [] }
      var isSecond: Bool { self != .first }
      var testDescription: String { rawValue }
    }

    @Test("The whole flow of a vendor's app: register, list, detail, edit, secret, delete")
    func aVendorsFlow() async throws {
      // One worker: several share what they allow of wrong secrets.
      let flags = ["--demo", "--workers", "1", "--openmarket-v2-host", Curl.secondHost]
      try await MoaServer.serving(flags) { server in
        let images = try await Pictures.five(in: server.directory)
        for door in Door.allCases {
          let flow = MarketFlow(curl: Curl(base: server.url), door: door)
          let id = try await flow.register(images, in: server.directory)
          if door == .first { try await expectPreview(of: id, flow.curl, in: server.directory) }
          try await flow.edit(id)
          try await flow.delete(id)
        }
        try await server.expectOrderlyStop()
      }
    }

    /// Messengers cut what is not 2:1: the preview of a square cover has a ground at its sides.
    private func expectPreview(of id: Int, _ curl: Curl, in directory: URL) async throws {
      let page = try await curl.get("/p/\(id)").text
      let image = try #require(page.firstMatch(of: /og:image" content="([^"]*)"/)?.1)
      #expect(image.hasSuffix("/wide.jpg"))
      #expect(page.contains(#"og:image:width" content="1000""#))
      #expect(page.contains(#"og:image:height" content="500""#))
      let file = directory.appendingPathComponent("wide.jpg")
      try await curl.get(String(image.dropFirst(curl.base.count))).body.write(to: file)
      let tool = try Workplace.tool("vipsheader", from: "libvips-tools")
      let header = try await Program.run(tool, [file.path], in: directory)
      #expect(header.output.contains("1000x500 uchar, 3 bands, srgb"))
    }

    @Test("Every page and every product of the demo shop is what the strictest app decodes")
    func theWholeShopDecodes() async throws {
      try await MoaServer.serving { server in
        let curl = Curl(base: server.url)
        var (ids, names) = ([Int](), Set<String>())
        var page = 1
        while true {
          let answer = try await curl.get("/api/products?page_no=\(page)&items_per_page=20")
            .market(RxMarketApp.Page.self)
          // An app takes five discounted products of the first page, and breaks with fewer.
          if page == 1 { #expect(answer.pages.count { $0.discountedPrice != 0 } >= 5) }
          ids += answer.pages.map(\.id)
          names.formUnion(answer.pages.map(\.name))
          for product in answer.pages {
            #expect(product.bargainPrice == product.price - product.discountedPrice)
            #expect(product.thumbnail.hasPrefix(curl.base + "/images/"))
            #expect(product.thumbnail.contains(/\/(thumb|cell)\./))
          }
          guard answer.hasNext else { break }
          page += 1
        }
        #expect(ids == ids.sorted(by: >))
        #expect(Set(ids).count == ids.count)
        #expect(ids.count >= 200)
        #expect(names.contains { $0.count == 100 })
        #expect(names.contains { $0.contains("🧸") })
        var descriptions = 0
        for id in ids {
          let detail = try await curl.get("/api/products/\(id)?page_no=7&items_per_page=20")
            .market(RxMarketApp.Detail.self)
          #expect(detail.id == id)
          #expect((1...5).contains(detail.images.count))
          descriptions += detail.description.isEmpty ? 0 : 1
        }
        #expect(descriptions > 0)
        #expect(descriptions < ids.count)
        try await secondVersion(curl, ids.count)
      }
    }

    private func secondVersion(_ curl: Curl, _ count: Int) async throws {
      var ids: [Int] = []
      for page in 1...((count + 99) / 100) {
        let path = "/openmarket/v2/api/products?page_no=\(page)&items_per_page=100"
        let answer = try await curl.get(path).decode(SecondMarketApp.ProductList.self)
        #expect(answer.totalCount == count)
        #expect(answer.pageNo == page)
        ids += answer.pages.map(\.id)
      }
      #expect(Set(ids).count == count)
      for id in ids.prefix(30) {
        _ = try await curl.get("/openmarket/v2/api/products/\(id)")
          .decode(SecondMarketApp.Detail.self)
      }
    }

    @Test("what is not even HTTP is refused in the form of the app that calls the path")
    func malformedRequests() async throws {
      try await MoaServer.serving([]) { server in
        let url = server.url
        for (request, status, beginning) in [
          ("GET /api/products HTTP/1.1\r\n\r\n", 400, #"{"status":400,"#),
          ("GET /api/products?\(Self.long(9_000)) HTTP/1.1\r\n", 414, #"{"status":414,"#),
          (
            "GET /rest/shopping/products HTTP/1.1\r\nX: \(Self.long(40_000))", 431,
            #"{"status":431,"#
          ),
          ("FETCH /healthChecker HTTP/1.1\r\nHost: a\r\n\r\n", 501, #"{"status":501,"#),
          ("POST /commerce/api/v1/category HTTP/3.0\r\n", 505, #"{"timestamp":""#),
          ("GET /v1/search/shop.json?query=머그 HTTP/1.1\r\n", 400, #"{"errorMessage":""#),
          ("GET /v1/products?query=머그 HTTP/1.1\r\n", 400, #"{"type":""#),
        ] {
          let reply = try await offloading { try KeptClient(url).send(Array(request.utf8)) }
          #expect(reply.status == status)
          #expect(reply.isLast)
          #expect(reply.body.starts(with: beginning.utf8), "\(reply.text)")
        }
      }
    }

    private static func long(_ count: Int) -> String { String(repeating: "a", count: count) }

    @Test func aLargePictureIsMadeSmallerOrRefusedAsConfigured() async throws {
      for (way, flags) in [("downscale", []), ("reject", ["--image-oversize", "reject"])] {
        try await MoaServer.serving(["--demo"] + flags) { server in
          let curl = Curl(base: server.url)
          let large = try await Pictures.large(in: server.directory)
          // More than the engine takes by itself; of equal pictures the first is kept.
          let form = try MarketForm(
            DemoVendor.published.params("큰 사진"), [large, large, large], in: server.directory)
          #expect(try Data(contentsOf: form.file).count > 16 << 20)
          let answer = try await curl.register(form)
          guard way == "downscale" else {
            #expect(answer.status == 400 || answer.status == 413)
            #expect(answer.text.contains("300 KB"))
            #expect(answer.text.contains("images"))
            return
          }
          #expect(answer.status == 201, "\(answer.text)")
          let image = try #require(try answer.market(RxMarketApp.Detail.self).images.first)
          let shown = try await curl.get(image.url)
          #expect(shown.status == 200)
          #expect(shown.body.count <= 307_200)
        }
      }
    }
  }
}
