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
      try await waiting(upTo: .seconds(60), for: "a copy of the data directory") {
        server.errors.components(separatedBy: "archive_base_made").count > count ? true : nil
      }
      // A copy is named after the second in which it was complete, rounded up.
      try await Task.sleep(for: .seconds(1))
    }

    @Test("A moment between two commits is restored exactly, also from an oddly named directory")
    func untilAMoment() async throws {
      let place = try Workplace.makeDirectory()
      // A shell would run what is in it.
      let archive = place.path + "/an 'archive\" $(touch ran); %p"
      let flags = ["--demo", "--workers", "1", "--archive", archive]
      let server = try await MoaServer(flags, from: .nothing, in: place)
      defer { server.remove() }
      try await Self.awaitCopy(server)
      var moments: [String] = []
      for number in 1...3 {
        _ = try await server.psql("update moa.products set name = 'state \(number)'")
        moments.append(try await Self.now(server))
      }
      try await server.expectOrderlyStop()
      for (moment, wanted) in [(moments[1], "state 2"), (moments[0], "state 1")] {
        let restored = try await server.command(
          ["restore", "--until", moment, "--archive", archive, "--replace", "--json"])
        #expect(restored.status == 0, "\(restored.errors)")
        let again = try await MoaServer(["--workers", "1"], from: .nothing, in: place)
        let names = try await again.psql("select string_agg(distinct name, '|') from moa.products")
        #expect(names == wanted)
        #expect(try await Curl(base: again.url).get("/v1/screens/home").status == 200)
        try await again.expectOrderlyStop()
      }
      let latest = try await server.command(
        ["restore", "--until", "latest", "--archive", archive, "--replace"])
      #expect(latest.output.contains("the former data is in "), "\(latest.errors)")
      let last = try await MoaServer(["--workers", "1"], from: .nothing, in: place)
      #expect(try await last.psql("select distinct name from moa.products") == "state 3")
      try await last.expectOrderlyStop()
      let ran = ["/ran", "/data/ran", "/data/postgresql/server/data/ran"].map { place.path + $0 }
      #expect(ran.allSatisfy { !FileManager.default.fileExists(atPath: $0) })
    }

    @Test("A moment outside of the archive is refused, and the shop stays as it is")
    func momentsThatAreNotThere() async throws {
      let place = try Workplace.makeDirectory()
      let archive = place.path + "/archive"
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
      let archive = place.path + "/archive"
      let flags = ["--workers", "1", "--archive", archive]
      let first = try await MoaServer(flags, in: place)
      defer { first.remove() }
      try await Self.awaitCopy(first)
      try await first.killAtOnce()
      let second = try await MoaServer(flags, from: .nothing, in: place)
      try await waiting(upTo: .seconds(30), for: "the archive") {
        second.errors.contains("archive_working") ? true : nil
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: archive).count == 1)
      try await second.expectOrderlyStop()
      let without = try await MoaServer(["--workers", "1"], from: .nothing, in: place)
      #expect(try await without.psql("select count(*) from pg_replication_slots") == "0")
      try await without.expectOrderlyStop()
      let third = try await MoaServer(flags, from: .nothing, in: place)
      try await Self.awaitCopy(third)
      #expect(try FileManager.default.contentsOfDirectory(atPath: archive).count == 2)
      try await third.expectOrderlyStop()
    }

    #if os(Linux)
      @Test("A full disk of the archive stops no write, and is told by the log and the metrics")
      func aFullArchive() async throws {
        let disk = try SmallDisk(megabytes: 40)
        defer { disk.remove() }
        let place = try Workplace.makeDirectory()
        let flags = [
          "--workers", "1", "--archive", disk.path + "/archive",
          "--metrics-listen", "unix:\(place.path)/metrics",
        ]
        let server = try await MoaServer(flags, in: place)
        defer { server.remove() }
        _ = try await server.psql(
          "create table public.much as select n, repeat('x', 900) from generate_series(1, 60000) n")
        try await waiting(upTo: .seconds(90), for: "a full archive") {
          server.errors.contains("No space left on device") ? true : nil
        }
        let client = try await LikeClient(server.url)
        #expect(try await client.ids("/v1/likes") == [])
        try await waiting(upTo: .seconds(60), for: "the metric") {
          let metrics = try await Program.run(
            try Workplace.tool("curl", from: "curl"),
            ["-s", "--unix-socket", place.path + "/metrics", "http://moa/metrics"], in: place)
          return metrics.output.contains("moa_archive_working 0") ? true : nil
        }
        try await server.expectOrderlyStop()
      }
    #endif
  }
}
