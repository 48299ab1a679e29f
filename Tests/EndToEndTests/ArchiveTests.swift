import Foundation
import TestDatabase
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension EndToEnd {
  /// `moa serve --archive` and `moa restore --until`.
  @Suite struct ArchiveTests {
    private static func now(_ server: MoaServer) async throws -> String {
      try await server.psql(
        #"select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')"#)
    }

    private static func awaitCopy(_ server: MoaServer, count: Int = 1) async throws {
      // Where the first has failed, the next is made a minute later.
      try await waiting(for: "a copy of the data directory; the log is \(server.errors)") {
        server.errors.components(separatedBy: "archive_base_made").count > count ? true : nil
      }
      // A copy is named after the second in which it was complete, rounded up.
      try await Task.sleep(for: .seconds(1))
    }

    private static func makeArchive(_ place: URL, _ name: String = "archive") throws -> String {
      let path = place.path + "/" + name
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      return path
    }

    /// Of all databases in an archive.
    private static func chapters(_ archive: String) throws -> [String] {
      let files = FileManager.default
      return try files.contentsOfDirectory(atPath: archive).flatMap { system in
        try files.contentsOfDirectory(atPath: archive + "/" + system)
      }
    }

    private static func awaitWords(_ words: String, _ server: MoaServer) async throws {
      try await waiting(for: "\(words) in the log, which is \(server.errors)") {
        server.errors.contains(words) ? true : nil
      }
    }

    @Test("A moment between two commits is restored exactly, also from an oddly named directory")
    func untilAMoment() async throws {
      let place = try Workplace.makeDirectory()
      // A shell would run what is in it.
      let archive = try Self.makeArchive(place, "an 'archive\" $(touch ran); %p")
      let flags = ["--demo", "--workers", "1", "--archive", archive]
      let server = try await MoaServer(flags, from: .nothing, in: place)
      defer { server.remove() }
      try await Self.awaitCopy(server)
      var moments: [String] = []
      // A column that is not searched: the server would fold changed names again at the same time.
      for number in 1...3 {
        _ = try await server.psql("update moa.products set mall = 'state \(number)'")
        moments.append(try await Self.now(server))
      }
      try await server.expectOrderlyStop()
      for (moment, wanted) in [(moments[1], "state 2"), (moments[0], "state 1")] {
        let restored = try await server.command(
          ["restore", "--until", moment, "--archive", archive, "--replace", "--json"])
        #expect(restored.status == 0, "\(restored.errors)")
        let again = try await MoaServer(["--workers", "1"], from: .nothing, in: place)
        let found = try await again.psql("select string_agg(distinct mall, '|') from moa.products")
        #expect(found == wanted)
        #expect(try await Curl(base: again.url).get("/v1/screens/home").status == 200)
        try await again.expectOrderlyStop()
      }
      let latest = try await server.command(
        ["restore", "--until", "latest", "--archive", archive, "--replace"])
      #expect(latest.output.contains("the former data is in "), "\(latest.errors)")
      let last = try await MoaServer(["--workers", "1"], from: .nothing, in: place)
      #expect(try await last.psql("select distinct mall from moa.products") == "state 3")
      try await last.expectOrderlyStop()
      let ran = ["/ran", "/data/ran", "/data/postgresql/server/data/ran"].map { place.path + $0 }
      #expect(ran.allSatisfy { !FileManager.default.fileExists(atPath: $0) })
    }

    @Test("A moment outside of the archive is refused, and the shop stays as it is")
    func momentsThatAreNotThere() async throws {
      let place = try Workplace.makeDirectory()
      let archive = try Self.makeArchive(place)
      let server = try await MoaServer(["--workers", "0", "--archive", archive], in: place)
      defer { server.remove() }
      try await Self.awaitCopy(server)
      let inUse = try await server.command(
        ["restore", "--until", "latest", "--archive", archive, "--replace"])
      #expect(inUse.errors.contains("another moa"), "\(inUse.errors)")
      try await server.expectOrderlyStop()
      for (moment, cure) in [
        ("2020-01-01T00:00:00Z", "the archive begins at"), ("2090-01-01T00:00:00Z", "earlier time"),
      ] {
        let refused = try await server.command(
          ["restore", "--until", moment, "--archive", archive, "--replace"])
        #expect(refused.status == 65)
        #expect(refused.errors.contains(cure), "\(refused.errors)")
      }
      let unasked = try await server.command(["restore", "--until", "latest", "--archive", archive])
      #expect(unasked.errors.contains("add --replace"))
      #expect(try await server.command(["migrate", "status"]).status == 0)
    }

    @Test("After a kill, and after a start without an archive, it goes on or begins a new chapter")
    func whatComesAfterAKill() async throws {
      let place = try Workplace.makeDirectory()
      let archive = try Self.makeArchive(place)
      let flags = ["--workers", "1", "--archive", archive]
      let first = try await MoaServer(flags, in: place)
      defer { first.remove() }
      try await Self.awaitCopy(first)
      try await first.killAtOnce()
      let second = try await MoaServer(flags, from: .nothing, in: place)
      try await waiting(for: "the archive") {
        second.errors.contains("archive_working") ? true : nil
      }
      #expect(try Self.chapters(archive).count == 1)
      try await second.expectOrderlyStop()
      let without = try await MoaServer(["--workers", "1"], from: .nothing, in: place)
      #expect(try await without.psql("select count(*) from pg_replication_slots") == "0")
      try await without.expectOrderlyStop()
      let third = try await MoaServer(flags, from: .nothing, in: place)
      try await Self.awaitCopy(third)
      #expect(try Self.chapters(archive).count == 2)
      try await third.expectOrderlyStop()
    }

    @Test("An archive that is not mounted is waited for: nothing is made in its place")
    func anArchiveThatIsAway() async throws {
      let place = try Workplace.makeDirectory()
      let archive = try Self.makeArchive(place)
      let flags = ["--workers", "0", "--archive", archive]
      let first = try await MoaServer(flags, in: place)
      defer { first.remove() }
      try await Self.awaitCopy(first)
      try await first.expectOrderlyStop()
      let chapters = try Self.chapters(archive)
      try FileManager.default.moveItem(atPath: archive, toPath: archive + "-elsewhere")
      _ = try Self.makeArchive(place)
      let second = try await MoaServer(flags, from: .nothing, in: place)
      try await Self.awaitWords("the archive is away", second)
      #expect(try Self.chapters(archive) == [])
      #expect(try await second.psql("select count(*) from pg_replication_slots") == "1")
      try FileManager.default.removeItem(atPath: archive)
      try FileManager.default.moveItem(atPath: archive + "-elsewhere", toPath: archive)
      try await Self.awaitWords("archive_working", second)
      #expect(try Self.chapters(archive) == chapters)
      try await second.expectOrderlyStop()
    }

    @Test("The directory of an archive is not made, because its disk may not be mounted")
    func anArchiveThatIsNotThere() async throws {
      let place = try Workplace.makeDirectory()
      let server = try await MoaServer(
        ["--workers", "0", "--archive", place.path + "/none"], in: place)
      defer { server.remove() }
      try await Self.awaitWords("with mkdir", server)
      #expect(!FileManager.default.fileExists(atPath: place.path + "/none"))
      try await server.expectOrderlyStop()
    }

    @Test("Two shops in one archive are restored each from its own copies")
    func twoShops() async throws {
      let places = [try Workplace.makeDirectory(), try Workplace.makeDirectory()]
      let archive = try Self.makeArchive(places[0])
      var servers: [MoaServer] = []
      defer { servers.forEach { $0.remove() } }
      for (number, place) in places.enumerated() {
        // A copy of one prepared database would have the system identifier of the other.
        let server = try await MoaServer(
          ["--workers", "0", "--archive", archive], from: .nothing, in: place)
        servers.append(server)
        _ = try await server.psql("create table public.of_shop_\(number) ()")
        try await Self.awaitCopy(server)
        try await server.expectOrderlyStop()
      }
      let restored = try await servers[0].command(
        ["restore", "--until", "latest", "--archive", archive, "--replace"])
      #expect(restored.status == 0, "\(restored.errors)")
      let again = try await MoaServer(["--workers", "0"], from: .nothing, in: places[0])
      let shops = try await again.psql(
        "select string_agg(tablename, ',') from pg_tables where tablename like 'of_shop%'")
      #expect(shops == "of_shop_0")
      try await again.expectOrderlyStop()
    }

    #if os(Linux)
      @Test("A receiver that hangs is told of, and replaced")
      func aReceiverThatHangs() async throws {
        let place = try Workplace.makeDirectory()
        let archive = try Self.makeArchive(place)
        let server = try await MoaServer(["--workers", "0", "--archive", archive], in: place)
        defer { server.remove() }
        try await Self.awaitCopy(server)
        let receivers = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap(
          pid_t.init
        ).filter { process in
          let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
          return String(decoding: line, as: UTF8.self).contains("--directory=\(archive)/")
        }
        #expect(receivers.count == 1)
        for receiver in receivers { kill(receiver, SIGSTOP) }
        _ = try await server.psql("create table public.unseen ()")
        try await Self.awaitWords("has written nothing for 30 s", server)
        try await waiting(for: "another receiver") {
          server.errors.components(separatedBy: "archive_working").count > 2 ? true : nil
        }
        try await server.expectOrderlyStop()
      }

      @Test(
        "A full disk of the archive stops no write, is told, and gets over it when there is room")
      func aFullArchive() async throws {
        let disk = try SmallDisk(megabytes: 40)
        defer { disk.remove() }
        let place = try Workplace.makeDirectory()
        let flags = [
          "--workers", "1", "--archive", disk.path,
          "--metrics-listen", "unix:\(place.path)/metrics",
        ]
        let server = try await MoaServer(flags, in: place)
        defer { server.remove() }
        _ = try await server.psql(
          "create table public.much as select n, repeat('x', 900) from generate_series(1, 60000) n")
        try await waiting(for: "a full archive") {
          server.errors.contains("No space left on device") ? true : nil
        }
        let client = try await LikeClient(server.url)
        #expect(try await client.ids("/v1/likes") == [])
        try await waiting(for: "the metric") {
          let metrics = try await Program.run(
            try Workplace.tool("curl", from: "curl"),
            ["-s", "--unix-socket", place.path + "/metrics", "http://moa/metrics"], in: place)
          return metrics.output.contains("moa_archive_working 0") ? true : nil
        }
        let before = server.errors.components(separatedBy: "archive_working").count
        try disk.grow(megabytes: 400)
        try await waiting(for: "an archive that works again") {
          server.errors.components(separatedBy: "archive_working").count > before ? true : nil
        }
        try await server.expectOrderlyStop()
      }
    #endif
  }
}
