import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension EndToEnd {
  /// A parent and its workers, as `moa serve` is without further flags.
  @Suite struct WorkerTests {
    private static let path = "/v1/event-categories"

    private static func crowd(at server: MoaServer) async throws -> AskingCrowd {
      let crowd = try AskingCrowd(of: 24, at: server.url, path: path)
      try await waiting(for: "every client's first answer") {
        crowd.answeredByEach ? true : nil
      }
      return crowd
    }

    /// Until all of them serve, and not the first alone.
    private static func awaitWorkers(of server: MoaServer, _ count: Int) async throws {
      try await server.waitFor("worker_serves", after: count - 1)
    }

    /// Whose connections a death has cut: those that were lost since `before`, by their workers.
    ///
    /// A client waits for each answer, so a connection loses one request at most, the one in
    /// flight.
    private static func workersOfLost(_ crowd: AskingCrowd, since before: Int) -> Set<String> {
      Set(crowd.lost.dropFirst(before).map(\.worker))
    }

    @Test func aKilledWorkerTakesOnlyItsRequestsAlong() async throws {
      try await MoaServer.serving(["--demo", "--workers", "2"]) { server in
        try await Self.awaitWorkers(of: server, 2)
        var serving = try await server.waitForWorkers(2)
        let crowd = try await Self.crowd(at: server)
        for _ in 1...3 {
          let settled = try await waiting(for: "an answer to each client") {
            crowd.workersOfAll
          }
          let (victim, survivor) = (serving[0], serving[1])
          let (served, lost) = (server.count(of: "worker_serves"), crowd.lost.count)
          #expect(kill(victim, SIGKILL) == 0)
          try await server.waitFor("worker_serves", after: served)
          _ = try await waiting(for: "an answer to each client") {
            crowd.workersOfAll
          }
          serving = try await server.waitForWorkers(2)
          #expect(serving.first == survivor)
          // The victim's connections alone, each of which had a request in flight.
          let workers = Self.workersOfLost(crowd, since: lost)
          #expect(workers.count == 1, "\(workers) of \(settled)")
          #expect(crowd.lost.count - lost == settled.count { workers.contains($0) })
        }
        #expect(server.count(of: "worker_died") == 3)
        #expect(crowd.refusedEarly == 0)
        let lost = crowd.lost.count
        crowd.shutdownBegins(delay: .zero)
        try await server.expectOrderlyStop()
        let connections = try await offloading { crowd.join() }
        #expect(connections.count { $0.hasLostARequest } == lost, "the stop loses nothing more")
      }
    }

    /// What the test above would see of a death that takes the other worker's requests along.
    @Test func theDeathOfTwoWorkersIsTwoWorkersLoss() async throws {
      try await MoaServer.serving(["--demo", "--workers", "2"]) { server in
        try await Self.awaitWorkers(of: server, 2)
        let workers = try await server.waitForWorkers(2)
        let crowd = try await Self.crowd(at: server)
        for worker in workers { #expect(kill(worker, SIGKILL) == 0) }
        try await waiting(for: "the requests that were in flight") {
          Self.workersOfLost(crowd, since: 0).subtracting([""]).count == 2 ? true : nil
        }
        try await server.waitFor("worker_serves", after: 3)
        crowd.shutdownBegins(delay: .zero)
        try await server.expectOrderlyStop()
        _ = try await offloading { crowd.join() }
      }
    }

    /// The identifier of a request begins with five characters of its worker's own.
    @Test func connectionsOpenedAtOnceAreSharedOutAmongWorkers() async throws {
      try await MoaServer.serving(["--workers", "2"]) { server in
        try await Self.awaitWorkers(of: server, 2)
        let port = try #require(server.url.split(separator: ":").last.flatMap { UInt16($0) })
        // A worker that the system does not let run is not waited for, so that one crowd may be
        // shared out badly on a busy machine.
        let fewest = try await offloading {
          try (0..<5).map { _ in try Self.fewestOfOneWorker(among: 48, at: port) }
        }
        #expect(try #require(fewest.max()) >= 18, "\(fewest)")
      }
    }

    /// Of connections that are opened at once, those of the worker that has fewer.
    private static func fewestOfOneWorker(among count: Int, at port: UInt16) throws -> Int {
      let sockets = try (0..<count).map { _ in try #require(LoopbackSocket(port: port)) }
      let workers = sockets.map { socket in
        let isSent = socket.send(Array("GET /livez HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        return isSent ? String(socket.receiveAnswer().requestID.prefix(5)) : ""
      }
      let shares = Dictionary(grouping: workers, by: \.self).mapValues(\.count)
      return shares.count == 2 ? shares.values.min() ?? 0 : 0
    }

    @Test func aWorkerThatDiesAgainAndAgainIsNotStartedInALoop() async throws {
      try await MoaServer.serving(["--workers", "2"]) { server in
        try await Self.awaitWorkers(of: server, 2)
        for death in 1...7 {
          let victim = try #require(try await server.waitForWorkers(2).last)
          kill(victim, SIGKILL)
          try await server.waitFor("worker_serves", after: 1 + death)
          #expect(try await Curl(base: server.url).get("/livez").status == 200)
        }
        let died = server.events.filter { $0.event == "worker_died" }.compactMap(\.seconds)
        let back = server.events.filter { $0.event == "worker_serves" }.compactMap(\.seconds)
        #expect(died.count == 7)
        #expect(back.count == 9)
        // The sixth and the seventh in a row had to wait for their second.
        for death in 5...6 {
          let pause = back[death + 2] - died[death]
          #expect(pause >= 0.99 || pause < 0, "\(pause)")
        }
      }
    }

    /// The listener is shared: whoever leaves alone must not end it for those who stay.
    @Test func aWorkerThatSomebodyEndsIsFollowedOnTheSameListener() async throws {
      try await MoaServer.serving(["--workers", "1", "--drain-delay", "0"]) { server in
        let worker = try #require(try await server.waitForWorkers(1).last)
        #expect(kill(worker, SIGTERM) == 0)
        try await server.waitFor("worker_serves", after: 1)
        #expect(try await Curl(base: server.url).get("/livez").status == 200)
      }
    }

    @Test func aKilledParentTakesItsWorkersAlong() async throws {
      let server = try await MoaServer(["--workers", "2"])
      defer { server.remove() }
      let workers = try await server.waitForWorkers(2)
      try await server.killAtOnce()
      try await waiting(for: "the workers' end") {
        workers.contains(where: MoaServer.isAlive) ? nil : true
      }
      // Nobody listens any more, and the next one finds everything free.
      let next = try await MoaServer(["--workers", "1"], in: server.directory)
      defer { next.remove() }
      #expect(try await Curl(base: next.url).get("/readyz").status == 200)
      try await next.expectOrderlyStop()
    }

    @Test(arguments: 1...3) func sigtermLosesNothing(round: Int) async throws {
      try await MoaServer.serving(["--demo", "--workers", "3", "--drain-delay", "500ms"]) {
        server in
        let crowd = try await Self.crowd(at: server)
        crowd.shutdownBegins(delay: .milliseconds(500))
        try await server.expectOrderlyStop()
        let connections = try await offloading { crowd.join() }
        let lost = connections.filter(\.hasLostARequest)
        #expect(lost.isEmpty, "\(lost.count) of \(connections.count): \(lost.prefix(5))")
        #expect(crowd.refusedEarly == 0)
        #expect(server.count(of: "worker_left") == 3)
        #expect(server.postmaster == nil)
      }
    }

    /// Whether SIGCHLD is ignored is inherited, and then no worker leaves a status.
    @Test func workersThatLeaveAreKnownAlsoWhereAParentIgnoresItsChildren() async throws {
      let place = try Workplace.makeDirectory()
      let file = place.path + "/moa"
      // dash keeps the signal for itself.
      let bash = try Workplace.tool("bash", from: "bash")
      try "#!\(bash)\ntrap '' CHLD\nexec \(Workplace.program.path) \"$@\"\n"
        .write(toFile: file, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
      let server = try await MoaServer(["--workers", "2"], in: place, file: file)
      defer { server.remove() }
      try await server.expectOrderlyStop()
      #expect(server.count(of: "worker_left") == 2)
    }

    @Test func aCrashInTheDrainIsToldAndIsAFailure() async throws {
      try await MoaServer.serving(["--workers", "2", "--drain-delay", "2s"]) { server in
        let workers = try await server.waitForWorkers(2)
        server.signal(SIGTERM)
        try await server.waitFor("draining", after: 2)
        #expect(kill(workers[0], SIGKILL) == 0)
        #expect(try await server.ended() == 70)
        #expect(server.count(of: "worker_died") == 1)
        #expect(server.count(of: "worker_left") == 1)
        #expect(server.count(of: "stopped") == 2)
        #expect(server.postmaster == nil)
      }
    }

    @Test func readinessFallsAtOnceAndAnswersSayClose() async throws {
      try await MoaServer.serving(["--workers", "2", "--drain-delay", "20s"]) { server in
        let curl = Curl(base: server.url)
        #expect(try await curl.get("/readyz").status == 200)
        server.signal(SIGTERM)
        try await server.waitFor("draining", after: 2)
        for _ in 0..<8 {
          let answer = try await curl.get("/readyz")
          #expect(answer.status == 503)
          #expect(answer.fields["connection"] == "close")
        }
        // Somebody is impatient: the first asks, the second ends.
        server.signal(SIGINT)
        #expect(try await server.stop() == 130)
        #expect(server.postmaster == nil)
      }
    }

    @Test func ctrlCStopsWithoutDelay() async throws {
      try await MoaServer.serving(["--workers", "2", "--drain-delay", "600s"]) { server in
        server.signal(SIGINT)
        let status = try await server.ended()
        #expect(status == 0)
      }
    }

    @Test func sighupStopsNobody() async throws {
      for workers in ["0", "2"] {
        try await MoaServer.serving(["--workers", workers]) { server in
          let before = try await server.waitForWorkers(workers == "0" ? 0 : 2)
          server.signal(SIGHUP)
          // The parent says so, and each worker.
          let last = workers == "0" ? 0 : 2
          try await server.waitFor("reloading", after: last)
          #expect(try await Curl(base: server.url).get("/livez").status == 200)
          #expect(server.workers == before)
          try await server.expectOrderlyStop()
        }
      }
    }

    @Test func withoutWorkersOneProcessServes() async throws {
      try await MoaServer.serving(
        ["--demo", "--workers", "0"], from: .nothing
      ) { server in
        #expect(server.workers.isEmpty)
        let crowd = try await Self.crowd(at: server)
        crowd.shutdownBegins(delay: .zero)
        try await server.expectOrderlyStop()
        let connections = try await offloading { crowd.join() }
        #expect(connections.allSatisfy { !$0.hasLostARequest })
        #expect(crowd.refusedEarly == 0)
      }
    }

    @Test func whatAnOperatorMustNotSeeIsInNoProcessList() async throws {
      #if os(Linux)
        try await MoaServer.serving(["--workers", "2"]) { server in
          for process in try await server.waitForWorkers(2) + [server.identifier] {
            for file in ["cmdline", "environ"] {
              let bytes = FileManager.default.contents(atPath: "/proc/\(process)/\(file)")
              let text = String(decoding: try #require(bytes), as: UTF8.self)
              #expect(!text.contains(MoaServer.adminToken), "\(file)")
            }
          }
          // And yet each worker knows it.
          for _ in 0..<8 {
            #expect(try await Curl(base: server.url).admin("GET").status == 200)
          }
        }
      #endif
    }
  }
}
