import EventLoop
import HTTP
import Testing

@testable import HTTPServer

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

struct ConnectionCountsTests {
  @Test func whoHasClearlyMoreIsAhead() {
    let counts = Self.counts(places: 3)
    counts.forEach { $0.show(0) }
    #expect(!counts[0].isAhead(2))
    #expect(counts[0].isAhead(3))
    counts[1].show(100)
    counts[2].show(90)
    #expect(!counts[0].isAhead(101))
    #expect(counts[0].isAhead(102))
  }

  @Test func whoIsAloneOrGoneHoldsNobodyUp() {
    let counts = Self.counts(places: 2)
    counts[0].show(0)
    #expect(!counts[0].isAhead(1_000))
    counts[1].show(0)
    #expect(counts[0].isAhead(1_000))
    counts[1].leave()
    #expect(!counts[0].isAhead(1_000))
  }

  @Test("Connections that are opened at once are shared out among servers of one listener")
  func connectionsAreSharedOut() async throws {
    let counts = Self.counts(places: 2)
    let listener = try ListeningSocket(.tcp(host: "127.0.0.1", port: 0))
    defer { listener.close() }
    let first = try ListeningSocket(inherited: dup(listener.descriptor))
    let second = try ListeningSocket(inherited: dup(listener.descriptor))
    try await ServerUnderTest.run({ $0.connectionCounts = counts[0] }, inherited: first) { one in
      try await ServerUnderTest.run(
        { $0.connectionCounts = counts[1] }, on: try Self.neighbour.get(), inherited: second
      ) { other in
        let clients = (0..<64).map { _ in RawClient(port: one.port) }
        #expect(clients.count { !$0.isConnected } == 0)
        let areShared = await eventually {
          let (mine, theirs) = await (one.server.openConnections, other.server.openConnections)
          // Half each, less what came while one loop was not awake.
          return mine + theirs == 64 && min(mine, theirs) >= 16
        }
        #expect(areShared)
        withExtendedLifetime(clients) {}
      }
    }
  }

  private static let neighbour = Result { try EventLoop(label: "neighbour") }

  /// Counts of that many processes, all seen by this one.
  private static func counts(places: Int) -> [ConnectionCounts] {
    let memory = Memory(ConnectionCounts.bytes(places: places))
    return (0..<places).map {
      ConnectionCounts(at: memory.address, keptBy: memory, places: places, place: $0)
    }
  }

  private final class Memory {
    let address: UnsafeMutableRawPointer

    init(_ count: Int) {
      address = .allocate(byteCount: count, alignment: 64)
      address.initializeMemory(as: UInt8.self, repeating: 0, count: count)
    }

    deinit { address.deallocate() }
  }

  @Test("A process that shows few connections and takes none keeps no client waiting for ever")
  func aHungNeighbourHoldsNobodyUp() async throws {
    let counts = Self.counts(places: 2)
    counts[1].show(0)
    try await ServerUnderTest.run(
      { $0.connectionCounts = counts[0] }
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
