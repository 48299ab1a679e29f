#if os(Linux)
  import Foundation
  import TestDatabase
  import Testing

  extension EndToEnd {
    /// What clients see while packets between the server and its PostgreSQL are lost.
    @Suite(.timeLimit(.minutes(4))) struct DeadNetworkTests {
      @Test("Packets vanish: 503 by the deadline, then soon; livez at once; then it is over")
      func silence() async throws {
        try await Self.serving { server, network in
          try network.fail(.silence)
          let writes = try await CrowdOutcome.of(10, at: server.url) { CrowdOutcome.add("w\($0)") }
          #expect(writes.areRefused)
          // 2.9 s until the system gives the packets up, its next look at them, and a machine that
          // does other things: what is promised is printed below, and stands in the article Faults.
          #expect(writes.slowest < .seconds(6))
          print("packets vanish: 10 writes refused; \(writes.times)")
          let medians = try await Self.mediansOfRounds(at: server, "packets vanish")
          // The deadline is not waited for by those who come when the server is known to be away.
          #expect(medians[2] < .seconds(1))
          try await Self.comesBack(server, network)
        }
      }

      @Test("Packets are refused: 503 at once, and then it is over")
      func reset() async throws {
        try await Self.serving { server, network in
          try network.fail(.reset)
          let medians = try await Self.mediansOfRounds(at: server, "packets refused")
          #expect(medians.allSatisfy { $0 < .seconds(1) })
          try await Self.comesBack(server, network)
        }
      }

      @Test("One packet of five is lost: answered or 503 by the deadline; livez at once")
      func loss() async throws {
        try await Self.serving { server, network in
          try network.fail(.loss(percent: 20))
          var answered = 0
          for _ in 1...5 {
            let reads = try await CrowdOutcome.of(40, at: server.url, Self.page)
            #expect(reads.statuses.allSatisfy { $0 == 200 || $0 == 503 })
            #expect(reads.slowest < .seconds(5))
            #expect(reads.slowestLivez < .seconds(1))
            answered += reads.statuses.count { $0 == 200 }
            print("packets lost: \(reads.times)")
          }
          print("packets lost: \(answered) of 200 reads answered")
          #expect(answered > 0)
          try await Self.comesBack(server, network)
        }
      }

      /// How long half of the refusals took at most, in each of three rounds of 40 reads.
      private static func mediansOfRounds(
        at server: MoaServer, _ fault: String
      ) async throws -> [Duration] {
        var medians: [Duration] = []
        for round in 1...3 {
          let reads = try await CrowdOutcome.of(40, at: server.url, page)
          print("\(fault): round \(round), 40 reads refused; \(reads.times)")
          #expect(reads.areRefused)
          #expect(reads.slowest < .seconds(5))
          #expect(reads.slowestLivez < .seconds(1))
          medians.append(reads.median)
        }
        return medians
      }

      private static func page(_ number: Int) -> [UInt8] {
        CrowdOutcome.get("/v1/products?limit=\(number)")
      }

      private static func serving(
        _ body: (MoaServer, TestNetwork) async throws -> Void
      ) async throws {
        let network = try await offloading { try TestNetwork() }
        defer { network.remove() }
        let flags = ["--database-url", network.url, "--migrate", "--demo", "--workers", "1"]
        try await MoaServer.serving(flags) { server in
          // Connections for reads and for writes are open when the fault comes.
          let curl = Curl(base: server.url)
          #expect(try await curl.get("/v1/products?limit=1").status == 200)
          #expect(try KeptClient(server.url).send(CrowdOutcome.add("before")).status == 201)
          try await body(server, network)
          try await server.expectOrderlyStop()
        }
      }

      private static func comesBack(_ server: MoaServer, _ network: TestNetwork) async throws {
        try network.heal()
        let start = ContinuousClock.now
        let client = try KeptClient(server.url)
        try await waiting(for: "an answer") {
          try client.send(CrowdOutcome.get("/v1/products?limit=7")).status == 200 ? true : nil
        }
        let took = ContinuousClock.now - start
        print("the network is back: served after \(took)")
        // A probe may have been lost just before, and its packet is sent again after 1 s.
        #expect(took < .seconds(8))
      }
    }
  }
#endif
