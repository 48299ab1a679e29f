import Foundation
import Testing

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

    @Test(
      "The whole flow of a vendor's app: register, list, detail, edit, secret, delete",
      arguments: MarketFlow.Habits.allCases)
    func aVendorsFlow(_ habits: MarketFlow.Habits) async throws {
      // One worker: several share what they allow of wrong secrets.
      let flags = ["--demo", "--workers", "1", "--openmarket-v2-host", Curl.secondHost]
      try await MoaServer.serving(flags) { server in
        let images = try await Pictures.five(in: server.directory)
        for door in Door.allCases {
          let flow = MarketFlow(curl: Curl(base: server.url), door: door, habits: habits)
          let id = try await flow.register(images, in: server.directory)
          try await flow.edit(id)
          try await flow.refuseStrangers(id)
          try await flow.delete(id)
        }
        try await server.expectOrderlyStop()
      }
    }

    @Test("The reader's app: banner, pages to the end and past it, polling for what is new")
    func aReadersFlow() async throws {
      try await MoaServer.serving { server in
        let curl = Curl(base: server.url)
        let first = try await curl.get("/api/products?page_no=1&items_per_page=20")
          .market(MarketPage.self)
        // The app takes five of these without counting, and breaks with fewer.
        #expect(first.pages.count { $0.discounted_price != 0 } >= 5)
        #expect(first.page_no == 1)
        #expect(first.items_per_page == 20)
        #expect(first.offset == 0)
        #expect(first.limit == 20)
        #expect(!first.has_prev)
        #expect(first.has_next)
        let poll = try await curl.get("/api/products?&page_no=1&items_per_page=1")
        let newest = try poll.market(MarketPage.self)
        #expect(newest.pages.map(\.id) == [first.pages[0].id])
        #expect(newest.total_count == first.total_count)
        #expect(first.total_count >= 200)
        let tag = try #require(poll.fields["etag"])
        let again = try await curl.get(
          "/api/products?page_no=1&items_per_page=1", ["If-None-Match: \(tag)"])
        #expect(again.status == 304)
        let past = try await curl.get(
          "/api/products?page_no=\(first.last_page + 3)&items_per_page=20")
        let page = try past.market(MarketPage.self)
        #expect(past.status == 200)
        #expect(page.pages.isEmpty)
        #expect(!page.has_next)
        let images = try await Pictures.five(in: server.directory)
        let form = try MarketForm(
          DemoVendor.published.params("새 상품"), [images[0]], in: server.directory)
        #expect(try await curl.register(form).status == 201)
        let seen = try await curl.get("/api/products?page_no=1&items_per_page=1")
          .market(MarketPage.self)
        #expect(seen.pages[0].id > newest.pages[0].id)
        #expect(seen.pages[0].name == "새 상품")
        #expect(seen.total_count == first.total_count + 1)
      }
    }

    @Test("Every page and every product of the demo shop is what the strictest app decodes")
    func theWholeShopDecodes() async throws {
      try await MoaServer.serving { server in
        let curl = Curl(base: server.url)
        var (ids, names) = ([Int](), Set<String>())
        var page = 1
        while true {
          let answer = try await curl.get("/api/products?page_no=\(page)&items_per_page=20")
            .market(MarketPage.self)
          ids += answer.pages.map(\.id)
          names.formUnion(answer.pages.map(\.name))
          for product in answer.pages { try Self.check(product, curl) }
          guard answer.has_next else { break }
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
            .market(MarketDetail.self)
          #expect(detail.id == id)
          #expect((1...5).contains(detail.images.count))
          #expect(detail.vendors.id == detail.vendor_id)
          descriptions += detail.description.isEmpty ? 0 : 1
        }
        #expect(descriptions > 0)
        #expect(descriptions < ids.count)
        try await secondVersion(curl, ids.count)
      }
    }

    private static func check(_ product: MarketProduct, _ curl: Curl) throws {
      #expect(product.bargain_price == product.price - product.discounted_price)
      #expect(product.thumbnail.hasPrefix(curl.base + "/images/"))
      #expect(product.thumbnail.contains(/\/(thumb|cell)\./))
    }

    private func secondVersion(_ curl: Curl, _ count: Int) async throws {
      var ids: [Int] = []
      for page in 1...((count + 99) / 100) {
        let path = "/openmarket/v2/api/products?page_no=\(page)&items_per_page=100"
        let answer = try await curl.get(path).secondMarket(SecondMarketPage.self)
        #expect(answer.totalCount == count)
        #expect(answer.pageNo == page)
        ids += answer.pages.map(\.id)
      }
      #expect(Set(ids).count == count)
      for id in ids.prefix(30) {
        _ = try await curl.get("/openmarket/v2/api/products/\(id)")
          .secondMarket(SecondMarketDetail.self)
      }
    }

    @Test("Pictures come in the sizes that cells draw, may be kept for ever, and run nothing")
    func picturesOfAList() async throws {
      try await MoaServer.serving { server in
        let curl = Curl(base: server.url)
        let page = try await curl.get("/v1/products?limit=20").decode(CellPage.self)
        for cell in page.items {
          let image = try #require(cell.image)
          let answer = try await curl.get(image.url)
          #expect(answer.status == 200)
          #expect(answer.body.count == image.bytes)
          #expect(answer.fields["cache-control"] == "public, max-age=31536000, immutable")
          #expect(answer.fields["x-content-type-options"] == "nosniff")
          #expect(answer.fields["content-security-policy"]?.contains("sandbox") == true)
          #expect(image.color.wholeMatch(of: /#[0-9a-f]{6}/) != nil)
          #expect(max(image.width, image.height) <= 400)
        }
        let url = try #require(page.items.first?.image?.url)
        let whole = try await curl.get(url)
        let part = try await curl.get(url, ["Range: bytes=0-7"])
        #expect(part.status == 206)
        #expect(part.body == whole.body.prefix(8))
        let head = try await curl.send("HEAD", url)
        #expect(head.status == 200)
        #expect(head.fields["content-length"] == "\(whole.body.count)")
        for preset in ["thumb", "cell", "full", "original"] {
          let other = url.replacing(/[a-z]+\.png$/, with: "\(preset).png")
          #expect(try await curl.get(other).status == 200, "\(other)")
        }
        let odd = url.replacing(/[a-z]+\.png$/, with: "huge.png")
        #expect(try await curl.get(odd).status == 404)
      }
    }

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
          let image = try #require(try answer.market(MarketDetail.self).images.first)
          let shown = try await curl.get(image.url)
          #expect(shown.status == 200)
          #expect(shown.body.count <= 307_200)
        }
      }
    }
  }
}
