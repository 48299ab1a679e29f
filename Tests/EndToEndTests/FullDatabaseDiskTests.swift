#if os(Linux)
  import Foundation
  import TestDatabase
  import Testing

  extension EndToEnd {
    /// Disks that are full: that of the database's tables, and that on which pictures arrive.
    @Suite(.timeLimit(.minutes(4))) struct FullDatabaseDiskTests {
      @Test("The database's disk is full: writes 503 in 30 s again, reads go on, and it is over")
      func tables() async throws {
        let disk = try SmallDisk(megabytes: 192)
        defer { disk.remove() }
        let database = TestDatabase()
        defer { database.remove() }
        let conninfo = try await database.makeDatabase()
        let place = try disk.directoryOfPostgres()
        let home = try database.conninfo()
        _ = try TestDatabase.psql("create tablespace small location '\(place)'", in: home)
        _ = try TestDatabase.psql("alter database test_1 set tablespace small", in: home)
        let flags = ["--database-url", conninfo, "--migrate", "--demo", "--workers", "1"]
        try await MoaServer.serving(flags) { server in
          let curl = Curl(base: server.url)
          #expect(try await Self.add(curl, 0).status == 201)
          try disk.fill()
          let (refused, added) = try await Self.addUntilRefused(curl)
          var refusals = [refused]
          var reads: [Int] = []
          for number in 1...5 {
            refusals.append(try await Self.add(curl, 1_000 + number))
            for path in ["/v1/products?limit=\(number)", "/v1/event-categories"] {
              reads.append(try await curl.get(path).status)
            }
            #expect(try await curl.get("/livez").status == 200)
          }
          disk.free()
          let behind = try await Self.add(curl, 2_000)
          print(
            "full disk: \(added) writes until 53100, then",
            "\(refusals.count { $0.status == 503 }) of \(refusals.count) refused,",
            "\(reads.count { $0 == 200 }) of \(reads.count) reads answered;",
            "the first write behind it: \(behind.status)")
          for refusal in refusals {
            #expect(refusal.status == 503)
            #expect(refusal.fields["retry-after"] == "30")
            #expect(!refusal.text.contains("space"))
            #expect(!refusal.text.contains("53100"))
          }
          #expect(reads.allSatisfy { $0 == 200 })
          #expect(behind.status == 201, "\(behind.text)")
          let stored = try TestDatabase.psql(
            "select count(*) from moa.event_categories where key like 'full-%'", in: conninfo)
          #expect(stored == "\(added + 2)", "what was refused is not there")
          try await server.expectOrderlyStop()
        }
      }

      @Test(
        "The data disk is full: reads and backups work until a checkpoint, and all is well after")
      func dataDirectory() async throws {
        let disk = try SmallDisk(megabytes: 256)
        defer { disk.remove() }
        let place = try Workplace.makeDirectory()
        defer { try? FileManager.default.removeItem(at: place) }
        let file = place.path + "/shop.moa"
        let server = try await MoaServer(
          ["--demo", "--workers", "1"], from: .nothing, in: URL(fileURLWithPath: disk.path),
          environment: ["TMPDIR": place.path])
        let curl = Curl(base: server.url, repeatsMax: 0)
        func read() async throws -> Int { try await curl.get("/v1/screens/home").status }
        #expect(try await Self.add(curl, 0).status == 201)
        try disk.fill()
        _ = try await Self.addUntilRefused(curl)
        #expect(try await read() == 200)
        let saved = try await server.command(["backup", file], in: place)
        #expect(saved.status == 0, "\(saved.errors)")
        // PostgreSQL ends when it cannot write a checkpoint, and starts when it can.
        let socket = disk.path + "/data/postgresql/server/socket"
        let checkpoint = try await Program.run(
          Workplace.tool("psql", from: "postgresql-client"),
          ["-X", "-d", "host=\(socket) user=moa dbname=moa", "-c", "checkpoint"], in: place)
        #expect(checkpoint.status != 0)
        #expect(try await read() == 503)
        disk.free()
        try await waiting(for: "reads") { try await read() == 200 ? true : nil }
        #expect(try await Self.add(curl, 1_000).status == 201)
        let verified = try await server.command(["restore", "--verify", file])
        #expect(verified.status == 0, "\(verified.errors)")
        try await server.expectOrderlyStop()
      }

      /// Too random to be compressed, so that it needs pages of its own.
      private static func add(_ curl: Curl, _ number: Int) async throws -> Answer {
        let noise = String(
          (0..<1_900).map { _ in Character(UnicodeScalar(UInt8.random(in: 97...122))) })
        let body = """
          {"key":"full-\(number)","title":"가득","thumbnail_image_url":"/banners/\(noise).png",\
          "thumbnail_text_image_url":"https://cdn.example/\(String(noise.reversed()))"}
          """
        return try await curl.admin("POST", body: body)
      }

      private static func addUntilRefused(
        _ curl: Curl
      ) async throws -> (refused: Answer, added: Int) {
        for number in 1...200 {
          let answer = try await add(curl, number)
          guard answer.status == 201 else { return (answer, number - 1) }
        }
        throw EndToEndError.timeout("a full disk")
      }

      @Test("A disk is told to be nearly full before it is full: readyz, metrics and log")
      func nearlyFull() async throws {
        let disk = try SmallDisk(megabytes: 160)
        defer { disk.remove() }
        let flags = ["--demo", "--workers", "2"]
        try await MoaServer.serving(
          flags + MoaServer.measured, environment: ["TMPDIR": disk.path]
        ) { server in
          let curl = Curl(base: server.url)
          let warning = #""warnings":["disk_nearly_full"]"#
          let free = #"moa_disk_free_bytes{place="temporary"}"#
          let low = #"moa_disk_low_bytes{place="temporary"}"#
          try await server.waitForMetrics("room") { $0[free] > $0[low] }
          #expect(try await !curl.get("/readyz").text.contains(warning))
          try disk.fill()
          try await waiting(for: "the warning of both workers") {
            let answers = try await [curl.get("/readyz"), curl.get("/readyz"), curl.get("/readyz")]
            return answers.allSatisfy { $0.status == 200 && $0.text.contains(warning) } ? true : nil
          }
          try await server.waitFor("disk_nearly_full")
          #expect(server.errors.contains(#""place":"temporary""#))
          try await server.waitForMetrics("no room") { $0[free] < $0[low] }
          disk.free()
          try await server.waitFor("disk_has_room")
          try await server.expectOrderlyStop()
        }
      }

      @Test("The disk on which pictures arrive is full: 507, no file stays, and it is over")
      func pictures() async throws {
        let disk = try SmallDisk(megabytes: 64)
        defer { disk.remove() }
        try await MoaServer.serving(environment: ["TMPDIR": disk.path]) { server in
          let curl = Curl(base: server.url)
          let large = try await Pictures.large(in: server.directory)
          let form = try MarketForm(
            DemoVendor.published.params("큰 사진"), [large], in: server.directory)
          let before = (try disk.names(), disk.freeBlocks)
          try disk.fill()
          for path in ["/api/products", "/openmarket/v2/api/products"] {
            let refused = try await curl.register(form, at: path)
            #expect(refused.status == 507, "\(refused.text)")
            #expect(refused.fields["retry-after"] == "30")
          }
          #expect(try await curl.get("/api/products").status == 200)
          disk.free()
          #expect(try (disk.names(), disk.freeBlocks) == before)
          let taken = try await curl.register(form)
          #expect(taken.status == 201, "\(taken.text)")
          try await waiting(for: "the room to be free") {
            try (disk.names(), disk.freeBlocks) == before ? true : nil
          }
          try await server.expectOrderlyStop()
        }
      }
    }
  }
#endif
