import HTTP
import Synchronization
import Testing

@testable import HTTPServer

/// Clients that go before they are answered.
@Suite struct AbandonedRequestTests {
  /// What a handler saw: at once, and in the end.
  private final class Seen: Sendable {
    private let state = Mutex<(first: Bool?, last: Bool?)>((nil, nil))
    var first: Bool? { state.withLock { $0.first } }
    var last: Bool? { state.withLock { $0.last } }

    var handler: Handler {
      { request in
        _ = try? await request.body.collect(upTo: 100)
        let first = await request.body.isAbandoned()
        self.state.withLock { $0.first = first }
        let last = await eventually { await request.body.isAbandoned() }
        self.state.withLock { $0.last = last }
        return Response(.ok)
      }
    }
  }

  @Test("a handler learns that its client has gone, although it reads nothing any more")
  func gone() async throws {
    let seen = Seen()
    try await ServerUnderTest.run(handler: seen.handler) { running in
      var client: RawClient? = RawClient(port: running.port)
      client?.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody")
      #expect(await eventually { seen.first != nil })
      #expect(seen.first == false)
      #expect(seen.last == nil)
      client = nil
      #expect(client == nil)
      #expect(await eventually { seen.last != nil })
      #expect(seen.last == true)
    }
  }

  @Test func aClientThatEndedItsSideWithItsBodyIsTakenForGone() async throws {
    let seen = Seen()
    try await ServerUnderTest.run(handler: seen.handler) { running in
      let client = RawClient(port: running.port)
      client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody")
      client.endWriting()
      #expect(await eventually { seen.last == true })
    }
  }
}
