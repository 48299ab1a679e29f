import Foundation
import TestDatabase
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension EndToEnd {
  /// `moa backup` and `moa restore`.
  @Suite struct BackupTests {
    private func run(
      _ words: [String], in directory: URL, environment: [String: String] = [:]
    ) async throws -> (status: Int32, output: String, errors: String) {
      try await Program.run(
        Workplace.program.path, words, environment: environment, in: directory)
    }

    @Test("A restored shop goes on where it was: products, tokens, likes and cursors")
    func aRestoredShopServes() async throws {
      let elsewhere = try Workplace.makeDirectory()
      defer { try? FileManager.default.removeItem(at: elsewhere) }
      let file = elsewhere.path + "/shop.moa"
      let kept = try await MoaServer.serving(["--demo", "--workers", "1"]) { server in
        let client = try await LikeClient(server.url)
        #expect(try await client.send("PUT", "/v1/likes/207").status == 204)
        let created = try await server.command(
          ["token", "create", "--name", "kept", "--scope", "admin"])
        let token = try #require(created.output.split(whereSeparator: \.isWhitespace).last)
        let curl = Curl(base: server.url)
        let first = try await curl.get("/v1/products?limit=2").decode(Page.self)
        let cursor = try #require(first.page.cursor)
        let saved = try await server.command(["backup", file])
        #expect(saved.status == 0, "\(saved.errors)")
        #expect(saved.output.hasPrefix("saved "), "\(saved.output)")
        let next = try await curl.get("/v1/products?limit=2&cursor=\(cursor)").text
        return (client, String(token), cursor, next.replacing(server.url, with: ""))
      }
      let data = ["--data-dir", elsewhere.path + "/data"]
      let restored = try await run(["restore", file] + data, in: elsewhere)
      #expect(restored.status == 0, "\(restored.errors)")
      let server = try await MoaServer(["--workers", "1"], from: .nothing, in: elsewhere)
      defer { server.remove() }
      let client = LikeClient(kept.0, at: server.url)
      #expect(try await client.ids("/v1/likes") == [207])
      #expect(try await Curl(base: server.url).admin("GET", token: kept.1).status == 200)
      let next = try await Curl(base: server.url).get("/v1/products?limit=2&cursor=\(kept.2)")
      #expect(next.text.replacing(server.url, with: "") == kept.3)
    }

    @Test("Backups in the directory are kept by number, listed, and their newest has a time")
    func nightly() async throws {
      let place = try Workplace.makeDirectory()
      defer { try? FileManager.default.removeItem(at: place) }
      let folder = place.path + "/backups"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let flags = ["--workers", "1", "--backups", folder] + MoaServer.measured
      try await MoaServer.serving(flags) { server in
        try await server.waitForMetrics("no backup") {
          $0["moa_backup_newest_timestamp_seconds"] == 0
        }
        for night in 1...3 {
          try Data("x".utf8).write(
            to: URL(fileURLWithPath: "\(folder)/moa-2020010\(night)t030000z.moa"))
        }
        let made = try await server.command(["backup", "--keep", "2", "--backups", folder])
        #expect(made.status == 0, "\(made.errors)")
        #expect(made.output.contains("removed 2 older backups"), "\(made.output)")
        let listed = try await server.command(["backup", "list", folder])
        let lines = listed.output.split(separator: "\n")
        #expect(lines.count == 2, "\(listed.output)")
        #expect(lines.first?.contains("is no backup") == true)
        #expect(lines.last?.contains(" rows, ") == true)
        try await server.waitForMetrics("the backup") {
          $0["moa_backup_newest_timestamp_seconds"] > 1_700_000_000
        }
      }
    }

    private struct Page: Decodable {
      struct Place: Decodable {
        let cursor: String?

        enum CodingKeys: String, CodingKey {
          case cursor = "next_cursor"
        }
      }
      let page: Place
    }

    @Test("A backup that is made while many write is of one moment, and `--verify` says so")
    func whileOthersWrite() async throws {
      let database = try await TestDatabase.shared.makeDatabase()
      let place = try Workplace.makeDirectory()
      defer { try? FileManager.default.removeItem(at: place) }
      let flags = ["--database-url", database]
      #expect(try await run(["migrate"] + flags, in: place).status == 0)
      // Two tables that agree at every moment; the dump needs time for the first.
      try TestDatabase.psql(
        """
        insert into moa.images (sha256, media_type, width, height, bytes, created_at, is_kept)
        select sha256(n::text::bytea), 'image/png', 1, 1, sha256(n::text::bytea), now(), true
        from generate_series(1, 20000) as n
        """, in: database)
      let writer = try Program(
        try Workplace.tool("psql", from: "postgresql-client"),
        ["-X", "-d", database, "-c", Self.writing], in: place)
      defer {
        writer.signal(SIGKILL)
        // Its session would write on for minutes.
        _ = try? TestDatabase.psql(
          """
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()
          """, in: database)
      }
      for number in 1...3 {
        let file = place.path + "/\(number).moa"
        let saved = try await run(["backup", "--json", file] + flags, in: place)
        #expect(saved.status == 0, "\(saved.errors)")
        let verified = try await run(["restore", "--verify", file], in: place)
        #expect(verified.output.hasPrefix("verified "), "\(verified.errors)")
      }
      #expect(writer.isRunning)
      #expect(
        try TestDatabase.psql("select max(version) > 20 from moa.list_versions", in: database)
          == "t")
    }

    /// Every transaction changes a row and adds one. It pauses for others on the same machine.
    private static let writing = """
      do $$ begin
        for n in 1..1000000 loop
          update moa.list_versions set version = version + 1;
          insert into moa.images (sha256, media_type, width, height, bytes, created_at, is_kept)
          values (sha256(('w' || n)::bytea), 'image/png', 1, 1, '\\x00', now(), true);
          commit;
          perform pg_sleep(0.002);
        end loop;
      end $$
      """

    @Test(
      "A shop in use or with content is refused, and `--replace` takes also a newer one's place")
    func whatIsThereIsSafe() async throws {
      let server = try await MoaServer(["--demo", "--workers", "1"])
      defer { server.remove() }
      let file = server.directory.path + "/shop.moa"
      #expect(try await server.command(["backup", file]).status == 0)
      let era = try await server.psql("select era from moa.change_clock")
      _ = try await server.psql(
        """
        update moa.products set name = 'later' where id = 207;
        create table moa.of_later (id bigint primary key references moa.products)
        """)
      let inUse = try await server.command(["restore", "--replace", file])
      #expect(inUse.status == 69)
      #expect(inUse.errors.contains("stop them, restore, and start them again"))
      try await server.expectOrderlyStop()
      let filled = try await server.command(["restore", file])
      #expect(filled.status == 65)
      #expect(filled.errors.contains("is not empty"), "\(filled.errors)")
      let replaced = try await server.command(["restore", "--replace", "--json", file])
      #expect(replaced.status == 0, "\(replaced.errors)")
      #expect(replaced.output.contains(#""restored":true"#))
      let again = try await MoaServer(
        ["--workers", "1"], from: .nothing, in: server.directory)
      defer { again.remove() }
      let product = try await Curl(base: again.url).get("/v1/products/207")
      #expect(!product.text.contains("later"))
      #expect(product.status == 200)
      // Numbers that were given since the backup are given again, in another era.
      _ = try await again.psql("update moa.products set version = version + 1 where id = 207")
      let isPast = try await waiting(for: "another era") {
        try await again.psql(
          "select true from moa.change_eras where era = '\(era)'") == "t" ? true : nil
      }
      #expect(isPast)
    }

    @Test("After a restore no tag of a lost state holds, and devices read all their likes again")
    func lostStates() async throws {
      struct Synced: Decodable {
        let next: Int
        let isWhole: Bool

        enum CodingKeys: String, CodingKey {
          case next = "next_sequence"
          case isWhole = "is_whole"
        }
      }
      let server = try await MoaServer(["--demo", "--workers", "1"])
      defer { server.remove() }
      let file = server.directory.path + "/shop.moa"
      let client = try await LikeClient(server.url)
      #expect(try await server.command(["backup", file]).status == 0)
      let host = "Host: shop.example"
      func rename(_ name: String) -> String {
        """
        update moa.products set name = '\(name)', version = version + 1, updated_at = now()
        where id = 207
        """
      }
      _ = try await server.psql(rename("lost"))
      let lost = try await Curl(base: server.url).get("/v1/products/207", [host])
      let tag = try #require(lost.fields["etag"])
      #expect(lost.text.contains("lost"))
      #expect(try await client.send("PUT", "/v1/likes/198").status == 204)
      let known = try await client.send("POST", "/v1/likes/sync", body: "{}").decode(Synced.self)
      try await server.expectOrderlyStop()
      #expect(try await server.command(["restore", "--replace", file]).status == 0)
      let again = try await MoaServer(
        ["--workers", "1"], from: .nothing, in: server.directory)
      defer { again.remove() }
      _ = try await again.psql(rename("other"))
      let product = try await Curl(base: again.url).get(
        "/v1/products/207", [host, "If-None-Match: \(tag)"])
      #expect(product.status == 200)
      #expect(product.text.contains("other"))
      _ = try await waiting(for: "new numbers of likes") {
        try await again.psql("select likes_from > 0 from moa.change_clock") == "t" ? true : nil
      }
      let after = LikeClient(client, at: again.url)
      #expect(try await after.send("PUT", "/v1/likes/207").status == 204)
      let synced = try await after.send(
        "POST", "/v1/likes/sync", body: "{\"since\":\(known.next)}"
      ).decode(Synced.self)
      #expect(synced.isWhole)
    }

    @Test("A restore that is killed at any moment leaves the shop that was there")
    func aKilledRestore() async throws {
      let server = try await MoaServer(["--demo", "--workers", "1"])
      defer { server.remove() }
      let file = server.directory.path + "/shop.moa"
      #expect(try await server.command(["backup", file]).status == 0)
      _ = try await server.psql("update moa.products set name = 'mine'")
      try await server.expectOrderlyStop()
      let data = ["--data-dir", server.directory.path + "/data"]
      // A server is there for all of it, as after a kill of moa, and so starts need no time.
      let holder = try Program(
        Workplace.program.path, ["restore", "--replace", file] + data, in: server.directory)
      try await Task.sleep(for: .milliseconds(350))
      holder.signal(SIGKILL)
      _ = try await holder.ended()
      for milliseconds in [20, 60, 120, 200, 300, 420] {
        let restore = try Program(
          Workplace.program.path, ["restore", "--replace", file] + data, in: server.directory)
        try await Task.sleep(for: .milliseconds(milliseconds))
        restore.signal(SIGKILL)
        guard try await restore.ended() != 0 else { break }
      }
      let state = try await server.command(["migrate", "status"])
      #expect(state.status == 0, "\(state.errors)")
      let again = try await MoaServer(
        ["--workers", "1"], from: .nothing, in: server.directory)
      defer { again.remove() }
      let titles = try await again.psql("select string_agg(distinct name, '|') from moa.products")
      let count = try await again.psql("select count(distinct name) > 100 from moa.products")
      // Either none has come to its end, or one has, and then it is whole.
      #expect(titles == "mine" || count == "t", "\(titles)")
      #expect(try await Curl(base: again.url).get("/v1/screens/home").status == 200)
    }

    @Test("A role that may not make schemas restores, and another one serves")
    func twoRoles() async throws {
      let database = try TestRoles()
      defer { database.remove() }
      let place = try Workplace.makeDirectory()
      defer { try? FileManager.default.removeItem(at: place) }
      for name in ["shop", "other"] {
        try database.makeDatabase(name, "encoding 'UTF8' template template0")
        let roles = try Workplace.file("deploy/postgresql/roles.sql")
        // Roles are of the whole server, and are there for the second database.
        let script = name == "shop" ? roles : roles.replacing("create role", with: "-- ")
        try database.psql(script, in: name)
      }
      let file = place.path + "/shop.moa"
      let shop = ["--database-url", database.conninfo("moa_owner", "shop")]
      #expect(try await run(["migrate"] + shop, in: place).status == 0)
      let loaded = try await run(["demo", "--products", "500"] + shop, in: place)
      #expect(loaded.status == 0, "\(loaded.errors)")
      // The password is not asked for here, but must be seen by nobody.
      let secret = ["MOA_DATABASE_URL": shop[1] + " password=seenbynobody"]
      let saving = try Program(
        Workplace.program.path, ["backup", file], environment: secret, in: place)
      while saving.isRunning {
        #expect(!Self.allWords().contains("seenbynobody"))
        try await Task.sleep(for: .milliseconds(5))
      }
      #expect(try await saving.ended() == 0, "\(saving.errors)")
      let restored = try await run(
        ["restore", file, "--database-url", database.conninfo("moa_owner", "other")], in: place)
      #expect(restored.status == 0, "\(restored.errors)")
      let flags = ["--workers", "1", "--database-url", database.conninfo("moa_server", "other")]
      try await MoaServer.serving(flags) { server in
        #expect(try await Curl(base: server.url).get("/v1/products?limit=1").status == 200)
        let client = try await LikeClient(server.url)
        #expect(try await client.ids("/v1/likes") == [])
      }
    }

    /// The words of all processes, as everybody on the machine sees them; on Linux only.
    private static func allWords() -> String {
      let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return numbers.filter { Int($0) != nil }.map { number in
        let words = FileManager.default.contents(atPath: "/proc/\(number)/cmdline") ?? Data()
        return String(decoding: words, as: UTF8.self)
      }.joined(separator: "\n")
    }

    @Test("What is no backup, or damaged, is refused with what to do, before anything is touched")
    func brokenFiles() async throws {
      let server = try await MoaServer(["--workers", "0"])
      defer { server.remove() }
      let file = server.directory.path + "/shop.moa"
      #expect(try await server.command(["backup", file]).status == 0)
      let whole = try Data(contentsOf: URL(fileURLWithPath: file))
      var damaged = whole
      damaged[whole.count / 2] ^= 1
      for (content, cure) in [
        (whole.prefix(whole.count / 2), "take a whole copy"), (damaged, "Take another copy"),
        (Data("hello".utf8), "name a file that `moa backup` has written"),
      ] {
        try content.write(to: URL(fileURLWithPath: file))
        let refused = try await run(
          ["restore", file, "--data-dir", server.directory.path + "/none"], in: server.directory)
        #expect(refused.status == 65)
        #expect(refused.errors.contains(cure), "\(refused.errors)")
      }
      #expect(!FileManager.default.fileExists(atPath: server.directory.path + "/none"))
    }

    @Test(
      "What no migration made is refused before a row is loaded, and runs nothing",
      arguments: [
        "create function moa.evil(bigint) returns boolean language plpgsql as $f$ begin"
          + " copy (select 1) to program 'touch PLACE'; return true; end $f$;"
          + " alter table moa.categories add constraint evil check (moa.evil(id))",
        "alter table moa.categories add constraint evil check (id > 0)",
        "create rule evil as on insert to moa.categories do also notify evil",
        "create view moa.evil as select 1 as one", "create table moa.evil (id bigint)",
        "create trigger evil before update on moa.categories for each row"
          + " execute function suppress_redundant_updates_trigger()",
      ])
    func aHostileBackup(_ change: String) async throws {
      let database = try await TestDatabase.shared.makeDatabase()
      let place = try Workplace.makeDirectory()
      defer { try? FileManager.default.removeItem(at: place) }
      let flags = ["--database-url", database]
      #expect(try await run(["migrate"] + flags, in: place).status == 0)
      let traces = FileManager.default.temporaryDirectory.path + "/moa-evil-\(UUID().uuidString)"
      try TestDatabase.psql(change.replacing("PLACE", with: traces), in: database)
      let file = place.path + "/shop.moa"
      #expect(try await run(["backup", file] + flags, in: place).status == 0)
      let refused = try await run(["restore", "--verify", file], in: place)
      #expect(refused.status == 65)
      #expect(refused.errors.contains("which no migration of moa makes"), "\(refused.errors)")
      #expect(!FileManager.default.fileExists(atPath: traces))
    }
  }
}
