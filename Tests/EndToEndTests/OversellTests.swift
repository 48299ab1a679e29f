import ContractCheck
import Foundation
import Synchronization
import Testing
import Web

extension EndToEnd {
  /// Nothing is sold twice, however many systems sell it and however often the server is killed.
  @Suite struct OversellTests {
    private static let flags = ["--workers", "2", "--rate-limit", "off"]

    @Test("40 clients take the last 5 of a variant: exactly 5 do, with kills in between")
    func theLastFive() async throws {
      let first = try await MoaServer(["--demo"] + Self.flags)
      defer { first.remove() }
      let sale = try await Sale(on: first)
      let sellers = Task {
        try await withThrowingTaskGroup(of: Bool.self) { group in
          for number in 0..<40 {
            group.addTask {
              try await number.isMultiple(of: 2) ? sale.takeByOperation() : sale.takeByPatch()
            }
          }
          return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
      }
      var server = first
      for delay in [200, 350, 500] {
        try await Task.sleep(for: .milliseconds(delay))
        try await server.killAtOnce()
        server = try await MoaServer(Self.flags, in: first.directory)
        sale.moved(to: server.url)
      }
      #expect(try await sellers.value == 5)
      let left = try await server.psql(
        "select stock from moa.product_variants where sku = 'LAST-1'")
      #expect(left == "0")
      try await server.expectOrderlyStop()
    }
  }
}

/// A product of which one variant is in stock, 5 of it, and those who want it.
private final class Sale: Sendable {
  private let product: Int64
  private let variant: Int64
  private let authorization: String
  private let url: Mutex<String>

  init(on server: MoaServer) async throws {
    let created = try await server.command([
      "token", "create", "--name", "sale", "--scope", "vendor", "--vendor",
      DemoVendor.published.identifier,
    ])
    let token = try #require(created.output.split(whereSeparator: \.isWhitespace).last)
    authorization = "Authorization: Bearer \(token)"
    url = Mutex(server.url)
    let picture = try await Pictures.five(in: server.directory)[0]
    let params = """
      {"title":"마지막 신발","price":12000,"currency":"KRW","options":[{"name":"사이즈",\
      "values":["270"]}],"variants":[{"values":["270"],"sku":"LAST-1","stock":5}]}
      """
    let answer = try await Curl(base: server.url).form(
      "/v1/products", [authorization],
      ["params=\(params);type=application/json", "images=@\(picture.path);type=image/jpeg"])
    try #require(answer.status == 201, "\(answer.text)")
    let detail = try answer.decode(Detail.self)
    product = detail.id
    variant = try #require(detail.variants.first).id
  }

  private struct Detail: Decodable {
    struct Variant: Decodable {
      let id: Int64
      let stock: Int
    }

    let id: Int64
    let variants: [Variant]
  }

  func moved(to address: String) { url.withLock { $0 = address } }

  /// Whether one was got. An operation whose answer is lost is sent again under its id.
  func takeByOperation() async throws -> Bool {
    let id = UUID().uuidString.lowercased()
    let answer = try await insisting(
      "POST", "/v1/stock", body: #"{"operations":[{"id":"\#(id)","sku":"LAST-1","take":1}]}"#)
    if answer.status == 200 { return true }
    #expect(answer.text.contains("insufficient_stock"), "\(answer.text)")
    return false
  }

  /// Whether one was got. A change whose answer is lost is sent again under its key.
  func takeByPatch() async throws -> Bool {
    while true {
      let read = try await insisting("GET", "/v1/products/\(product)")
      let stock = try #require(read.decode(Detail.self).variants.first).stock
      guard stock > 0 else { return false }
      let tag = try #require(read.fields["etag"])
      let answer = try await insisting(
        "PATCH", "/v1/products/\(product)/variants/\(variant)",
        ["If-Match: \(tag)", "Idempotency-Key: \(UUID().uuidString)"],
        body: #"{"stock":\#(stock - 1)}"#)
      if answer.status == 200 { return true }
      #expect(answer.status == 412, "\(answer.text)")
    }
  }

  /// The first answer that does not ask to come again.
  private func insisting(
    _ method: String, _ path: String, _ fields: [String] = [], body: String? = nil
  ) async throws -> Answer {
    try await waiting(for: "an answer to \(method) \(path)") {
      let curl = Curl(base: self.url.withLock(\.self), repeatsMax: 0)
      do {
        let answer = try await curl.send(
          method, path, [self.authorization, "Content-Type: application/json"] + fields, body: body)
        return answer.fields["retry-after"] == nil ? answer : nil
      } catch is CurlError {
        return nil
      }
    }
  }
}
