#if os(Linux)
  import Foundation
  import TestDatabase
  import Testing

  extension EndToEnd {
    /// The files of `deploy/patroni`, really used: three machines, of which one dies.
    @Suite(.timeLimit(.minutes(6))) struct PatroniTests {
      @Test("The leader's machine dies under load: writes go on, and nothing acknowledged is lost")
      func theLeaderDies() async throws {
        let cluster = try await PatroniCluster.start()
        defer { cluster.remove() }
        try await Self.migrate(cluster)
        let environment = [
          "MOA_DATABASE_URL": try cluster.url(as: "moa_server"),
          "MOA_DATABASE_REPLICA_URL": try cluster.url(
            as: "moa_server", "&application_name=moa-reads"),
        ]
        let flags = ["--demo", "--workers", "2", "--device-rate", "1000/s"]
        try await MoaServer.serving(flags, environment: environment) { server in
          let picture = try await Pictures.five(in: server.directory)[0]
          let load = ShopLoad(at: server.url, picture: picture, in: server.directory)
          let seen: ShopLoad.Seen
          do {
            try await Self.failOver(cluster, under: load)
            seen = try await load.stop()
          } catch {
            _ = try await load.stop()
            throw error
          }
          #expect(seen.surprises == [])
          try await Self.expectEverything(of: seen, at: server.url, in: cluster)
          try await server.expectOrderlyStop()
        }
      }

      private static func migrate(_ cluster: PatroniCluster) async throws {
        let directory = try Workplace.makeDirectory()
        defer { try? FileManager.default.removeItem(at: directory) }
        let result = try await Program.run(
          Workplace.program.path, ["migrate"],
          environment: ["MOA_DATABASE_URL": try cluster.url(as: "moa_owner")], in: directory)
        try #require(result.status == 0, "\(result.errors)")
      }

      /// Returns when the old leader follows the new one.
      private static func failOver(_ cluster: PatroniCluster, under load: ShopLoad) async throws {
        try await waitForWrites(100, of: load)
        let old = try await cluster.waitUntilWhole()
        try await offloading { old.die() }
        let died = ContinuousClock.now
        let new = try await cluster.waitForPromotion(instead: old)
        let promoted = ContinuousClock.now
        let written = try await waiting(for: "a write after the promotion") {
          load.seen.firstWrite(after: died)
        }
        print("patroni: promoted \(promoted - died) after the death, written \(written - promoted)")
        #expect(written - promoted < .seconds(5))
        try old.start()
        try await waitForWrites(100, of: load)
        #expect(try await cluster.waitUntilWhole().name == new.name)
        print("patroni: whole again \(ContinuousClock.now - promoted) after the promotion")
        try await expectNoLastingError(of: load)
        // The old leader follows, and no writer has stayed with it, nor a reader with the new one.
        #expect(try old.psql("select pg_is_in_recovery()") == "t")
        #expect(try old.psql(sessions("moa")) == "0")
        try await waiting(for: "reads to leave the promoted standby") {
          try new.psql(sessions("moa-reads")) == "0" ? true : nil
        }
      }

      /// A hundred writes, and reads beside them, of which none fails. A machine that does other
      /// things may need more than one run.
      private static func expectNoLastingError(of load: ShopLoad) async throws {
        var failures: [Int] = []
        for _ in 1...3 {
          let begun = ContinuousClock.now
          try await waitForWrites(100, of: load)
          failures = load.seen.failures(after: begun).map(\.status)
          if failures.isEmpty { break }
        }
        #expect(failures == [])
      }

      private static func sessions(_ application: String) -> String {
        """
        select count(*) from pg_stat_activity
        where usename = 'moa_server' and application_name = '\(application)'
        """
      }

      private static func waitForWrites(_ count: Int, of load: ShopLoad) async throws {
        let before = load.seen.acknowledged
        try await waiting(for: "\(count) writes; \(load.seen.surprises)") {
          load.seen.acknowledged >= before + count ? true : nil
        }
      }

      /// Every acknowledged write is there, once, and on the standbys, too.
      private static func expectEverything(
        of seen: ShopLoad.Seen, at url: String, in cluster: PatroniCluster
      ) async throws {
        let refused = seen.exchanges.count { !$0.isDone }
        print(
          "patroni: \(seen.acknowledged) writes acknowledged, \(seen.read) reads answered,",
          "\(refused) refused or lost")
        #expect(!seen.likes.isEmpty)
        #expect(!seen.products.isEmpty)
        let lost = try await offloading { try seen.likesLost(at: url) }
        #expect(lost == [])
        for member in cluster.members {
          let names = try await waiting(for: "the products at \(member.name)") {
            let names = try member.psql(products, in: "shop").split(separator: "\n").map(
              String.init)
            return seen.products.isSubset(of: names) ? names : nil
          }
          #expect(names.count == Set(names).count, "a product is there twice at \(member.name)")
        }
      }

      private static let products = "select name from moa.products where name like '장애 상품 %'"
    }
  }
#endif
