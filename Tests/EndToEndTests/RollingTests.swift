import Foundation
import Testing

extension EndToEnd {
  /// Several servers of one database behind a proxy with our file, under load all the time.
  @Suite(.timeLimit(.minutes(5))) struct RollingTests {
    @Test("Servers are killed and replaced under load: nothing that was acknowledged is lost")
    func killed() async throws {
      let shop = try await ServersBehindProxy(behind: .haproxy, count: 3)
      defer { shop.remove() }
      let load = RollingLoad(of: 2, at: shop.proxy.url)
      for number in 0..<3 {
        try await load.waitForMore()
        try await shop.killAndReplace(number)
      }
      try await load.waitForMore()
      let failures = load.soFar.failures.count
      try await load.waitForMore(200)
      let outcome = try await load.end()
      #expect(outcome.mistakes == [])
      // Once all are there again, no request fails.
      #expect(outcome.failures.count == failures, "\(outcome.failures.last ?? "")")
      // Reads go to another server; of writes only those have failed that one of the killed had.
      let reads = outcome.failures.filter { $0.hasPrefix("GET") }
      #expect(reads == [], "\(shop.complaints)")
      try await shop.expectAllLikes(of: outcome)
      print(
        "killed: \(outcome.reads) reads and \(outcome.writes) writes,",
        "\(outcome.failures.count) sent again")
    }

    @Test(
      "A release that changes the schema is rolled out, and no request fails",
      arguments: [(ReverseProxy.Kind.haproxy, 3), (.nginx, 2), (.caddy, 2)])
    func upgraded(behind kind: ReverseProxy.Kind, count: Int) async throws {
      let shop = try await ServersBehindProxy(behind: kind, count: count)
      defer { shop.remove() }
      // What this release no longer uses, and the one before did.
      try await shop.migrate(
        "9997_left_behind",
        "alter table moa.products add column left_behind text not null default 'x'")
      let load = RollingLoad(of: 2, at: shop.proxy.url)
      try await load.waitForMore()
      try await shop.migrate("9998_wider", Self.expansion)
      try await load.waitForMore()
      for number in 0..<count {
        try await shop.stopAndReplace(number)
        #expect(shop.servers[number].count(of: "schema_newer") > 0)
        try await load.waitForMore()
      }
      try await shop.migrate(
        "9999_narrow", "alter table moa.products drop column left_behind")
      try await load.waitForMore(200)
      let outcome = try await load.end()
      #expect(outcome.failures == [], "\(shop.complaints)")
      #expect(outcome.mistakes == [])
      #expect(outcome.endedConnections == 0)
      try await shop.expectAllLikes(of: outcome)
      print(
        "upgraded behind \(kind): \(outcome.reads) reads and \(outcome.writes) writes, and none failed"
      )
    }

    /// What a next release may add to a table that this one writes and reads all the time.
    private static let expansion = """
      alter table moa.likes add column next_source smallint not null default 0;
      create index likes_next_source on moa.likes (next_source) where next_source <> 0;
      create table moa.next_things (id bigint generated always as identity primary key)
      """
  }
}
