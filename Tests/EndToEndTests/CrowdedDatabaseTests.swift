import Foundation
import TestDatabase
import Testing

extension EndToEnd {
  /// Too many want the database: nobody waits for long, and who needs none is not held up.
  @Suite(.timeLimit(.minutes(4))) struct CrowdedDatabaseTests {
    @Test("max_connections exhausted: 503 with Retry-After soon, livez at once, and it is over")
    func noConnectionIsLeft() async throws {
      let most = 12
      let database = TestDatabase(connectionsMax: most)
      defer { database.remove() }
      let conninfo = try await database.makeDatabase()
      let flags = ["--database-url", conninfo, "--migrate", "--demo", "--workers", "1"]
      try await MoaServer.serving(flags) { server in
        let curl = Curl(base: server.url)
        #expect(try await curl.get("/v1/products?limit=1").status == 200)
        let crowd = try DatabaseObstacle("crowd", of: conninfo, in: server.directory)
        defer { crowd.remove() }
        try await crowd.takeConnections(all: most)
        let outcome = try await CrowdOutcome.of(40, at: server.url) {
          CrowdOutcome.get("/v1/products?limit=\($0)")
        }
        print("no connection left: 40 reads refused; \(outcome.times)")
        #expect(outcome.areRefused)
        // They wait for 500 ms at most, and would not be read for longer than 2 s.
        #expect(outcome.median < .milliseconds(1500))
        #expect(outcome.slowest < .seconds(4))
        #expect(outcome.slowestLivez < .seconds(1))
        crowd.remove()
        try await waiting(for: "an answer") {
          try await Curl(base: server.url, repeatsMax: 0).get("/v1/products?limit=3").status == 200
            ? true : nil
        }
        try await server.expectOrderlyStop()
      }
    }

    @Test("Every connection is busy: a bounded wait, 503 with Retry-After, livez at once")
    func everyConnectionIsBusy() async throws {
      let conninfo = try await TestDatabase.shared.makeDatabase()
      let flags = [
        "--database-url", conninfo, "--migrate", "--demo", "--workers", "1",
        "--database-connections", "2",
      ]
      try await MoaServer.serving(flags) { server in
        let lock = try DatabaseObstacle("lock", of: conninfo, in: server.directory)
        defer { lock.remove() }
        try await lock.take("moa.event_categories")
        let outcome = try await CrowdOutcome.of(40, at: server.url) {
          CrowdOutcome.add("crowd-\($0)")
        }
        print("every connection busy: 40 writes refused; \(outcome.times)")
        // At once or after 500 ms; those with a connection wait for the lock, which takes 1 s.
        #expect(outcome.areRefused)
        #expect(outcome.median < .milliseconds(1500))
        #expect(outcome.slowest < .seconds(4))
        #expect(outcome.slowestLivez < .seconds(1))
        lock.remove()
        try await waiting(for: "a write") {
          try KeptClient(server.url).send(CrowdOutcome.add("later")).status == 201 ? true : nil
        }
        try await server.expectOrderlyStop()
      }
    }

    @Test("Who waits for a connection is served in the order of arrival")
    func fairOrder() async throws {
      let conninfo = try await TestDatabase.shared.makeDatabase()
      let flags = [
        "--database-url", conninfo, "--migrate", "--workers", "1", "--database-connections", "1",
      ]
      try await MoaServer.serving(flags) { server in
        try await waiting(for: "a write") {
          try KeptClient(server.url).send(CrowdOutcome.add("first")).status == 201 ? true : nil
        }
        // One has the connection and four wait; the others are told to come again. The four wait
        // for 500 ms at most, and the one for a second. On a busy machine the lock may be let go
        // later than that, and then others are served; and the system may bring two writes in
        // another order than they were sent in, though hardly twice.
        let welcome = 5
        var (isSeen, swaps) = (false, 0)
        for attempt in 1...10 where !isSeen {
          let keys = (1...welcome + 2).map { "attempt-\(attempt)-\($0)" }
          let statuses = try await Self.waitBehindALock(keys, at: server, conninfo)
          #expect(statuses.allSatisfy { [201, 503].contains($0) })
          let order = try TestDatabase.psql(
            "select key from moa.event_categories where key like 'attempt-\(attempt)-%' order by id",
            in: conninfo
          ).split(separator: "\n").map(String.init)
          let served = zip(keys, statuses).filter { $0.1 == 201 }.map(\.0)
          #expect(order.sorted() == served, "\(statuses)")
          let expected = Array(keys.prefix(welcome))
          isSeen = order == expected
          if !isSeen, order.sorted() == expected { swaps += 1 }
        }
        #expect(isSeen, "never were just the first \(welcome) served, in order")
        #expect(swaps < 2)
        try await server.expectOrderlyStop()
      }
    }

    /// The statuses of writes that arrive one after the other while none can be made.
    private static func waitBehindALock(
      _ keys: [String], at server: MoaServer, _ conninfo: String
    ) async throws -> [Int] {
      // A name of its own: one that was let go may still have to notice.
      let lock = try DatabaseObstacle("lock-\(keys[0])", of: conninfo, in: server.directory)
      defer { lock.remove() }
      try await lock.take("moa.event_categories")
      let port = try #require(server.url.split(separator: ":").last.flatMap { UInt16($0) })
      let sockets = try keys.map { _ in
        let socket = try #require(LoopbackSocket(port: port))
        // From then on the server listens to it, and what arrives first is read first.
        #expect(socket.send(CrowdOutcome.get("/livez")))
        #expect(socket.receiveAnswer().isWhole)
        return socket
      }
      #expect(sockets[0].send(CrowdOutcome.add(keys[0])))
      // Unless that takes so long that it is refused.
      _ = try? await waiting(for: "a write that waits", upTo: .seconds(1)) {
        try TestDatabase.psql(
          "select count(*) from pg_stat_activity where wait_event_type = 'Lock'", in: conninfo)
          == "0" ? nil : true
      }
      try await offloading {
        let between = try KeptClient(server.url)
        for (socket, key) in zip(sockets, keys).dropFirst() {
          #expect(socket.send(CrowdOutcome.add(key)))
          // What came to the server before this has been read before it, too.
          #expect(try between.send(CrowdOutcome.get("/livez")).status == 200)
        }
      }
      lock.remove()
      return try await offloading {
        sockets.map { socket in
          let line = String(decoding: socket.receive().prefix(12), as: UTF8.self)
          return Int(line.suffix(3)) ?? 0
        }
      }
    }
  }
}
