import HTTP
import Testing

@testable import EventLoop
@testable import HTTPServer

/// The core of the server on both pollers: the portable one reports again and again what is not
/// dealt with, and needs to be told what is waited for.
@Suite(.serialized) struct PollerTests {
  enum Kind: CaseIterable {
    case system, portable

    var loop: EventLoop {
      get throws { self == .system ? try ServerUnderTest.loop.get() : Self.portableLoop }
    }
    private static let portableLoop = EventLoop(label: "server.portable", poller: DispatchPoller())
  }

  private static let hello = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"
  private static let close = "GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

  @Test(arguments: Kind.allCases) func requestAfterRequest(_ kind: Kind) async throws {
    try await ServerUnderTest.run(on: try kind.loop) { running in
      let client = RawClient(port: running.port)
      for _ in 0..<3 {
        client.send(Self.hello)
        let answer = try await client.read(until: "hello")
        #expect(answer.hasPrefix("HTTP/1.1 200 "))
      }
      client.send(String(repeating: Self.hello, count: 100) + Self.close)
      let answers = try #require(try await client.readToEnd())
      #expect(answers.components(after: "HTTP/1.1 200 ").count == 101)
    }
  }

  @Test(arguments: Kind.allCases) func aBodyInPieces(_ kind: Kind) async throws {
    try await ServerUnderTest.run(on: try kind.loop) { running in
      let client = RawClient(port: running.port)
      client.send(
        "POST /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\n"
          + "Transfer-Encoding: chunked\r\n\r\n")
      let interim = try await client.read(until: "\r\n\r\n")
      #expect(interim == "HTTP/1.1 100 Continue\r\n\r\n")
      for byte in Array("5\r\nhello\r\n0\r\n\r\n".utf8) { client.send([byte]) }
      let answer = try await client.readToEnd()
      #expect(answer?.hasSuffix("\r\n\r\nhello") == true)
    }
  }

  @Test(arguments: Kind.allCases) func aLargeBody(_ kind: Kind) async throws {
    try await ServerUnderTest.run(on: try kind.loop) { running in
      let body = String(repeating: "x", count: 1 << 20)
      let client = RawClient(port: running.port)
      let sending = Task {
        try await EventLoop.offload {
          client.send(
            "POST /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
              + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        }
      }
      let answer = try await client.readToEnd()
      #expect(answer?.hasSuffix("\r\n\r\n\(body)") == true)
      try await sending.value
    }
  }

  /// While a client does not read, and when it does again.
  @Test(arguments: Kind.allCases) func aStreamToASlowReader(_ kind: Kind) async throws {
    let produced = Counter()
    let handler: Handler = { request in
      guard request.target.path == "/pieces" else { return await TestRoutes.answer(request) }
      return Response(.ok, content: .stream(length: nil, CountedPieces(512, produced)))
    }
    try await ServerUnderTest.run(on: try kind.loop, handler: handler) { running in
      let client = RawClient(port: running.port)
      client.send("GET /pieces HTTP/1.1\r\nHost: a\r\n\r\n" + Self.close)
      #expect(await eventually { await running.server.heldBytes > 0 })
      let other = try await running.exchange(Self.close)
      #expect(other?.hasSuffix("hello") == true)
      let answer = try #require(try await client.readToEnd())
      #expect(answer.utf8.count > 512 * CountedPieces.bytes)
      #expect(answer.hasSuffix("hello"))
      #expect(produced.value == 512)
    }
  }

  @Test(arguments: Kind.allCases) func slowClients(_ kind: Kind) async throws {
    try await ServerUnderTest.run(
      {
        $0.deadlines.head = .milliseconds(200)
        $0.deadlines.body = .milliseconds(200)
        $0.deadlines.idle = .milliseconds(200)
      }, on: try kind.loop
    ) { running in
      let head = try await running.exchange("GET / HT")
      #expect(head?.hasPrefix("HTTP/1.1 408 ") == true)
      let body = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhe"
      let half = try await running.exchange(body)
      #expect(half?.hasPrefix("HTTP/1.1 408 ") == true)
      let idle = try await running.exchange(Self.hello)
      #expect(idle?.hasSuffix("hello") == true)
    }
  }

  @Test(arguments: Kind.allCases) func theEndOfARefusal(_ kind: Kind) async throws {
    try await ServerUnderTest.run(on: try kind.loop) { running in
      let client = RawClient(port: running.port)
      client.send("nonsense\r\n\r\n" + Self.hello)
      let answer = try #require(try await client.readToEnd())
      #expect(answer.components(after: "HTTP/1.1 ").count == 1)
    }
  }

  @Test(arguments: Kind.allCases) func aDrain(_ kind: Kind) async throws {
    let gate = Gate()
    try await ServerUnderTest.run(on: try kind.loop, handler: gate.handler) { running in
      let client = RawClient(port: running.port)
      client.send("GET /gate HTTP/1.1\r\nHost: a\r\n\r\n")
      await gate.reached()
      async let cut = running.server.drain(delay: .zero, deadline: .seconds(20))
      while RawClient(port: running.port).isConnected {
        try await Task.sleep(for: .milliseconds(5))
      }
      await gate.open()
      let answer = try #require(try await client.readToEnd())
      #expect(answer.hasSuffix("gate"))
      #expect(answer.contains("\r\nConnection: close\r\n"))
      #expect(await cut == 0)
    }
  }

  @Test(arguments: Kind.allCases)
  func acceptingPausesAndGoesOn(_ kind: Kind) async throws {
    try await ServerUnderTest.run(
      {
        $0.connectionsMax = 1
        $0.deadlines.acceptPause = .milliseconds(20)
        $0.deadlines.silence = .seconds(3_600)
      }, on: try kind.loop
    ) { running in
      let first = RawClient(port: running.port)
      #expect(await eventually { await running.server.openConnections == 1 })
      let second = RawClient(port: running.port)
      second.send(Self.close)
      #expect(
        await eventually {
          running.events.contains { if case .acceptPaused = $0 { true } else { false } }
        })
      first.send(Self.close)
      for client in [first, second] {
        let answer = try await client.readToEnd()
        #expect(answer?.hasSuffix("hello") == true)
      }
    }
  }
}
