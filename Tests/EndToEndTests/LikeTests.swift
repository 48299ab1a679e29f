import Foundation
import TestDatabase
import Testing

extension EndToEnd {
  /// What somebody likes, on the program as it runs.
  @Suite struct LikeTests {
    @Test func aLikeOnOneServerIsSeenOnAnotherAtOnce() async throws {
      let database = try await TestDatabase.shared.makeDatabase()
      let flags = ["--workers", "2", "--database-url", database]
      try await MoaServer.serving(flags + ["--demo", "--migrate"]) { first in
        try await MoaServer.serving(flags) { second in
          let here = try await LikeClient(first.url)
          let there = LikeClient(here, at: second.url)
          for product in [207, 206, 205] {
            #expect(try await here.send("PUT", "/v1/likes/\(product)").status == 204)
            #expect(try await there.ids("/v1/likes").first == product)
            #expect(try await there.send("PUT", "/v1/recent/\(product)").status == 204)
            #expect(try await here.ids("/v1/recent").first == product)
          }
          #expect(try await there.send("DELETE", "/v1/likes/206").status == 204)
          #expect(try await here.ids("/v1/likes") == [205, 207])
          let overlay = try await there.send("GET", "/v1/likes/overlay?ids=205,206,207")
          #expect(overlay.text == #"{"liked":[205,207]}"#)
        }
      }
    }

    @Test("A count is right within two seconds, and a product that is liked keeps its version")
    func counts() async throws {
      try await MoaServer.serving(["--demo", "--workers", "2"]) { server in
        var clients: [LikeClient] = []
        for _ in 0..<5 { clients.append(try await LikeClient(server.url)) }
        for client in clients { _ = try await client.send("PUT", "/v1/likes/207") }
        let told = clients[0]
        _ = try await waiting(for: "the count") {
          try await told.count(of: 207) == 5 ? true : nil
        }
        #expect(try await clients[0].send("DELETE", "/v1/likes/207").status == 204)
        _ = try await waiting(for: "the count") {
          try await told.count(of: 207) == 4 ? true : nil
        }
        let product = try await told.curl.get("/v1/products/207")
        #expect(product.text.contains(#""version":1"#))
        try await server.expectOrderlyStop()
      }
    }

    @Test("64 clients that hammer one like leave one row, and no answer is a refusal")
    func hammer() async throws {
      let database = try await TestDatabase.shared.makeDatabase()
      let flags = ["--demo", "--migrate", "--workers", "2", "--database-url", database]
      try await MoaServer.serving(flags) { server in
        let client = try await LikeClient(server.url)
        let statuses = try await Self.hammer(server.url, client.token)
        #expect(statuses == [204: 10_000])
        #expect(try await client.send("PUT", "/v1/likes/207").status == 204)
        let rows = try TestDatabase.psql(
          "select count(*), bool_and(is_liked) from moa.likes where product_id = 207",
          in: database)
        #expect(rows == "1|t")
        _ = try await waiting(for: "the count") {
          try await client.count(of: 207) == 1 ? true : nil
        }
        let deadlocks = try TestDatabase.psql(
          "select deadlocks from pg_stat_database where datname = current_database()",
          in: database)
        #expect(deadlocks == "0")
      }
    }

    /// Likes one product and likes it no more, 10,000 times in all.
    ///
    /// - Returns: how many answers had each status.
    private static func hammer(_ url: String, _ token: String) async throws -> [Int: Int] {
      try await withThrowingTaskGroup(of: [Int: Int].self) { group in
        for client in 0..<64 {
          // 16 of them send one more.
          let count = 10_000 / 64 + (client < 10_000 % 64 ? 1 : 0)
          group.addTask {
            // A thread for each: a queue would let some of them wait for the others.
            try await withCheckedThrowingContinuation { continuation in
              Thread.detachNewThread {
                continuation.resume(
                  with: Result { try Self.hammer(url, token, count) })
              }
            }
          }
        }
        return try await group.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
      }
    }

    /// On one connection.
    private static func hammer(
      _ url: String, _ token: String, _ count: Int
    ) throws -> [Int: Int] {
      var statuses: [Int: Int] = [:]
      let client = try KeptClient(url)
      for number in 0..<count {
        let method = number.isMultiple(of: 5) ? "DELETE" : "PUT"
        let head =
          "\(method) /v1/likes/207 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\n\r\n"
        statuses[try client.send(Array(head.utf8)).status, default: 0] += 1
      }
      return statuses
    }
  }
}
