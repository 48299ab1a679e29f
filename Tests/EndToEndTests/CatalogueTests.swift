import Foundation
import Testing

extension EndToEnd {
  /// Our own endpoints of products.
  @Suite struct CatalogueTests {
    @Test func cursorsShowEveryProductOnceInEveryOrder() async throws {
      try await MoaServer.serving { server in
        let curl = Curl(base: server.url)
        for query in ["sort=newest", "sort=price_asc", "sort=price_desc&in_stock=true"] {
          var ids: [Int] = []
          var cursor: String?
          repeat {
            let more = cursor.map { "&cursor=\($0)" } ?? ""
            let page = try await curl.get("/v1/products?limit=30&\(query)\(more)")
              .decode(CellPage.self)
            ids += page.items.map(\.id)
            cursor = page.page.next_cursor
          } while cursor != nil
          #expect(Set(ids).count == ids.count, "\(query)")
          #expect(ids.count >= 180, "\(query)")
        }
        let page = try await curl.get("/v1/products?limit=5").decode(CellPage.self)
        let cursor = try #require(page.page.next_cursor)
        let other = try await curl.get("/v1/products?sort=price_asc&cursor=\(cursor)")
        #expect(other.status == 400)
        let tiles = try await curl.get("/v1/products?limit=5&variant=tile").decode(TilePage.self)
        #expect(tiles.items.map(\.id) == page.items.map(\.id))
        #expect(tiles.page.next_cursor == cursor)
        for (tile, cell) in zip(tiles.items, page.items) {
          #expect(tile.title == cell.title)
          #expect(tile.price_text == cell.price_text)
          let image = try #require(tile.image)
          let picture = try await curl.get(image.url)
          #expect(picture.status == 200)
          #expect(picture.body.count == image.bytes)
          #expect(max(image.width, image.height) <= 200)
        }
        let banner = try await curl.get("/v1/banner").decode(Banner.self)
        #expect(banner.items.count == 5)
        #expect(banner.items.allSatisfy { $0.discount_text != nil })
      }
    }

    @Test func vendorsWriteWithSecretsTokensConditionsAndKeys() async throws {
      try await MoaServer.serving { server in
        let curl = Curl(base: server.url)
        let vendor = DemoVendor.published
        let token = try await server.command(
          ["token", "create", "--name", "앱", "--scope", "vendor", "--vendor", vendor.identifier])
        #expect(token.status == 0, "\(token.errors)")
        let bearer =
          "Authorization: Bearer " + token.output.trimmingCharacters(in: .whitespacesAndNewlines)
        let images = try await Pictures.five(in: server.directory)
        let form = try MarketForm(
          #"{"title":"열쇠로 쓴 상품","price":1000,"currency":"KRW"}"#, [images[0]],
          in: server.directory)
        let fields = [
          bearer, "Content-Type: \(form.contentType)", "Idempotency-Key: \"once\"", "Expect:",
        ]
        let first = try await curl.send(
          "POST", "/v1/products", fields, body: "@" + form.file.path)
        #expect(first.status == 201, "\(first.text)")
        let again = try await curl.send(
          "POST", "/v1/products", fields, body: "@" + form.file.path)
        #expect(again.status == 201)
        #expect(again.body == first.body)
        let location = try #require(first.fields["location"])
        let tag = try #require(first.fields["etag"])
        let blind = try await curl.send("PATCH", location, [bearer], body: #"{"stock":7}"#)
        #expect(blind.status == 428)
        let edited = try await curl.send(
          "PATCH", location, [bearer, "If-Match: \(tag)"], body: #"{"stock":7}"#)
        #expect(edited.status == 200, "\(edited.text)")
        let stale = try await curl.send(
          "PATCH", location, [bearer, "If-Match: \(tag)"], body: #"{"stock":8}"#)
        #expect(stale.status == 412)
        try await arrange(location, bearer, images[1], curl)
        #expect(try await curl.send("DELETE", location, [bearer]).status == 204)
        #expect(try await curl.get(location).status == 404)
      }
    }

    /// A second picture comes in front of the one that the product has, which then goes.
    private func arrange(
      _ location: String, _ bearer: String, _ picture: URL, _ curl: Curl
    ) async throws {
      let place = location + "/images"
      let first = try #require(
        try await curl.get(location).decode(PicturedProduct.self).images.first)
      let both = try await curl.form(
        place, [bearer, "If-Match: *", "Expect:"],
        ["images=@\(picture.path);type=image/jpeg", "images=\(first.id)"], method: "PUT")
      let images = try both.decode(PicturedProduct.self).images
      #expect(both.status == 200, "\(both.text)")
      #expect(images.count == 2, "\(both.text)")
      #expect(images[1] == first, "\(both.text)")
      #expect(try await curl.get(images[0].url).status == 200)
      let tag = try #require(both.fields["etag"])
      let one = try await curl.send(
        "PUT", place, [bearer, "If-Match: \(tag)", "Content-Type: application/json"],
        body: "{\"images\":[\(images[0].id)]}")
      #expect(try one.decode(PicturedProduct.self).images == [images[0]], "\(one.text)")
      let left = try await curl.get(location).decode(PicturedProduct.self)
      #expect(left.images == [images[0]])
    }
  }
}

/// The images of a product's own screen.
private struct PicturedProduct: Decodable {
  struct Image: Decodable, Equatable {
    let id: Int
    let url: String
  }

  let images: [Image]
}
