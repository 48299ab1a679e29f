import EventLoop
import HTTP
import Testing

@testable import HTTPServer

struct ConnectionCountsTests {
  @Test func whoHasClearlyMoreIsAhead() {
    let counts = ConnectionCounts.ofOneProcess(places: 3)
    counts.forEach { $0.show(0) }
    #expect(!counts[0].isAhead(2))
    #expect(counts[0].isAhead(3))
    counts[1].show(100)
    counts[2].show(90)
    #expect(!counts[0].isAhead(101))
    #expect(counts[0].isAhead(102))
  }

  @Test func whoIsAloneOrGoneHoldsNobodyUp() {
    let counts = ConnectionCounts.ofOneProcess(places: 2)
    counts[0].show(0)
    #expect(!counts[0].isAhead(1_000))
    counts[1].show(0)
    #expect(counts[0].isAhead(1_000))
    counts[1].leave()
    #expect(!counts[0].isAhead(1_000))
  }

  @Test("Connections that are opened at once are shared out among the loops")
  func connectionsAreSharedOut() async throws {
    try await ServerUnderTest.run { running in
      let clients = (0..<64).map { _ in RawClient(port: running.port) }
      let refused = clients.count { !$0.isConnected }
      #expect(refused == 0)
      let isWhole = await eventually { await running.server.openConnections == 64 }
      #expect(isWhole)
      var counts: [Int] = []
      for serverLoop in running.server.serverLoops {
        counts.append(try await serverLoop.service.loop.run { serverLoop.service.openCount })
      }
      #expect(counts.reduce(0, +) == 64)
      // Half each, and a loop that could not be awake for some of it.
      #expect(counts.min() ?? 0 >= 16, "\(counts)")
    }
  }

  @Test("A loop that shows few connections and takes none keeps nobody waiting for ever")
  func aHungNeighbourHoldsNobodyUp() async throws {
    let counts = ConnectionCounts.ofOneProcess(places: 2)
    counts[1].show(0)
    try await ServerUnderTest.run(
      { $0.connectionCounts = counts[0] }, on: try ServerUnderTest.oneLoop
    ) { running in
      let clients = (0..<32).map { _ in RawClient(port: running.port) }
      for client in clients {
        client.send("GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      }
      for client in clients {
        let answer = try await client.readToEnd()
        #expect(answer?.hasPrefix("HTTP/1.1 200") == true)
      }
    }
  }
}
