import EventLoop
import HTTP
import HTTPServer
import Synchronization
import Testing

/// What whoever measures one loop is told.
@Suite struct MeasuringTests {
  @Test(
    "Each loop tells its own meter of an answer, with the handler's note, and everybody else too")
  func eachLoopHasItsMeter() async throws {
    let loops = try ServerUnderTest.loops.get()
    let told = Mutex<[(loop: Int, isOnLoop: Bool, note: ResponseNote)]>([])
    let observed = Mutex(0)
    let server = try Server(
      ServerConfiguration(address: .tcp(host: "127.0.0.1", port: 0)), loops: loops,
      handler: { _ in
        { _ in
          var response = Response(.ok)
          response.note.route = 7
          response.note.refusal = "because"
          return response
        }
      },
      refusal: { error, _ in Response(error.status) },
      observe: { event in if case .finished = event { observed.withLock { $0 += 1 } } },
      measure: { loop in
        guard let number = loops.firstIndex(where: { $0 === loop }) else { return nil }
        return { event in
          guard case .finished(let exchange) = event else { return }
          told.withLock { $0.append((number, loop.isCurrent, exchange.note)) }
        }
      })
    try await server.start()
    // So many at once are shared out among the loops.
    let clients = (0..<16).map { _ in RawClient(port: server.address.port ?? 0) }
    for client in clients { client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n") }
    #expect(await eventually { told.withLock { $0.count } == 16 })
    #expect(await eventually { observed.withLock { $0 } == 16 })
    var note = ResponseNote()
    (note.route, note.refusal) = (7, "because")
    #expect(told.withLock { $0.allSatisfy { $0.note == note } })
    #expect(told.withLock { $0.allSatisfy(\.isOnLoop) })
    #expect(told.withLock { Set($0.map(\.loop)) } == [0, 1])
    withExtendedLifetime(clients) {}
    _ = await server.drain(delay: .zero, deadline: .zero)
  }

  @Test func connectionsAreCountedByWhatTheyAreAt() async throws {
    let gate = Gate()
    try await ServerUnderTest.run(handler: gate.handler) { server in
      let clients = (0..<3).map { _ in RawClient(port: server.port) }
      clients[0].send("GET /gate HTTP/1.1\r\nHost: a\r\n\r\n")
      clients[1].send("GET /half HTTP/1.1\r\nHo")
      await gate.reached()
      #expect(
        await eventually {
          let states = await server.server.counters.connectionsByState.filter { $0.value > 0 }
          return states == [.answering: 1, .reading: 1, .idle: 1]
        })
      await gate.open()
      withExtendedLifetime(clients) {}
    }
  }
}
