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

extension EndToEnd {
  /// What nobody needs any more goes by itself, or when somebody says so.
  @Suite struct SweepTests {
    private static let orphans = """
      insert into moa.images (sha256, media_type, width, height, bytes, created_at, is_kept)
      select sha256(n::text::bytea), 'image/png', 1, 1, '\\x00', now() - interval '25 hours', n = 1
      from generate_series(1, 3) as n
      """
    private static let left = """
      select count(*) filter (where is_kept), count(*) filter (where not is_kept) from moa.images
      """

    @Test func aServerOfWorkersRemovesImagesThatNothingShows() async throws {
      try await MoaServer.serving(["--workers", "2", "--sweep-interval", "1s"]) { server in
        _ = try await server.psql(Self.orphans)
        let left = try await waiting(for: "the sweep") {
          let left = try await server.psql(Self.left)
          return left.hasSuffix("|0") ? left : nil
        }
        #expect(left == "1|0")
        try await server.expectOrderlyStop()
        #expect(server.errors.contains("\"swept\""), "\(server.errors)")
      }
    }

    @Test func theCommandRemovesThemAtOnce() async throws {
      try await MoaServer.serving(["--workers", "0", "--sweep-interval", "0"]) { server in
        _ = try await server.psql(Self.orphans)
        let swept = try await server.command(["sweep"])
        #expect(swept.status == 0, "\(swept.errors)")
        let report = """
          removed 2  images    kept for 1 day: pictures that no product shows
          removed 0  answers   kept for 1 day: recorded answers to writes
          removed 0  devices   kept for 400 days: devices not seen for so long; without likes, for a week
          removed 0  likes     kept for 91 days: likes that were taken back
          removed 0  searches  kept for 1 day: searches of devices, for trends
          removed 0  changes   kept for 365 days: changes of the history
          removed 0  tokens    kept for 1 day: access tokens that have expired

          """
        #expect(swept.output == report)
        #expect(try await server.psql(Self.left) == "1|0")
      }
    }
  }
}
