import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension EndToEnd {
  @Suite struct CrashTests {
    @Test func seededCategoriesSurviveAKilledServer() async throws {
      let first = try await MoaServer(from: .nothing)
      defer { first.remove() }
      let body = ShopFlow.items([ShopFlow.item("kept", "남는 것"), ShopFlow.item("too", "또")])
      #expect(try await Curl(base: first.url).admin("PUT", body: body).status == 200)
      try await first.killAtOnce()
      let second = try await MoaServer(in: first.directory)
      defer { second.remove() }
      // The demo is loaded once: it must not come back over what was arranged since.
      let shown = try await Curl(base: second.url).get("/v1/event-categories")
      #expect(try shown.decode(Items<EventCard>.self).items.map(\.title) == ["남는 것", "또"])
      try await second.expectOrderlyStop()
    }

    @Test func aReplacementInterruptedByAKillIsAllOrNothing() async throws {
      let first = try await MoaServer([])
      let directory = first.directory
      defer { first.remove() }
      let old = Self.generation(0)
      #expect(try await Curl(base: first.url).admin("PUT", body: old.body).status == 200)
      // Somebody else holds a row in the middle, so that half of the work is done and waits.
      let holder = try Self.holdRow("key-150", of: first)
      defer { holder.signal(SIGKILL) }
      try await Self.read("held", from: holder)
      let new = Self.generation(1)
      let curl = Curl(base: first.url)
      let answer = Task { try await curl.admin("PUT", body: new.body) }
      try await Self.read("seen", from: holder)
      try await first.killAtOnce()
      await #expect(throws: CurlError.self, "the kill came after the answer") {
        _ = try await answer.value
      }
      #expect(try await holder.ended() == 0, "\(holder.errors)")
      let second = try await MoaServer([], in: directory)
      defer { second.remove() }
      #expect(try await Self.titles(second) == old.titles)
      #expect(try await Curl(base: second.url).admin("PUT", body: new.body).status == 200)
      try await second.killAtOnce()
      let third = try await MoaServer([], in: directory)
      defer { third.remove() }
      #expect(try await Self.titles(third) == new.titles)
    }

    /// Prints `held` when it holds the row, and `seen` when another session waits for a lock.
    ///
    /// It watches by itself: moa's sessions wait for a lock for 2 s at most, and starting one psql
    /// after another could take as long on a busy machine. It lets go 3 s later.
    private static func holdRow(_ key: String, of server: MoaServer) throws -> Program {
      let watch = """
        do $$ begin
          loop
            perform pg_stat_clear_snapshot();
            exit when exists (select from pg_stat_activity where wait_event_type = 'Lock');
            perform pg_sleep(0.01);
          end loop;
        end $$
        """
      let statements = [
        "begin", "select from moa.event_categories where key = '\(key)' for update",
        "select 'held'", watch, "select 'seen'", "select pg_sleep(3)",
      ]
      let socket = server.directory.path + "/data/postgresql/server/socket"
      return try Program(
        Workplace.tool("psql", from: "postgresql-client"),
        ["-X", "-A", "-t", "-q", "-d", "host=\(socket) user=moa dbname=moa"]
          + statements.flatMap { ["-c", $0] },
        in: server.directory)
    }

    private static func read(_ word: String, from program: Program) async throws {
      try await waiting(for: word) { () -> Bool? in
        guard program.isRunning else { throw EndToEndError.unreadable(program.errors) }
        return program.output.contains(word) ? true : nil
      }
    }

    private static func titles(_ server: MoaServer) async throws -> [String] {
      try await Curl(base: server.url).admin("GET")
        .decode(Items<ArrangedCategory>.self).items.map(\.title)
    }

    /// 300 categories whose keys stay and whose titles tell the generation.
    private static func generation(_ number: Int) -> (body: String, titles: [String]) {
      let titles = (0..<300).map { "행사 \($0) - \(number)" }
      let items = titles.enumerated().map { ShopFlow.item("key-\($0)", $1) }
      return (ShopFlow.items(items), titles)
    }

    @Test("A killed PostgreSQL means 503 with Retry-After, then answers again within 5 s")
    func aKilledDatabaseComesBackByItself() async throws {
      try await MoaServer.serving { server in
        let curl = Curl(base: server.url, repeatsMax: 0)
        let path = "/v1/event-categories"
        #expect(try await curl.get(path).status == 200)
        let victim = try #require(server.postmaster)
        // Whoever starts PostgreSQL takes this lock first: it stays away until we have looked.
        let release = try Self.hold(server.directory.path + "/data/postgresql/lock")
        #expect(kill(victim, SIGKILL) == 0)
        let refusal = try await waiting(for: "a refusal") {
          let answer = try await curl.get(path)
          return answer.status == 200 ? nil : answer
        }
        #expect(refusal.status == 503)
        #expect(Int(refusal.fields["retry-after"] ?? "").map { $0 >= 1 } == true)
        #expect(try refusal.decode(Problem.self).code == "unavailable")
        #expect(try await curl.get("/livez").status == 200)
        #expect(try await curl.get("/readyz").status == 503)
        // A readiness check that is answered with 503 is not logged as an error.
        let asked = try await waiting(for: "the line of the log") {
          server.errors.split(separator: "\n").last {
            $0.contains(#""path":"/readyz","status":503"#)
          }
        }
        #expect(asked.contains(#""level":"info""#))
        release()
        let away = try await timeUntilGoodForGood(curl, path)
        #expect(away < .seconds(5))
        #expect(server.postmaster != victim)
        #expect(try await curl.get("/readyz").status == 200)
      }
    }

    /// How long anything but 200, which must be 503, was still answered: twenty good answers in a
    /// row end the waiting, and starting curl twenty times is not counted.
    private func timeUntilGoodForGood(_ curl: Curl, _ path: String) async throws -> Duration {
      let clock = ContinuousClock()
      let began = clock.now
      var away = Duration.zero
      var good = 0
      try await waiting(for: "answers again") { () -> Bool? in
        let answer = try await curl.get(path)
        #expect([200, 503].contains(answer.status))
        good = answer.status == 200 ? good + 1 : 0
        if good <= 1 { away = clock.now - began }
        return good == 20 ? true : nil
      }
      return away
    }

    private static func hold(_ lock: String) throws -> () -> Void {
      let descriptor = open(lock, O_RDWR)
      try #require(descriptor >= 0 && flock(descriptor, LOCK_EX) == 0, "\(lock)")
      return { close(descriptor) }
    }

    @Test func sigtermStopsTheServerAndItsDatabase() async throws {
      try await MoaServer.serving { server in
        let postmaster = try #require(server.postmaster)
        #expect(try await Curl(base: server.url).get("/livez").status == 200)
        try await server.expectOrderlyStop()
        #expect(server.postmaster == nil)
        // Ended, and buried by process 1 a moment later.
        try await waiting(for: "the end of PostgreSQL") {
          kill(postmaster, 0) == 0 ? nil : true
        }
      }
    }

    @Test func afterAKillTheDataIsKnownByAnotherPathToo() async throws {
      let first = try await MoaServer(["--workers", "1"])
      defer { first.remove() }
      let postmaster = try #require(first.postmaster)
      try await first.killAtOnce()
      let link = URL(fileURLWithPath: first.directory.path + "-link")
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: first.directory)
      defer { try? FileManager.default.removeItem(at: link) }
      let second = try await MoaServer(["--workers", "1"], in: link)
      defer { second.remove() }
      #expect(first.postmaster == postmaster)
      #expect(try await Curl(base: second.url).get("/readyz").status == 200)
      try await second.expectOrderlyStop()
      #expect(first.postmaster == nil)
    }

    #if os(Linux)
      @Test func aDatabaseWhoseProgramsAreGoneIsStoppedAllTheSame() async throws {
        let place = try Workplace.makeDirectory()
        let file = place.path + "/moa"
        // A mount namespace of its own, so that the programs can be hidden from this server alone.
        try
          "#!/bin/sh\nexec unshare --mount --propagation private \(Workplace.program.path) \"$@\"\n"
          .write(toFile: file, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
        let server = try await MoaServer(["--workers", "1"], in: place, file: file)
        defer { server.remove() }
        let postmaster = try #require(server.postmaster)
        let program = try FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/\(postmaster)/exe")
        let folder = URL(fileURLWithPath: program).deletingLastPathComponent().path
        let hidden = try await Program.run(
          "/usr/bin/nsenter",
          ["-t", "\(server.identifier)", "-m", "mount", "-t", "tmpfs", "tmpfs", folder], in: place)
        try #require(hidden.status == 0, "root hides programs: \(hidden.errors)")
        try await server.expectOrderlyStop()
        #expect(server.postmaster == nil)
        #expect(server.count(of: "local_postgres_stopped") == 1)
      }
    #endif

    @Test func noAcceptedRequestIsDroppedWhileDraining() async throws {
      let flags = ["--demo", "--drain-delay", "1s", "--log-level", "debug"]
      try await MoaServer.serving(flags) { server in
        let path = "/v1/event-categories"
        let crowd = try AskingCrowd(of: 32, at: server.url, path: path)
        try await waiting(for: "every client's first answer") {
          crowd.answeredByEach ? true : nil
        }
        crowd.shutdownBegins(delay: .seconds(1))
        try await server.expectOrderlyStop()
        let connections = try await offloading { crowd.join() }
        let lost = connections.filter(\.hasLostARequest)
        #expect(lost.isEmpty, "\(lost.count) of \(connections.count): \(lost.prefix(5))")
        // Both ways: what the server finished has arrived, and what arrived it has finished.
        let finished = server.errors.split(separator: "\n")
          .count { $0.contains("\"event\":\"request\"") && $0.contains("\"path\":\"\(path)\"") }
        #expect(!server.errors.contains("log_lines_dropped"))
        #expect(finished == connections.reduce(0) { $0 + $1.answered })
        #expect(connections.contains { $0.isAfterShutdown && $0.answered > 0 })
      }
    }
  }
}
