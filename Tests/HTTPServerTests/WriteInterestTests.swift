import HTTP
import Synchronization
import Testing

@testable import EventLoop
@testable import HTTPServer

/// Who waits for room to write: where readiness is reported again and again, whoever says so with
/// nothing to write keeps the loop spinning.
@Suite(.serialized) struct WriteInterestTests {
  /// The portable poller, and who has told it last that they want to write.
  private final class WatchedPoller: Poller, Sendable {
    // Only the loop uses it.
    nonisolated(unsafe) private let poller = DispatchPoller()
    private let writers = Mutex<Set<Int>>([])

    var waitsForRoom: Bool { writers.withLock { !$0.isEmpty } }

    func start(_ loop: EventLoop) { poller.start(loop) }

    func add(
      _ descriptor: Int32, _ watch: Watch, _ handler: any ReadinessHandler
    ) throws(EventLoopError) -> Int { try poller.add(descriptor, watch, handler) }

    func setInterest(_ token: Int, readable: Bool, writable: Bool) {
      writers.withLock {
        if writable { $0.insert(token) } else { $0.remove(token) }
      }
      poller.setInterest(token, readable: readable, writable: writable)
    }

    func remove(_ token: Int, _ descriptor: Int32, closing: Bool) {
      writers.withLock { _ = $0.remove(token) }
      poller.remove(token, descriptor, closing: closing)
    }

    func interrupt() { poller.interrupt() }
  }

  private static let poller = WatchedPoller()
  private static let loop = EventLoop(label: "server.watched", poller: poller)
  private static let hello = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"

  @Test("An answer that the system takes at once waits for no room")
  func anAnswer() async throws {
    try await ServerUnderTest.run(on: Self.loop) { running in
      let client = RawClient(port: running.port)
      for _ in 0..<3 {
        client.send(Self.hello)
        let answer = try await client.read(until: "hello")
        #expect(answer.hasSuffix("hello"))
        #expect(await eventually { !Self.poller.waitsForRoom })
      }
    }
  }

  @Test("Whoever has read what was left is waited for no longer")
  func aSlowReader() async throws {
    let produced = Counter()
    let handler: Handler = { request in
      guard request.target.path == "/pieces" else { return await TestRoutes.answer(request) }
      return Response(.ok, content: .stream(length: nil, CountedPieces(512, produced)))
    }
    try await ServerUnderTest.run(on: Self.loop, handler: handler) { running in
      let client = RawClient(port: running.port)
      client.send("GET /pieces HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(await eventually { Self.poller.waitsForRoom })
      let answer = try await client.read(until: "\r\n0\r\n\r\n")
      #expect(answer.utf8.count > 512 * CountedPieces.bytes)
      #expect(await eventually { !Self.poller.waitsForRoom })
      client.send(Self.hello)
      #expect(try await client.read(until: "hello").hasSuffix("hello"))
    }
  }
}
