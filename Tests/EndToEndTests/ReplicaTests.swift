import Foundation
import TestDatabase
import Testing

@testable import AppDecoders

extension EndToEnd {
  /// A server with a primary and a standby, which the test pauses, kills and starts again.
  @Suite struct ReplicaTests {
    @Test(
      "What nobody signs is read from the standby, what it lacks from the primary; nothing fails")
    func readsGoToTheStandby() async throws {
      let database = try await ReplicatedDatabase.start()
      defer { database.remove() }
      let flags = [
        "--demo", "--migrate", "--workers", "2", "--database-url", database.first.conninfo,
      ]
      // What is there must not be there because time passed.
      let environment = [
        "MOA_DATABASE_REPLICA_URL": database.second.conninfo, "MOA_DATABASE_REPLICA_LAG": "60s",
      ]
      try await MoaServer.serving(flags, environment: environment) { server in
        let shop = Shop(server: server, database: database)
        try await shop.expectStandbyToBeUsed()
        try database.second.psql("select pg_wal_replay_pause()")
        let pictures = Array(try await Pictures.five(in: server.directory).prefix(1))
        for round in 1...3 { try await shop.registerAndLook("새 상품 \(round)", pictures) }
        try await shop.expectCursorsToStay()
        try database.second.psql("select pg_wal_replay_resume()")
        try await shop.expectStandbyToBeUsed()
        database.second.kill()
        for _ in 0..<50 { try await shop.look() }
        try database.second.start()
        try await shop.expectStandbyToBeUsed()
        try await server.expectOrderlyStop()
      }
    }

    @Test("While the primary is away the standby answers as long as the operator allows, with Age")
    func stale() async throws {
      let database = try await ReplicatedDatabase.start()
      defer { database.remove() }
      let flags = [
        "--demo", "--migrate", "--workers", "1", "--database-url", database.first.conninfo,
        "--stale-seconds", "120",
      ]
      let environment = ["MOA_DATABASE_REPLICA_URL": database.second.conninfo]
      try await MoaServer.serving(flags, environment: environment) { server in
        try await Shop(server: server, database: database).expectStandbyToBeUsed()
        database.first.kill()
        let curl = Curl(base: server.url)
        let old = try await waiting(for: "an old answer") {
          let answer = try await curl.get("/v1/products?limit=7")
          return answer.fields["age"] == nil ? nil : answer
        }
        #expect(old.status == 200)
        #expect(try await curl.get("/v1/products?limit=8").status == 200)
        try await server.expectOrderlyStop()
      }
    }
  }
}

private struct Shop {
  let server: MoaServer
  let database: ReplicatedDatabase
  /// Each request comes on a connection of its own, so that no worker gets them all.
  private var curl: Curl { Curl(base: server.url) }

  /// The first page, by somebody who comes by.
  @discardableResult
  func look() async throws -> RxMarketApp.Page {
    try await curl.get("/api/products?page_no=1&items_per_page=20").market(RxMarketApp.Page.self)
  }

  /// What a vendor's app does: it registers, and looks at once.
  func registerAndLook(_ name: String, _ pictures: [URL]) async throws {
    let form = try MarketForm(DemoVendor.published.params(name), pictures, in: server.directory)
    let answer = try await curl.register(form)
    #expect(answer.status == 201, "\(answer.text)")
    struct Registered: Decodable { let id: Int }
    let product = try answer.market(Registered.self)
    for _ in 0..<8 {
      #expect(try await curl.get("/v1/products/\(product.id)").status == 200)
      let signed = try await curl.get(
        "/api/products?page_no=1&items_per_page=20",
        ["identifier: \(DemoVendor.published.identifier)"])
      #expect(try signed.market(RxMarketApp.Page.self).pages.first?.name == name)
      #expect(try await look().pages.first?.name != name)
    }
  }

  /// A cursor of the primary that the standby has not reached yet is not taken for a lost one.
  func expectCursorsToStay() async throws {
    let ofStandby = try await curl.get("/v1/changes").text
    let ofPrimary = try await waiting(for: "a number of the primary") {
      let text = try await curl.get(
        "/v1/changes", ["identifier: \(DemoVendor.published.identifier)"]
      ).text
      return text == ofStandby ? nil : text
    }
    let cursor = try #require(ofPrimary.firstMatch(of: #/"next":"([^"]+)"/#)?.1)
    for _ in 0..<8 {
      let text = try await curl.get("/v1/changes?since=\(cursor)&products=").text
      #expect(text.contains("\"next\":\"\(cursor)\",\"is_whole\":false,"), "\(text)")
    }
  }

  /// Looks until the standby has read products: it is a server of its own, and counts for itself.
  func expectStandbyToBeUsed() async throws {
    let before = try scans()
    try await waiting(for: "a read of the standby") {
      for _ in 0..<20 { try await look() }
      return try scans() > before ? true : nil
    }
  }

  private func scans() throws -> Int {
    let count = try database.second.psql(
      """
      select coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0)
      from pg_stat_user_tables where schemaname = 'moa'
      """)
    return try #require(Int(count))
  }
}
