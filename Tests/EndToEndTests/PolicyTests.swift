import Foundation
import Testing

extension EndToEnd {
  /// What an operator decides about who may ask, from the flags to the wire.
  @Suite struct PolicyTests {
    /// In one process, and in several that the listener chooses between.
    @Test(arguments: ["0", "3"])
    func aRateIsKeptAndTheSumsAreToldAtTheEnd(_ workers: String) async throws {
      let flags = [
        "--demo", "--rate-limit", "1/m", "--rate-burst", "6", "--workers", workers,
      ]
      try await MoaServer.serving(flags) {
        server in
        let curl = Curl(base: server.url)
        var statuses: [Int] = []
        for _ in 0..<10 { statuses.append(try await curl.get("/v1/event-categories").status) }
        // Each of three workers admits two. A very slow machine may need the minute in which each
        // admits one more.
        let admitted = statuses.count { $0 == 200 }
        #expect(workers == "0" ? (6...7).contains(admitted) : (2...9).contains(admitted))
        #expect(statuses.allSatisfy { $0 == 200 || $0 == 429 })
        #expect(try await curl.get("/livez").status == 200)
        let refused = try await curl.get("/v1/event-categories")
        #expect(refused.status == 200 || refused.fields["retry-after"] != nil)
        try await server.expectOrderlyStop()
        #expect(Self.requests(in: server.errors) == 12)
      }
    }

    @Test(
      "At most five wrong secrets of one address are compared, by all workers together",
      arguments: ["0", "3"])
    func wrongSecretsAreCountedTogether(_ workers: String) async throws {
      try await MoaServer.serving(["--demo", "--workers", workers]) { server in
        let curl = Curl(base: server.url)
        let wrong = [
          "identifier: \(DemoVendor.published.identifier)", "secret: another", "If-Match: *",
        ]
        var statuses: [Int] = []
        let start = ContinuousClock.now
        for _ in 0..<60 {
          statuses.append(try await curl.send("DELETE", "/v1/products/1", wrong).status)
        }
        // One more for every twelve seconds that a slow machine takes. Three workers compare one
        // each.
        let most = 5 + Int((ContinuousClock.now - start) / .seconds(12))
        let least = workers == "0" ? 5 : 1
        #expect((least...most).contains(statuses.count { $0 == 401 }), "\(statuses)")
        #expect(statuses.allSatisfy { $0 == 401 || $0 == 429 })
      }
    }

    /// The sum of what all processes say that they have answered.
    private static func requests(in log: String) -> Int {
      log.split(separator: "\n").filter { $0.contains("\"counted\"") }.reduce(0) { sum, line in
        let number = line.firstMatch(of: /"requests":([0-9]+)/).flatMap { Int($0.1) }
        return sum + (number ?? 0)
      }
    }

    @Test func aPageOnTheListMayAsk() async throws {
      let good = "https://good.example"
      try await MoaServer.serving(["--demo", "--cors-origins", good]) { server in
        let curl = Curl(base: server.url)
        let allowed = try await curl.get("/v1/event-categories", ["Origin: \(good)"])
        #expect(allowed.fields["access-control-allow-origin"] == good)
        let other = try await curl.get("/v1/event-categories", ["Origin: \(good).evil"])
        #expect(other.status == 200)
        #expect(other.fields["access-control-allow-origin"] == nil)
        let change = try await curl.post("/commerce/api/v1/category", ["Origin: \(good).evil"])
        #expect(change.status == 403)
      }
    }

    @Test func aPartOfAnImageIsServed() async throws {
      try await MoaServer.serving { server in
        let curl = Curl(base: server.url)
        let shown = try await curl.get("/v1/event-categories").decode(Items<EventCard>.self)
        let url = try #require(shown.items.first?.thumbnail_image_url)
        let whole = try await curl.get(url)
        let tag = try #require(whole.fields["etag"])
        let part = try await curl.get(url, ["Range: bytes=1-3", "If-Range: \(tag)"])
        #expect(part.status == 206)
        #expect(part.body == whole.body[1..<4])
        #expect(part.fields["content-range"] == "bytes 1-3/\(whole.body.count)")
        #expect(try await curl.get(url, ["If-None-Match: \(tag)"]).status == 304)
        let beyond = try await curl.get(url, ["Range: bytes=\(whole.body.count)-"])
        #expect(beyond.status == 416)
        #expect(beyond.text.contains("range_not_satisfiable"))
      }
    }
  }
}
