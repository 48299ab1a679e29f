import Foundation
import Testing

@testable import AppDecoders

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension EndToEnd {
  /// However a server ends, a product is there with all its pictures or not at all, and an answer
  /// that got lost can be asked for again.
  @Suite struct ProductCrashTests {
    /// `MOA_TEST_KILLS`, or 8: how often the server is killed.
    private static let kills =
      ProcessInfo.processInfo.environment["MOA_TEST_KILLS"].flatMap { Int($0) } ?? 8

    @Test func aRegistrationInterruptedByAKillIsAllOrNothing() async throws {
      var server = try await MoaServer(["--demo", "--workers", "1"])
      let directory = server.directory
      defer { server.remove() }
      let images = try await Pictures.five(in: directory)
      let clock = ContinuousClock()
      let began = clock.now
      let whole = try await Self.register("처음 상품", images, server)
      let length = clock.now - began
      #expect(whole?.status == 201)
      var answered = 1
      for round in 0..<Self.kills {
        let delay = length * Double.random(in: 0...1.1)
        let victim = server
        async let answer = Self.register("상품 \(round)번", images, victim)
        try await Task.sleep(for: delay)
        try await victim.killAtOnce()
        if try await answer?.status == 201 { answered += 1 }
        server = try await MoaServer(["--workers", "1"], in: directory)
        #expect(try await server.psql(Self.torn) == "0", "round \(round) after \(delay)")
      }
      let count = try await server.psql(
        "select count(*) from moa.products where name like '상품 %' or name = '처음 상품'")
      // What was answered is there; what was not may be there too.
      #expect(try #require(Int(count)) >= answered)
      let pages = try await Curl(base: server.url).get("/api/products?page_no=1&items_per_page=20")
      for product in try pages.market(RxMarketApp.Page.self).pages {
        let detail = try await Curl(base: server.url).get("/api/products/\(product.id)")
          .market(RxMarketApp.Detail.self)
        for image in detail.images {
          #expect(try await Curl(base: server.url).get(image.url).status == 200)
        }
      }
    }

    /// Products without pictures or with fewer than were sent, and pictures that are not what their
    /// names say.
    private static let torn = """
      select (
        select count(*) from moa.products p where deleted_at is null and cover_sha256 is null
          or deleted_at is null and (name like '상품 %번' or name = '처음 상품') and 5 <> (
            select count(*) from moa.product_images i where i.product_id = p.id)
          or deleted_at is null and not exists (
            select from moa.product_images i where i.product_id = p.id)
      ) + (
        select count(*) from moa.images where sha256 <> pg_catalog.sha256(bytes)
      )
      """

    /// Nil when no answer came.
    private static func register(
      _ name: String, _ images: [URL], _ server: MoaServer, _ fields: [String] = []
    ) async throws -> Answer? {
      let form = try MarketForm(DemoVendor.published.params(name), images, in: server.directory)
      do {
        return try await Curl(base: server.url).register(form, fields)
      } catch is CurlError {
        return nil
      }
    }

    /// A server whose PostgreSQL could have others stand by, which it takes a restart to allow.
    private static func withReplicas() async throws -> MoaServer {
      let server = try await MoaServer(["--demo", "--workers", "1"])
      _ = try await server.psql("alter system set wal_level = 'replica'")
      _ = try await server.psql("alter system set max_wal_senders = 2")
      try await server.expectOrderlyStop()
      return try await MoaServer(["--workers", "1"], in: server.directory)
    }

    /// From now on a commit is on the disk, and whoever asked for it is not told: it waits for a
    /// server that stands by, and there is none. It is the checkpointer that puts this in force,
    /// which may be busy writing: a checkpoint asked for after that has seen it.
    ///
    /// Words of titles are counted first, which commits a moment after the demo shop is there.
    private static func withholdCommits(of server: MoaServer) async throws {
      _ = try await waiting(for: "the words of titles to be counted") {
        let left = try await server.psql("select count(*) from moa.search_term_changes")
        return left == "0" ? true : nil
      }
      _ = try await server.psql("alter system set synchronous_standby_names = 'nobody'")
      _ = try await server.psql("select pg_reload_conf()")
      _ = try await server.psql("checkpoint")
    }

    @Test("A product whose answer got lost is answered again under its key, and is there once")
    func aLostAnswerIsAskedForAgain() async throws {
      let first = try await Self.withReplicas()
      let directory = first.directory
      defer { first.remove() }
      let images = try await Pictures.five(in: directory)
      let key = ["Idempotency-Key: \"the-one-and-only\""]
      try await Self.withholdCommits(of: first)
      let form = try MarketForm(
        DemoVendor.published.params("하나뿐인 상품"), Array(images.prefix(2)), in: directory)
      let curl = Curl(base: first.url)
      let lost = Task { try? await curl.register(form, key) }
      try await waiting(for: "a commit that nobody is told of") {
        let waits = try await first.psql(
          """
          select count(*) from pg_stat_activity join pg_locks using (pid)
          where wait_event = 'SyncRep' and query = 'commit'
            and relation = 'moa.products'::regclass and mode = 'RowExclusiveLock'
          """)
        return waits == "0" ? nil : true
      }
      try await first.killAtOnce()
      // On a busy machine the server gives the commit up before it is killed.
      let answer = await lost.value?.text
      #expect(answer?.contains("outcome_unknown") != false, "it was answered before the kill")
      _ = try await first.psql("alter system reset synchronous_standby_names")
      _ = try await first.psql("select pg_reload_conf()")
      let second = try await MoaServer(["--workers", "1"], in: directory)
      defer { second.remove() }
      let count = "select count(*) from moa.products where name = '하나뿐인 상품'"
      #expect(try await second.psql(count) == "1", "it was not committed")
      let again = try await Curl(base: second.url).register(form, key)
      #expect(again.status == 201, "\(again.text)")
      #expect(again.text.contains("하나뿐인 상품"), "\(again.text)")
      let third = try await Curl(base: second.url).register(form, key)
      #expect(third.status == 201)
      #expect(third.body == again.body)
      #expect(try await second.psql(count) == "1")
      let other = try MarketForm(
        DemoVendor.published.params("다른 상품"), [images[0]], in: directory)
      let reused = try await Curl(base: second.url).register(other, key)
      #expect(reused.status == 422)
      #expect(reused.text.contains("idempotency_key_reused"))
    }

    @Test("A key is in flight while its form arrives, and free soon after its server was killed")
    func aKeyOutlivesItsServerForShort() async throws {
      let first = try await MoaServer(["--demo", "--workers", "2"])
      let directory = first.directory
      defer { first.remove() }
      let images = try await Pictures.five(in: directory)
      let key = ["Idempotency-Key: k-1"]
      let form = try MarketForm(DemoVendor.published.params("느린 상품"), images, in: directory)
      // A hundred KB in forty seconds: seen on the way on the slowest of machines.
      let slow = Curl(base: first.url, options: ["--limit-rate", "2500"])
      let lost = Task {
        // A busy server may refuse the form before its key is claimed.
        var answer = try await slow.register(form, key)
        while answer.status == 503 {
          Issue.record("refused, sent again; the log is \(first.errors)", severity: .warning)
          answer = try await slow.register(form, key)
        }
        return answer
      }
      try await waiting(for: "a claim; the log is \(first.errors)") {
        let claims = try await first.psql(
          "select count(*) from moa.idempotency_keys where status = 102")
        return claims == "0" ? nil : true
      }
      for _ in 0..<4 {
        let same = try await Curl(base: first.url).register(form, key)
        // 409 in the habit of these apps.
        #expect(same.text.contains("request_in_flight"), "\(same.text)")
        #expect(same.fields["retry-after"] == "1")
      }
      try await first.killAtOnce()
      let early = try? await lost.value.text
      #expect(early == nil, "it was answered before the kill")
      let second = try await MoaServer(["--workers", "1"], in: directory)
      defer { second.remove() }
      let answer = try await waiting(for: "the key") {
        let answer = try await Curl(base: second.url).register(form, key)
        return answer.text.contains("request_in_flight") ? nil : answer
      }
      #expect(answer.status == 201, "\(answer.text)")
      #expect(
        try await second.psql("select count(*) from moa.products where name = '느린 상품'") == "1")
    }
  }
}
