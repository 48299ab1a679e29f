import HTTP
import Testing

@testable import HTTPServer

/// Streamed answers that end before they are whole.
@Suite struct StreamEndTests {
  private static func get(_ path: String, _ fields: String = "") -> String {
    "GET \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
  }

  /// The second client is accepted as soon as the first one has gone, and gets the same number.
  @Test func aStreamThatEndsLateDoesNotTouchTheNextClient() async throws {
    let gate = Gate()
    let handler: Handler = { request in
      guard request.target.path == "/broken" else { return await TestRoutes.answer(request) }
      return Response(.ok, content: .stream(length: nil, LatePieces(gate, ofBytes: 8 << 20)))
    }
    try await ServerUnderTest.run(
      {
        $0.connectionsMax = 1
        $0.deadlines.acceptPause = .milliseconds(20)
      }, handler: handler
    ) { running in
      let leaving = RawClient(port: running.port)
      leaving.shrinkReceiveBuffer()
      leaving.send(Self.get("/broken"))
      #expect(await eventually { await running.server.heldBytes > 0 })
      let staying = RawClient(port: running.port)
      leaving.leave()
      await gate.reached()
      staying.send(Self.get("/hello"))
      #expect(try await staying.read(until: "hello").hasSuffix("hello"))
      await gate.open()
      #expect(await eventually { running.events.contains { $0.isStreamBroken } })
      staying.send(Self.get("/large", "Connection: close\r\n"))
      try await Task.sleep(for: .milliseconds(200))
      let answer = try #require(try await staying.readToEnd())
      #expect(answer.utf8.count > TestRoutes.largeBytes)
    }
  }

  /// What follows would be taken for the rest of the answer.
  @Test(arguments: ["HTTP/1.1", "HTTP/1.0"])
  func behindAStreamThatFailsNothingIsAnswered(_ version: String) async throws {
    let gate = Gate()
    let handler: Handler = { request in
      guard request.target.path == "/broken" else { return await TestRoutes.answer(request) }
      return Response(.ok, content: .stream(length: nil, LatePieces(gate, ofBytes: 6)))
    }
    try await ServerUnderTest.run(handler: handler) { running in
      let client = RawClient(port: running.port)
      client.send("GET /broken \(version)\r\nHost: a\r\n\r\n" + Self.get("/hello"))
      let first = try await client.read(until: "xxxxxx")
      #expect(first.hasPrefix("HTTP/1.1 200 "))
      await gate.reached()
      await gate.open()
      #expect(await client.readToReset())
      #expect(await eventually { await running.server.openConnections == 0 })
      let finished = running.events.count { if case .finished = $0 { true } else { false } }
      #expect(finished == 1)
    }
  }

  /// Without a length the close itself would be the end of the answer.
  @Test func aStreamThatIsCutByADrainIsReset() async throws {
    let gate = Gate()
    let handler: Handler = { _ in
      Response(.ok, content: .stream(length: nil, LatePieces(gate, ofBytes: 6)))
    }
    try await ServerUnderTest.run(handler: handler) { running in
      let client = RawClient(port: running.port)
      client.send("GET / HTTP/1.0\r\nHost: a\r\n\r\n")
      await gate.reached()
      #expect(await running.server.drain(delay: .zero, deadline: .milliseconds(50)) == 1)
      #expect(await client.readToReset())
      await gate.open()
    }
  }

  @Test func aReaderThatIsCutByADrainIsReset() async throws {
    try await ServerUnderTest.run { running in
      let client = RawClient(port: running.port)
      client.shrinkReceiveBuffer()
      client.send(Self.get("/huge"))
      #expect(await eventually { await running.server.heldBytes > 0 })
      #expect(await running.server.drain(delay: .zero, deadline: .milliseconds(50)) == 1)
      #expect(await client.readToReset())
    }
  }
}

/// Yields a piece, and then fails when the gate opens.
actor LatePieces: ContentProducer {
  private var first: [UInt8]?
  private let gate: Gate
  private struct Failure: Error {}

  init(_ gate: Gate, ofBytes count: Int) {
    first = [UInt8](repeating: 0x78, count: count)
    self.gate = gate
  }

  func next() async throws -> [UInt8]? {
    if let piece = first {
      first = nil
      return piece
    }
    await gate.pass()
    throw Failure()
  }
}

extension ServerEvent {
  fileprivate var isStreamBroken: Bool { if case .streamBroken = self { true } else { false } }
}
