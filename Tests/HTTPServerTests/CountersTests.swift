import HTTP
import HTTPServer
import Testing

@Suite struct CountersTests {
  @Test func everythingIsCountedOnce() async throws {
    try await ServerUnderTest.run { server in
      let get = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"
      let missing = "GET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
      let first = try #require(try await server.exchange(get + get + missing))
      let malformed = "GET / HTTP/9.9\r\n\r\n"
      let second = try #require(try await server.exchange(malformed))
      let counters = await server.server.counters
      #expect(counters.connectionsAccepted == 2)
      #expect(counters.acceptPauses == 0)
      #expect(counters.answers == [0, 0, 2, 0, 1, 0])
      #expect(counters.requests == 3)
      #expect(counters.refusals.values.reduce(0, +) == 1)
      #expect(counters.bytesReceived == (get + get + missing + malformed).utf8.count)
      #expect(counters.bytesSent == first.utf8.count)
      #expect(second.hasPrefix("HTTP/1.1 505 "))
      #expect(counters.streamsBroken == 0)
      #expect(counters.requestsInFlight == 0)
    }
  }

  @Test func whoIsRefusedOrFailsWasAcceptedToo() async throws {
    try await TLSUnderTest.run({ configuration, _ in
      configuration.connectionsPerAddressMax = 1
    }) { running in
      _ = try await running.exchange("GET / HTTP/1.1\r\n\r\n")
      #expect(try await running.settles(at: 0))
      let failed = await running.server.counters
      #expect(failed.connectionsAccepted == 1)
      #expect(failed.handshakesFailed == 1)
      #expect(failed.connectionsRefused == 0)
      let silent = (0..<3).map { _ in RawClient(port: running.port) }
      #expect(await eventually { await running.server.counters.connectionsRefused >= 1 })
      #expect(await eventually { await running.server.counters.connectionsAccepted == 4 })
      let counters = await running.server.counters
      #expect(counters.connectionsOpen + counters.connectionsRefused == 3)
      withExtendedLifetime(silent) {}
    }
  }

  @Test func whatIsGoingOnIsCountedToo() async throws {
    let gate = Gate()
    try await ServerUnderTest.run(handler: gate.handler) { server in
      let client = RawClient(port: server.port)
      client.send("GET /gate HTTP/1.1\r\nHost: a\r\n\r\n")
      await gate.reached()
      let busy = await server.server.counters
      #expect(busy.requestsInFlight == 1)
      #expect(busy.connectionsOpen == 1)
      #expect(busy.requests == 0)
      await gate.open()
      _ = try await client.read(until: "gate")
      let idle = await server.server.counters
      #expect(idle.connectionsOpen == 1)
      #expect(idle.requests == 1)
    }
  }

  @Test func streamsThatBreakOffAreCounted() async throws {
    try await ServerUnderTest.run { server in
      _ = try await server.exchange("GET /short HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(await server.server.counters.streamsBroken == 1)
    }
  }
}
