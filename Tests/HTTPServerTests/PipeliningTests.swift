import Dispatch
import EventLoop
import HTTP
import Synchronization
import Testing

@testable import HTTPServer

/// One connection with many requests at once, beside others with one.
@Suite struct PipeliningTests {
  private static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

  @Test func aGreedyClientDoesNotHoldUpAnother() async throws {
    let order = Mutex<[String]>([])
    let isHeld = OneShot()
    let mayGoOn = OneShot()
    // Holding up the loop itself makes sure that all requests have arrived before it goes on.
    let handler: Handler = { request in
      let path = request.target.path
      if path == "/first" {
        isHeld.signal()
        mayGoOn.wait()
      }
      order.withLock { $0.append(path) }
      return TestRoutes.text(path)
    }
    try await ServerUnderTest.run({ $0.pipelinedRequestsMax = 4 }, handler: handler) {
      running in
      let greedy = RawClient(port: running.port)
      let polite = RawClient(port: running.port)
      #expect(await eventually { await running.server.openConnections == 2 })
      greedy.send(Self.get("/first") + String(repeating: Self.get("/more"), count: 300))
      try await EventLoop.offload { isHeld.wait() }
      polite.send(Self.get("/polite"))
      mayGoOn.signal()
      #expect(try await polite.read(until: "/polite").hasSuffix("/polite"))
      greedy.send("GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      let answers = try #require(try await greedy.readToEnd())
      #expect(answers.components(after: "HTTP/1.1 200 ").count == 302)
    }
    let place = try #require(order.withLock { $0.firstIndex(of: "/polite") })
    #expect(place <= 16, "served after \(place) requests of another client")
  }

  @Test func requestsWaitWhileTheirAnswersAreNotRead() async throws {
    let handled = Counter()
    let handler: Handler = { request in
      handled.add(1)
      return await TestRoutes.answer(request)
    }
    let path = "/tmp/moa-test-\(UInt32.random(in: .min ... .max)).sock"
    try await ServerUnderTest.run({ $0.address = .unix(path: path) }, handler: handler) { running in
      let client = RawClient(path: path)
      let last = "GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
      client.send(String(repeating: Self.get("/large"), count: 8) + last)
      #expect(await eventually { handled.value > 0 })
      try await Task.sleep(for: .milliseconds(300))
      #expect(handled.value == 1)
      let answers = try #require(try await client.readToEnd())
      #expect(answers.utf8.count > 8 * TestRoutes.largeBytes)
      #expect(answers.hasSuffix("hello"))
    }
  }
}

/// A signal from one thread to another; waiting blocks.
final class OneShot: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  func signal() { semaphore.signal() }
  func wait() { _ = semaphore.wait(timeout: .now() + 30) }
}
