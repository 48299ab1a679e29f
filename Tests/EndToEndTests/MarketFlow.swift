import Foundation
import Testing

@testable import AppDecoders

/// What a vendor's app does with one product, at one of the doors.
struct MarketFlow {
  let curl: Curl
  let door: EndToEnd.MarketTests.Door
  private let vendor = DemoVendor.published
  /// The app appends this to every call.
  private static let stray = "?page_no=1&items_per_page=20"

  private func send(
    _ method: String, _ path: String, _ fields: [String] = [], body: String? = nil
  ) async throws -> Answer {
    try await curl.send(
      method, door.prefix + path + Self.stray, door.fields + fields, body: body)
  }

  /// Registers it, and finds it at the head of the list and on its own screen.
  func register(_ images: [URL], in directory: URL) async throws -> Int {
    let form = try MarketForm(vendor.params("끝에서 끝까지"), images, in: directory)
    let answer = try await curl.register(
      form, at: door.prefix + "/api/products" + Self.stray, door.fields)
    #expect(answer.status == 201, "\(answer.text)")
    let id = try productID(answer)
    let list = try await send("GET", "/api/products")
    if door.isSecond {
      let first = try #require(try list.decode(SecondMarketApp.ProductList.self).pages.first)
      #expect(first.id == id)
      #expect(first.vendorName == "모아 데모 상점")
      let detail = try await send("GET", "/api/products/\(id)")
        .decode(SecondMarketApp.Detail.self)
      #expect(detail.images.count == 5)
      return id
    }
    let first = try #require(try list.market(RxMarketApp.Page.self).pages.first)
    #expect(first.id == id)
    let detail = try await send("GET", "/api/products/\(id)").market(RxMarketApp.Detail.self)
    #expect(detail.images.count == 5)
    #expect(Set(detail.images.map(\.url)).count == 5)
    for image in detail.images {
      #expect(try await curl.get(image.url).status == 200)
      #expect(try await curl.get(image.thumbnailUrl).status == 200)
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
      removed = try await send("DELETE", "/api/products/\(id)/\(secret.text)", [identifier])
    }
    #expect(removed.status == 200, "\(removed.text)")
    #expect(try productID(removed) == id)
    #expect(removed.text.contains("고친 이름"))
    #expect(try await send("GET", "/api/products/\(id)").status == 404)
  }

  private func productID(_ answer: Answer) throws -> Int {
    door.isSecond
      ? try answer.decode(SecondMarketApp.Detail.self).id
      : try answer.market(RxMarketApp.Detail.self).id
  }
}
