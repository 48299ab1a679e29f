import HTTP
import Testing

@testable import HTTPServer

/// What the server refuses by itself, and how it ends a connection.
@Suite struct RefusalTests {
  @Test(arguments: [
    ("GET / HTTP/1.1\nHost: a\n\n", "400"),
    ("GET / HTTP/1.1\r\n\r\n", "400"),
    ("FETCH / HTTP/1.1\r\nHost: a\r\n\r\n", "501"),
    ("GET / HTTP/3.0\r\nHost: a\r\n\r\n", "505"),
    (
      "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
      "400"
    ),
    ("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhelloXX", "400"),
    ("POST /ignore HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", "400"),
    ("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9000000000\r\n\r\nhello", "413"),
    ("GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n", "417"),
  ])
  func aRefusalIsAnsweredOnceAndClosed(_ request: String, _ status: String) async throws {
    try await ServerUnderTest.run { running in
      let smuggled = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"
      let answer = try #require(try await running.exchange(request + smuggled))
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
      #expect(answer.contains("\r\nConnection: close\r\n"))
      #expect(answer.components(after: "HTTP/1.1 ").count == 1)
    }
  }

  @Test(
    "a refusal knows the path as far as it was read, however the bytes come",
    arguments: [
      ("GET /v1/search/shop.json?query=머그 HTTP/1.1\r\n", "/v1/search/shop.json"),
      ("GET /v1/search/머그 HTTP/1.1\r\n", "/v1/search/"),
      ("GET /hello?a HTTP/1.1\r\nHost : a\r\n", "/hello"),
      ("GET /hello HTTP/3.0\r\n", "/hello"), ("FETCH / HTTP/1.1\r\n", "/"), ("G(T / ", ""),
      ("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx", "/echo"),
    ], [false, true])
  func aRefusalKnowsThePath(_ sent: (String, String), _ isDripped: Bool) async throws {
    try await ServerUnderTest.run { running in
      let client = RawClient(port: running.port)
      let bytes = Array(sent.0.utf8)
      client.send(Array(bytes.prefix(isDripped ? 9 : bytes.count)))
      if isDripped {
        try await Task.sleep(for: .milliseconds(20))
        client.send(Array(bytes.dropFirst(9)))
      }
      let answer = try #require(try await client.readToEnd())
      #expect(answer.contains("\r\nPath: \(sent.1)\r\n"), "\(answer)")
    }
  }

  @Test func anEndInsideAMessageIsRefused() async throws {
    try await ServerUnderTest.run { running in
      for part in ["GET / HTT", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhal"] {
        let client = RawClient(port: running.port)
        client.send(part)
        client.endWriting()
        let answer = try await client.readToEnd()
        #expect(answer?.hasPrefix("HTTP/1.1 400 ") == true)
      }
    }
  }

  @Test func aHalfClosedClientStillGetsItsAnswer() async throws {
    try await ServerUnderTest.run { running in
      let client = RawClient(port: running.port)
      client.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
      client.endWriting()
      let answer = try await client.readToEnd()
      #expect(answer?.hasSuffix("slow") == true)
    }
  }

  @Test func aHalfCloseWhileTheAnswerIsOnItsWayIsNoRefusal() async throws {
    try await ServerUnderTest.run({ $0.unsentBytesMax = 64 << 20 }) { running in
      let client = RawClient(port: running.port)
      client.shrinkReceiveBuffer()
      client.send("GET /huge HTTP/1.1\r\nHost: a\r\n\r\n")
      try await Task.sleep(for: .milliseconds(50))
      client.endWriting()
      try await Task.sleep(for: .milliseconds(50))
      #expect(!running.events.contains { if case .refused = $0 { true } else { false } })
    }
  }

  @Test func anUnreadBodyIsDrainedWhenSmallAndEndsTheConnectionWhenLarge() async throws {
    try await ServerUnderTest.run { running in
      let next = "GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
      let small = "POST /ignore HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello" + next
      let both = try #require(try await running.exchange(small))
      #expect(both.components(after: "HTTP/1.1 200").count == 2)
      let large = "POST /ignore HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n" + next
      let one = try #require(try await running.exchange(large))
      #expect(one.components(after: "HTTP/1.1 ").count == 1)
      #expect(one.contains("Connection: close"))
    }
  }

  @Test func anErrorBeforeTheBodyWasReadEndsTheConnection() async throws {
    try await ServerUnderTest.run { running in
      let hidden = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"
      let request =
        "POST /none HTTP/1.1\r\nHost: a\r\nContent-Length: \(hidden.utf8.count)\r\n\r\n" + hidden
      let answer = try #require(try await running.exchange(request))
      #expect(answer.components(after: "HTTP/1.1 ").count == 1)
    }
  }

  @Test func slowClientsAreCutOff() async throws {
    try await ServerUnderTest.run({
      $0.deadlines.firstByte = .milliseconds(100)
      $0.deadlines.head = .milliseconds(100)
      $0.deadlines.body = .milliseconds(100)
      $0.deadlines.idle = .milliseconds(100)
      $0.deadlines.lingering = .milliseconds(100)
    }) { running in
      let nothing = try await running.exchange("")
      #expect(nothing == "")
      let head = try await running.exchange("GET / HTTP/1.1\r\nHo")
      #expect(head?.hasPrefix("HTTP/1.1 408 ") == true)
      let body = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhe"
      let cut = try await running.exchange(body)
      #expect(cut?.hasPrefix("HTTP/1.1 408 ") == true)
      let idle = try await running.exchange("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(idle?.hasSuffix("hello") == true)
    }
  }

  @Test func aBodyThatDripsIsCutOffByItsRate() async throws {
    try await ServerUnderTest.run({ $0.deadlines.bodyGrace = .zero }) { running in
      let client = RawClient(port: running.port)
      client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n\r\n")
      let dripping = Task {
        for _ in 0..<400 {
          client.send("x")
          try await Task.sleep(for: .milliseconds(200))
        }
      }
      defer { dripping.cancel() }
      let answer = try await client.readToEnd()
      #expect(answer?.hasPrefix("HTTP/1.1 408 ") == true)
    }
  }

  @Test func aClientThatDoesNotReadIsCutOff() async throws {
    try await ServerUnderTest.run({ $0.deadlines.write = .seconds(2) }) { running in
      let client = RawClient(port: running.port)
      client.shrinkReceiveBuffer()
      client.send("GET /huge HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(await eventually { await running.server.heldBytes > 0 })
      #expect(await eventually { await running.server.openConnections == 0 })
      // Whatever the system has taken is not kept for this client either.
      #expect(await client.readToReset())
    }
  }

  @Test func aConnectionEndsAfterItsShareOfRequests() async throws {
    try await ServerUnderTest.run({ $0.requestsPerConnectionMax = 3 }) { running in
      let request = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"
      let answer = try #require(try await running.exchange(String(repeating: request, count: 5)))
      #expect(answer.components(after: "HTTP/1.1 200").count == 3)
      #expect(answer.components(after: "Connection: close").count == 1)
    }
  }

  @Test("above the limit the connection that is silent longest gives way to a newcomer")
  func silentConnections() async throws {
    try await ServerUnderTest.run({
      $0.connectionsMax = 2
      $0.deadlines.acceptPause = .milliseconds(20)
      $0.deadlines.idle = .seconds(3_600)
    }) { running in
      let get = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"
      let clients = (0..<2).map { _ in RawClient(port: running.port) }
      for client in clients {
        client.send(get)
        #expect(try await client.read(until: "hello").hasSuffix("hello"))
        try await Task.sleep(for: .milliseconds(100))
      }
      let start = ContinuousClock.now
      let answer = try await running.exchange(
        "GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(answer?.hasSuffix("hello") == true)
      #expect(ContinuousClock.now - start > .milliseconds(500))
      #expect(try await clients[0].readToEnd() == "")
      clients[1].send(get)
      #expect(try await clients[1].read(until: "hello").hasSuffix("hello"))
    }
  }

  @Test func connectionsAboveTheLimitWaitUntilThereIsRoom() async throws {
    try await ServerUnderTest.run({
      $0.connectionsMax = 2
      $0.deadlines.acceptPause = .milliseconds(5)
      $0.deadlines.firstByte = .milliseconds(300)
    }) { running in
      let first = RawClient(port: running.port)
      let second = RawClient(port: running.port)
      let third = RawClient(port: running.port)
      let fourth = RawClient(port: running.port)
      fourth.send("GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      let answer = try await fourth.readToEnd()
      #expect(answer?.hasSuffix("hello") == true)
      #expect(first.isConnected)
      #expect(second.isConnected)
      #expect(third.isConnected)
      let pauses = running.events.compactMap { event -> Bool? in
        if case .acceptPaused(_, let isNews) = event { isNews } else { nil }
      }
      // Only the first of a minute is told.
      #expect(pauses.count > 2)
      #expect(pauses.first == true)
      #expect(!pauses.dropFirst().contains(true))
    }
  }
}
