import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension EndToEnd {
  /// SIGUSR2: a running server becomes the program that stands in its place by now.
  @Suite struct HandOverTests {
    /// A path that leads to one program and later to another, as an upgrade makes it.
    private struct Place {
      let directory: URL
      var path: String { directory.path + "/moa" }

      init() throws {
        directory = try Workplace.makeDirectory()
        try put(Workplace.program.path)
      }

      func put(_ target: String) throws {
        try? FileManager.default.removeItem(atPath: path + ".new")
        try FileManager.default.createSymbolicLink(
          atPath: path + ".new", withDestinationPath: target)
        #expect(rename(path + ".new", path) == 0)
      }

      func put(script: String) throws {
        let file = directory.path + "/script-\(UUID().uuidString.prefix(8))"
        try Data(script.utf8).write(to: URL(fileURLWithPath: file))
        #expect(chmod(file, 0o755) == 0)
        try put(file)
      }
    }

    @Test func nobodyNoticesANewProgram() async throws {
      let place = try Place()
      let server = try await MoaServer(
        ["--demo", "--workers", "2"], in: place.directory, file: place.path)
      defer { server.remove() }
      let postmaster = try #require(server.postmaster)
      let crowd = try AskingCrowd(of: 24, at: server.url, path: "/v1/event-categories")
      try await waiting(upTo: .seconds(60), for: "every client's first answer") {
        crowd.answeredByEach ? true : nil
      }
      for round in 1...2 {
        let old = try await server.waitForWorkers(2)
        server.signal(SIGUSR2)
        try await server.waitFor("hand_over_done", after: round - 1)
        try await server.waitFor("worker_left", after: 2 * round - 1)
        #expect(server.workers.count == 2 && Set(server.workers).isDisjoint(with: old))
      }
      #expect(server.isRunning && server.postmaster == postmaster)
      #expect(crowd.refusedEarly == 0)
      crowd.shutdownBegins(delay: .zero)
      try await server.expectOrderlyStop()
      let connections = try await offloading { crowd.join() }
      let lost = connections.filter(\.hasLostARequest)
      #expect(lost.isEmpty, "\(lost.count) of \(connections.count): \(lost.prefix(5))")
      #expect(server.output.split(separator: "\n").count == 1)
      #expect(server.postmaster == nil && server.count(of: "worker_died") == 0)
    }

    @Test(
      "A program that cannot take over changes nothing",
      arguments: [
        "#!/bin/sh\nexit 0\n", "#!/bin/sh\nexit 3\n", "#!/bin/sh\necho ready\n",
        "#!/bin/sh\nkill -9 $$\n", "not a program at all",
      ])
    func brokenProgram(script: String) async throws {
      let place = try Place()
      let server = try await MoaServer(["--workers", "2"], in: place.directory, file: place.path)
      defer { server.remove() }
      let workers = try await server.waitForWorkers(2)
      try place.put(script: script)
      server.signal(SIGUSR2)
      let failure = try await server.waitFor("hand_over_failed")
      #expect(failure.reason?.contains(place.path) == true, "\(failure)")
      #expect(server.workers == workers)
      #expect(try await Curl(base: server.url).get("/readyz").status == 200)
      // A worker that dies now is followed by one of the program that runs, not by the broken one.
      kill(workers[0], SIGKILL)
      try await server.waitFor("worker_serves", after: 2)
      try place.put(Workplace.program.path)
      server.signal(SIGUSR2)
      try await server.waitFor("hand_over_done")
      #expect(try await Curl(base: server.url).get("/readyz").status == 200)
      try await server.expectOrderlyStop()
    }

    /// The new program's first need is what is not there: the old workers must outlive that, and so
    /// must the wish of a later day.
    @Test func aDatabaseThatIsAwayDuringAHandOverEndsNobody() async throws {
      let server = try await MoaServer(["--workers", "2"])
      defer { server.remove() }
      let workers = try await server.waitForWorkers(2)
      let control = server.directory.path + "/data/postgresql/server/data/global/pg_control"
      let postmaster = try #require(server.postmaster)
      #expect(rename(control, control + ".away") == 0)
      #expect(kill(postmaster, SIGKILL) == 0)
      try await server.waitFor("local_postgres_died")
      server.signal(SIGUSR2)
      let failure = try await server.waitFor("hand_over_failed")
      #expect(failure.reason?.contains("pg_ctl") == true, "\(failure)")
      #expect(try await Curl(base: server.url).get("/livez").status == 200)
      #expect(server.isRunning && server.workers == workers)
      #expect(rename(control + ".away", control) == 0)
      try await waiting(upTo: .seconds(60), for: "the database") {
        try await Curl(base: server.url).get("/readyz").status == 200 ? true : nil
      }
      server.signal(SIGUSR2)
      try await server.waitFor("hand_over_done")
      try await server.expectOrderlyStop()
      #expect(server.postmaster == nil)
    }

    /// As it was handed from one program to the next, and not as each would make it anew.
    @Test func whatAClientHasUsedUpIsNotForgotten() async throws {
      let flags = ["--demo", "--workers", "2", "--rate-limit", "1/m", "--rate-burst", "5"]
      try await MoaServer.serving(flags) { server in
        let curl = Curl(base: server.url)
        for _ in 0..<5 {
          #expect(try await curl.get("/v1/event-categories").status == 200)
        }
        var statuses: [Int] = []
        for round in 0..<2 {
          server.signal(SIGUSR2)
          try await server.waitFor("hand_over_done", after: round)
          try await server.waitFor("worker_left", after: 2 * round + 1)
          statuses.append(try await curl.get("/v1/event-categories").status)
        }
        // A very slow machine may need the minute in which one more is allowed.
        #expect(statuses.contains(429), "\(statuses)")
      }
    }

    @Test func aRemovedFileIsToldAndServesOn() async throws {
      let place = try Place()
      let server = try await MoaServer(["--workers", "1"], in: place.directory, file: place.path)
      defer { server.remove() }
      try FileManager.default.removeItem(atPath: place.path)
      server.signal(SIGUSR2)
      try await server.waitFor("hand_over_failed")
      #expect(try await Curl(base: server.url).get("/readyz").status == 200)
      try await server.expectOrderlyStop()
    }

    /// Whenever it comes: before the exec, in the middle, or while the new program starts.
    @Test(arguments: [0, 90, 150, 240]) func sigtermInAHandOverIsNotLost(
      milliseconds: Int
    ) async throws {
      let place = try Place()
      let server = try await MoaServer(["--workers", "2"], in: place.directory, file: place.path)
      defer { server.remove() }
      server.signal(SIGUSR2)
      try await Task.sleep(for: .milliseconds(milliseconds))
      server.signal(SIGTERM)
      try await server.expectOrderlyStop()
      #expect(server.postmaster == nil)
    }

    /// The lock of the data directory and the socket's file go along, and are given back at the end.
    @Test func aUnixSocketGoesAlong() async throws {
      let place = try Place()
      let socket = place.directory.path + "/moa.sock"
      let program = try Program(
        place.path,
        MoaServer.arguments(["--host", "unix:" + socket, "--workers", "1"], in: place.directory),
        in: place.directory)
      defer { program.signal(SIGKILL) }
      defer { try? FileManager.default.removeItem(at: place.directory) }
      func get() async throws -> String {
        try await Program.run(
          Workplace.tool("curl", from: "curl"),
          [
            "-s", "--unix-socket", socket, "http://moa/livez", "-o", "/dev/null", "-w",
            "%{http_code}",
          ],
          in: place.directory
        ).output
      }
      try await waiting(upTo: .seconds(60), for: "listening") {
        program.output.hasSuffix("\n") ? true : nil
      }
      #expect(try await get() == "200")
      program.signal(SIGUSR2)
      try await waiting(upTo: .seconds(60), for: "the hand-over") {
        program.errors.contains("worker_left") ? true : nil
      }
      #expect(try await get() == "200")
      let second = try await Program.run(
        Workplace.program.path, MoaServer.arguments([], in: place.directory), in: place.directory)
      #expect(second.status != 0 && second.errors.contains("\(program.identifier)"))
      program.signal(SIGTERM)
      #expect(try await program.ended() == 0, "\(program.errors.suffix(2_000))")
      #expect(!FileManager.default.fileExists(atPath: socket))
    }
  }
}
