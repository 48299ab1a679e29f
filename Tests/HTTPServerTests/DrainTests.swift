import EventLoop
import Testing

@testable import HTTPServer

@Suite struct DrainTests {
  private static let held = "GET /gate HTTP/1.1\r\nHost: a\r\n\r\n"
  private static let hello = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"

  /// Drains while a request is at work, which ends when nobody is let in any more. The client
  /// closes last. Returns its answer, and how many connections were cut.
  private func drain(
    _ running: ServerUnderTest, _ gate: Gate, deadline: Duration
  ) async throws -> (answer: String, cut: Int) {
    let client = RawClient(port: running.port)
    client.send(Self.held)
    await gate.reached()
    async let cut = running.server.drain(delay: .zero, deadline: deadline)
    while RawClient(port: running.port).isConnected {
      try await Task.sleep(for: .milliseconds(5))
    }
    await gate.open()
    let drained = (try #require(try await client.readToEnd()), await cut)
    client.endWriting()
    return drained
  }

  @Test func aRequestAtWorkIsFinishedAndTheConnectionAnnouncedClosed() async throws {
    let gate = Gate()
    try await ServerUnderTest.run(handler: gate.handler) { running in
      let (answer, cut) = try await drain(running, gate, deadline: .seconds(20))
      #expect(answer.hasSuffix("gate"))
      #expect(answer.contains("\r\nConnection: close\r\n"))
      #expect(cut == 0)
    }
  }

  /// It has all that is owed to it; only the client has not closed yet.
  @Test func whoHasTheLastAnswerIsNotCut() async throws {
    let gate = Gate()
    try await ServerUnderTest.run(
      { $0.deadlines.lingering = .seconds(3_600) }, handler: gate.handler
    ) { running in
      let (answer, cut) = try await drain(running, gate, deadline: .seconds(2))
      #expect(answer.hasSuffix("gate"))
      #expect(cut == 0)
    }
  }

  @Test func duringTheDelayNewClientsAreServedAndToldToLeave() async throws {
    try await ServerUnderTest.run { running in
      async let cut = running.server.drain(delay: .seconds(2), deadline: .seconds(5))
      var answer = ""
      repeat {
        let client = RawClient(port: running.port)
        guard client.isConnected else { break }
        client.send(Self.hello)
        answer = try await client.read(until: "hello")
      } while !answer.contains("\r\nConnection: close\r\n")
      #expect(answer.contains("\r\nConnection: close\r\n"))
      #expect(await cut == 0)
    }
  }

  @Test func anIdleConnectionGetsGraceAndThenTheEnd() async throws {
    try await ServerUnderTest.run { running in
      let polite = RawClient(port: running.port)
      let silent = RawClient(port: running.port)
      for client in [polite, silent] {
        client.send(Self.hello)
        _ = try await client.read(until: "hello")
      }
      async let cut = running.server.drain(delay: .zero, deadline: .seconds(20))
      #expect(await eventually { await running.server.onLoop { $0.isDraining } })
      polite.send(Self.hello)
      let answer = try await polite.readToEnd()
      #expect(answer?.contains("Connection: close") == true)
      let nothing = try await silent.readToEnd()
      #expect(nothing == "")
      #expect(await cut == 0)
    }
  }

  @Test func aSecondDrainClosesNothingThatIsNotItsOwn() async throws {
    try await ServerUnderTest.run { running in
      let path = "/tmp/moa-test-\(UInt32.random(in: .min ... .max)).sock"
      _ = await running.server.drain(delay: .zero, deadline: .zero)
      // Takes the number of the descriptor that was just closed, or one above it.
      try await ServerUnderTest.run({ $0.address = .unix(path: path) }) { _ in
        _ = await running.server.drain(delay: .zero, deadline: .zero)
        let client = RawClient(path: path)
        client.send("GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        let answer = try await client.readToEnd()
        #expect(answer?.hasSuffix("hello") == true)
      }
    }
  }

  @Test func whatIsStillAtWorkAtTheDeadlineIsCut() async throws {
    let gate = Gate()
    try await ServerUnderTest.run(handler: gate.handler) { running in
      let client = RawClient(port: running.port)
      client.send(Self.held)
      await gate.reached()
      let cut = await running.server.drain(delay: .zero, deadline: .milliseconds(50))
      #expect(cut == 1)
      let nothing = try await client.readToEnd()
      #expect(nothing == "")
      await gate.open()
    }
  }

  @Test func aDrainTakesItsTimeInACancelledTaskToo() async throws {
    try await ServerUnderTest.run { running in
      let start = ContinuousClock.now
      let draining = Task { await running.server.drain(delay: .seconds(1), deadline: .zero) }
      draining.cancel()
      #expect(await draining.value == 0)
      #expect(ContinuousClock.now - start >= .seconds(1))
    }
  }
}
