import Fakes
import Foundation
import TestDatabase
import Testing

@testable import AppDecoders

extension EndToEnd {
  /// Two servers of one database, which answer from memory and see each other's writes at once.
  @Suite struct TwoServersTests {
    /// `MOA_TEST_REGISTRATIONS`, or 20: how many products are registered.
    private static let registrations =
      ProcessInfo.processInfo.environment["MOA_TEST_REGISTRATIONS"].flatMap { Int($0) } ?? 20
    private static let hits = #"moa_http_shared_answers_total{outcome="hit"}"#

    @Test("An app that registers a product sees it first in its list at once, on either server")
    func ownRegistration() async throws {
      // In turn: the server that is asked after a write is not the one that wrote.
      let shop = try await ServersBehindProxy(
        behind: .haproxy, count: 2,
        flags: MoaServer.measured + ["--vendor-images-per-day", "0"],
        changing: ["balance leastconn": "balance roundrobin"])
      defer { shop.remove() }
      let curl = Curl(base: shop.proxy.url)
      try await waiting(for: "the list in the memory of both") { () -> Bool? in
        for _ in 0..<4 { _ = try await Self.newest(curl) }
        for server in shop.servers {
          guard try await server.metrics()[Self.hits] >= 1 else { return nil }
        }
        return true
      }
      let directory = shop.servers[0].directory
      let picture = directory.appendingPathComponent("smallest.png")
      try Data(SampleImages.noise(8, 8)).write(to: picture)
      for number in 1...Self.registrations {
        let name = "새 상품 \(number)"
        let form = try MarketForm(DemoVendor.published.params(name), [picture], in: directory)
        defer { try? FileManager.default.removeItem(at: form.file) }
        let answer = try await curl.register(form)
        try #require(answer.status == 201, "\(answer.text)")
        // Both, so that each has the list in memory when the next product comes.
        for _ in shop.servers { #expect(try await Self.newest(curl) == name) }
      }
      for server in shop.servers { try await Self.expectHalf(of: server) }
    }

    @Test("A revoked token ends at once, on every worker of both")
    func revokedToken() async throws {
      let conninfo = try await TestDatabase.shared.makeDatabase()
      let flags = ["--database-url", conninfo, "--workers", "2"]
      try await MoaServer.serving(flags + ["--migrate"]) { first in
        func command(_ words: String...) async throws -> String {
          let result = try await Program.run(
            Workplace.program.path, ["token"] + words + ["--database-url", conninfo],
            in: first.directory)
          #expect(result.status == 0, "\(result.errors)")
          return result.output.trimmingCharacters(in: .newlines)
        }
        try await MoaServer.serving(flags) { second in
          let token = try await command("create", "--name", "office", "--scope", "merchandise")
          for server in [first, second] {
            #expect(try await Self.statuses(of: server, token) == [200])
          }
          _ = try await command("revoke", String(token.split(separator: "_")[1]))
          for server in [first, second] {
            #expect(try await Self.statuses(of: server, token) == [401])
          }
        }
      }
    }

    /// The first status of each worker: an identifier of a request begins with its worker's own.
    private static func statuses(of server: MoaServer, _ token: String) async throws -> Set<Int> {
      let curl = Curl(base: server.url)
      var statuses: [String: Int] = [:]
      try await waiting(for: "an answer of each worker") {
        let answer = try await curl.get("/admin/v1/me", ["Authorization: Bearer \(token)"])
        let worker = String(answer.fields["x-request-id"]?.prefix(5) ?? "")
        // Later wrong ones are refused unread, with 429.
        statuses[worker] = statuses[worker] ?? answer.status
        return statuses.count == 2 ? true : nil
      }
      return Set(statuses.values)
    }

    /// The name of the first product of the list that apps begin with.
    private static func newest(_ curl: Curl) async throws -> String? {
      let answer = try await curl.get("/api/products?page_no=1&items_per_page=20")
      return try answer.market(RxMarketApp.Page.self).pages.first?.name
    }

    /// Nearly half of the products were registered there.
    private static func expectHalf(of server: MoaServer) async throws {
      let key = #"moa_http_requests_total{route="/api/products",method="POST",status="2xx"}"#
      let least = Double(registrations / 2 - 2)
      try await server.waitForMetrics("half of the registrations") { $0[key] >= least }
    }
  }
}
