import Foundation
import Testing

/// What a vendor's app does with one product, at one of the doors.
struct MarketFlow {
  let curl: Curl
  let door: EndToEnd.MarketTests.Door
  let habits: Habits
  private let vendor = DemoVendor.published
  /// The app appends this to every call.
  private static let stray = "?page_no=1&items_per_page=20"

  /// In what apps differ that call the same routes.
  enum Habits: CaseIterable {
    case usual
    /// A host constant that ends in a slash, images before `params`, and a picker in which nothing
    /// was chosen.
    case unusual
  }

  private var prefix: String { (habits == .unusual ? "/" : "") + door.prefix }

  private func send(
    _ method: String, _ path: String, _ fields: [String] = [], body: String? = nil
  ) async throws -> Answer {
    try await curl.send(
      method, prefix + path + Self.stray, door.fields + fields, body: body)
  }

  /// Registers it, and finds it at the head of the list and on its own screen.
  func register(_ images: [URL], in directory: URL) async throws -> Int {
    let form = try MarketForm(
      vendor.params("끝에서 끝까지"), images, in: directory, imagesFirst: habits == .unusual)
    let answer = try await curl.register(
      form, at: prefix + "/api/products" + Self.stray, door.fields)
    #expect(answer.status == 201, "\(answer.text)")
    let id = try productID(answer)
    let list = try await send("GET", "/api/products")
    if door.isSecond {
      let first = try #require(try list.secondMarket(SecondMarketPage.self).pages.first)
      #expect(first.id == id)
      #expect(first.vendorName == "모아 데모 상점")
      let detail = try await send("GET", "/api/products/\(id)")
        .secondMarket(SecondMarketDetail.self)
      #expect(detail.images.count == 5)
      return id
    }
    let first = try #require(try list.market(MarketPage.self).pages.first)
    #expect(first.id == id)
    #expect(first.name == "끝에서 끝까지")
    #expect(first.description == "설명이에요")
    #expect(first.price == 12_000)
    #expect(first.discounted_price == 2_000)
    #expect(first.bargain_price == 10_000)
    #expect(first.stock == 3)
    let detail = try await send("GET", "/api/products/\(id)").market(MarketDetail.self)
    #expect(detail.images.count == 5)
    #expect(Set(detail.images.map(\.url)).count == 5)
    for image in detail.images {
      #expect(try await curl.get(image.url).status == 200)
      #expect(try await curl.get(image.thumbnail_url).status == 200)
    }
    return id
  }

  /// A part of it, without a Content-Type that fits.
  func edit(_ id: Int) async throws {
    let body = "{\"name\":\"고친 이름\",\"stock\":0,\"secret\":\"\(vendor.secret)\"}"
    let answer = try await send(
      "PATCH", "/api/products/\(id)",
      ["identifier: \(vendor.identifier)", "Content-Type: application/x-www-form-urlencoded"],
      body: body)
    #expect(answer.status == 202, "\(answer.text)")
    #expect(answer.text.contains("고친 이름"))
    let seen = try await send("GET", "/api/products/\(id)")
    #expect(seen.text.contains("고친 이름"))
    #expect(seen.text.contains("설명이에요"))
  }

  func refuseStrangers(_ id: Int) async throws {
    let body = "{\"name\":\"남의 이름\",\"secret\":\"wrong-secret\"}"
    let wrong = try await send(
      "PATCH", "/api/products/\(id)", ["identifier: \(vendor.identifier)"], body: body)
    #expect(wrong.status == 401)
    let nobody = try await send("PATCH", "/api/products/\(id)", body: body)
    #expect(nobody.status == 400)
    #expect(nobody.text.contains("identifier"))
    let seen = try await send("GET", "/api/products/\(id)")
    #expect(seen.text.contains("고친 이름"))
  }

  func delete(_ id: Int) async throws {
    let identifier = "identifier: \(vendor.identifier)"
    let removed: Answer
    if door.isSecond {
      let archived = try await send(
        "POST", "/api/products/\(id)/archived", [identifier, "Content-Type: application/json"],
        body: "{\"secret\":\"\(vendor.secret)\"}")
      #expect(archived.status == 200, "\(archived.text)")
      #expect(archived.text.hasPrefix("/api/products/"))
      removed = try await send("DELETE", archived.text, [identifier])
    } else {
      let secret = try await send(
        "POST", "/api/products/\(id)/secret", [identifier, "Content-Type: application/json"],
        body: "\"\(vendor.secret)\"")
      #expect(secret.status == 200)
      #expect(secret.text.wholeMatch(of: /[0-9a-f-]{36}/) != nil)
      let wrong = try await send("DELETE", "/api/products/\(id)/\(vendor.secret)", [identifier])
      #expect(wrong.status == 400)
      removed = try await send("DELETE", "/api/products/\(id)/\(secret.text)", [identifier])
    }
    #expect(removed.status == 200, "\(removed.text)")
    #expect(try productID(removed) == id)
    #expect(removed.text.contains("고친 이름"))
    #expect(try await send("GET", "/api/products/\(id)").status == 404)
  }

  private func productID(_ answer: Answer) throws -> Int {
    door.isSecond
      ? try answer.secondMarket(SecondMarketDetail.self).id
      : try answer.market(MarketDetail.self).id
  }
}
