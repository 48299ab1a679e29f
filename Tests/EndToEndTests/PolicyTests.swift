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

    /// The routes' own tests hold each policy; this one that the program hands them over.
    @Test func whatAnOperatorSetsReachesTheRoutes() async throws {
      let good = "https://good.example"
      let flags = [
        "--demo", "--workers", "0", "--cors-origins", good, "--device-rate", "2/m", "--trending",
        "off",
      ]
      let environment = ["MOA_MOMMYTALK_KEY": "a-key-of-the-app"]
      try await MoaServer.serving(flags, environment: environment) { server in
        let curl = Curl(base: server.url)
        let allowed = try await curl.get("/v1/event-categories", ["Origin: \(good)"])
        #expect(allowed.fields["access-control-allow-origin"] == good)
        let shopping = "/rest/shopping/products?offset=0&limit=20"
        #expect(try await curl.get(shopping).status == 401)
        #expect(try await curl.get(shopping, ["authorization: a-key-of-the-app"]).status == 200)
        var statuses: [Int] = []
        for _ in 0..<3 { statuses.append(try await curl.post("/v1/devices").status) }
        #expect(statuses == [201, 201, 429])
        #expect(try await curl.get("/v1/search/trending").text == #"{"items":[]}"#)
        let simulated = try await curl.get("/v1/products/1", ["Moa-Simulate: latency=1ms"])
        #expect(simulated.status == 400)
        #expect(!server.errors.contains("a-key-of-the-app"))
      }
    }
  }
}
