import Foundation
import Testing

/// What an app of somebody who likes things sends, by curl.
struct LikeClient {
  let curl: Curl
  let token: String

  /// Lets a device in.
  init(_ url: String) async throws {
    struct Created: Decodable {
      let token: String
    }
    curl = Curl(base: url)
    let answer = try await curl.post("/v1/devices")
    try #require(answer.status == 201, "\(answer.text)")
    token = try answer.decode(Created.self).token
  }

  /// The same device at another server.
  init(_ client: LikeClient, at url: String) {
    curl = Curl(base: url)
    token = client.token
  }

  func send(_ method: String, _ path: String, body: String? = nil) async throws -> Answer {
    try await curl.send(method, path, ["Authorization: Bearer \(token)"], body: body)
  }

  /// The ids of a list of the device.
  func ids(_ path: String) async throws -> [Int] {
    struct Page: Decodable {
      struct Item: Decodable {
        let id: Int
      }
      let items: [Item]
    }
    return try await send("GET", path).decode(Page.self).items.map(\.id)
  }

  /// How many like a product, as everybody is told.
  func count(of product: Int) async throws -> Int {
    struct Detail: Decodable {
      let count: Int

      enum CodingKeys: String, CodingKey {
        case count = "like_count"
      }
    }
    return try await curl.get("/v1/products/\(product)").decode(Detail.self).count
  }
}
