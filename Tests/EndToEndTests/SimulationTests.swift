import Foundation
import Testing

extension EndToEnd {
  /// A bad network for those who develop apps, over a real connection and a real database.
  @Suite struct SimulationTests {
    @Test func aRequestMayAskForABadNetwork() async throws {
      try await MoaServer.serving(["--demo", "--simulate", "--workers", "0"]) { server in
        let curl = Curl(base: server.url, repeatsMax: 0)
        let plain = try await curl.get("/v1/products/1")
        let timing = try #require(plain.fields["server-timing"])
        #expect(timing.contains("database;dur="), "\(timing)")
        #expect(timing.contains("statement"), "\(timing)")

        let start = ContinuousClock.now
        let late = try await curl.get("/v1/products/1", ["Moa-Simulate: latency=300ms"])
        #expect(late.status == 200)
        #expect(ContinuousClock.now - start >= .milliseconds(300))
        #expect(late.fields["server-timing"]?.contains("simulated;dur=300.00") == true)

        let refused = try await curl.get("/v1/products/1", ["Moa-Simulate: status=503, seed=7"])
        #expect(refused.status == 503)
        #expect(refused.text.contains("\"code\":\"simulated\""))

        await #expect(throws: (any Error).self) {
          try await curl.get("/v1/products/1", ["Moa-Simulate: cut=1"])
        }
        #expect(try await curl.get("/v1/products/1").status == 200)
      }
    }
  }
}
