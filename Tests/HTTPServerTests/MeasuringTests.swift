import EventLoop
import HTTP
import HTTPServer
import Synchronization
import Testing

/// What an observer of the server is told.
@Suite struct MeasuringTests {
  @Test("An answer is observed on the loop, with the handler's note")
  func answersAreObservedOnTheLoop() async throws {
    let loop = try ServerUnderTest.loop.get()
    let told = Mutex<[(isOnLoop: Bool, note: ResponseNote)]>([])
    var note = ResponseNote()
    (note.route, note.refusal) = (7, "because")
    let server = try Server(
      ServerConfiguration(address: .tcp(host: "127.0.0.1", port: 0)), on: loop,
      handler: { [note] _ in
        var response = Response(.ok)
        response.note = note
        return response
      },
      refusal: { error, _ in Response(error.status) },
      observe: { event in
        guard case .finished(let exchange) = event else { return }
        told.withLock { $0.append((loop.isCurrent, exchange.note)) }
      })
    try await server.start()
    let client = RawClient(port: server.address.port ?? 0)
    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(await eventually { told.withLock { $0.count } == 1 })
    #expect(told.withLock { $0.first?.note } == note)
    #expect(told.withLock { $0.first?.isOnLoop } == true)
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
