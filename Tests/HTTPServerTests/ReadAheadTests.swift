import EventLoop
import HTTP
import Testing

@testable import HTTPServer

/// What a client sends before it is asked for.
@Suite struct ReadAheadTests {
  private static let hello = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"
  private static let last = "GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
  private static let ahead = String(repeating: hello, count: 1_200)

  /// Reads a body if there is one, and answers it when the gate opens.
  private static func handler(_ gate: Gate) -> Handler {
    { request in
      guard request.target.path == "/gate" else { return await TestRoutes.answer(request) }
      while let piece = try? await request.body.next(), !piece.isEmpty {}
      await gate.pass()
      return TestRoutes.text("gate")
    }
  }

  /// Sends a request that waits at the gate, its `end` together with many others, and returns what
  /// of these was taken and how much of it was counted while it waited.
  private static func readAhead(
    behind start: String, _ end: String, whenTight: Bool = false
  ) async throws -> (taken: Int, counted: Int) {
    let gate = Gate()
    let path = "/tmp/moa-test-\(UInt32.random(in: .min ... .max)).sock"
    var result = (taken: 0, counted: 0)
    try await ServerUnderTest.run(
      {
        $0.address = .unix(path: path)
        $0.heldBytesMax = whenTight ? 9_000 : 1 << 20
      }, handler: handler(gate)
    ) { running in
      var holder = whenTight ? RawClient(path: path) : nil
      holder?.send("GET /hello HTTP/1.1\r\nX: " + String(repeating: "x", count: 5_000))
      if whenTight { #expect(await eventually { await running.server.heldBytes > 4_500 }) }
      let client = RawClient(path: path)
      client.send(start)
      if !start.isEmpty { #expect(await eventually { await running.isReadingABody }) }
      client.send(end + ahead + last)
      await gate.reached()
      result = (await running.bytesAhead, await running.server.heldBytes)
      await gate.open()
      let answers = try #require(try await client.readToEnd())
      #expect(answers.components(after: "HTTP/1.1 200 ").count == 1_202)
      holder = nil
      #expect(await eventually { await running.server.heldBytes == 0 })
    }
    return result
  }

  @Test func behindABodyOfKnownLengthTheRestStaysInTheSystem() async throws {
    let rest = try await Self.readAhead(
      behind: "POST /gate HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\na", "b")
    #expect(rest.taken <= MemoryBudget.freeBytes)
    #expect(rest.counted == 0)
  }

  @Test func behindAChunkedBodyTheRestIsCounted() async throws {
    let rest = try await Self.readAhead(
      behind: "POST /gate HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n",
      "0\r\n\r\n")
    #expect(rest.taken > MemoryBudget.freeBytes)
    #expect(rest.counted == rest.taken)
  }

  @Test func behindAHeadTheRestIsCounted() async throws {
    let rest = try await Self.readAhead(behind: "", "GET /gate HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(rest.taken > MemoryBudget.freeBytes)
    #expect(rest.taken <= 16 * 1024)
    #expect(rest.counted == rest.taken)
  }

  @Test(arguments: [
    ("", "GET /gate HTTP/1.1\r\nHost: a\r\n\r\n"),
    (
      "POST /gate HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n",
      "0\r\n\r\n"
    ),
  ])
  func whenMemoryIsShortTheRestStaysInTheSystem(_ start: String, _ end: String) async throws {
    let rest = try await Self.readAhead(behind: start, end, whenTight: true)
    #expect(rest.taken <= MemoryBudget.freeBytes)
    #expect(rest.counted < 5_100)
  }

  @Test func aReaderThatOutlivesItsHandlerKeepsNothing() async throws {
    let gate = Gate()
    let leaked = LeakedReader()
    let handler: Handler = { request in
      await leaked.read(request.body, behind: gate)
      return TestRoutes.text("early")
    }
    try await ServerUnderTest.run(handler: handler) { running in
      let client = RawClient(port: running.port)
      client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n")
      let answer = try await client.read(until: "early")
      #expect(answer.hasSuffix("early"))
      await gate.reached()
      await gate.open()
      #expect(await leaked.ending == .disconnected)
      #expect(await running.server.heldBytes == 0)
    }
  }
}

/// Reads a body in a task that nobody waits for.
private actor LeakedReader {
  private var task: Task<BodyError?, Never>?
  var ending: BodyError? { get async { await task?.value } }

  func read(_ body: RequestBody, behind gate: Gate) {
    task = Task {
      await gate.pass()
      do throws(BodyError) {
        _ = try await body.nextToKeep()
        return nil
      } catch {
        return error
      }
    }
  }
}

extension ServerUnderTest {
  /// Received bytes that are not consumed, behind the requests at work.
  fileprivate var bytesAhead: Int {
    get async { await sum { $0.life.phase == .exchange ? $0.input.buffer.count : 0 } }
  }

  fileprivate var isReadingABody: Bool {
    get async { await sum { $0.body?.isWaiting == true ? 1 : 0 } > 0 }
  }

  private func sum(_ count: @escaping @Sendable (Connection) -> Int) async -> Int {
    await server.onLoop { $0.connections.values.reduce(0) { $0 + count($1) } }
  }
}
