import EventLoop
import TestDatabase
import Testing

@testable import Postgres

/// A server that takes nobody any more (53300), of this test's own.
@Suite(.serialized)
struct FullServerTests {
  @Test("When the server takes no more connections, those that are open carry everything")
  func openConnectionsCarryOn() async throws {
    let server = TestDatabase(connectionsMax: 8)
    defer { server.remove() }
    let target = try ConnectionString(server.conninfo())
    let events = Events()
    try await ServerUnderTest.withPool(to: target, events: events, { $0.waitingFactor = 16 }) {
      pool in
      // One connection of each kind.
      _ = try await pool.first(Statements.echo, 1)
      _ = try await pool.transaction { try await $0.first(Statements.echo, 1) }
      let others = await Self.fill(target, on: pool.loop)
      #expect(others.count >= 4)
      let failed = await Self.work(pool)
      #expect(failed == 0)
      #expect(events.count(\.isConnectFailed) >= 1)
      #expect(events.count(\.isAway) == 0)
      let connected = events.count(\.isConnected)
      print(
        "full server: 1,200 of 1,200 carried by two connections;",
        "\(events.count(\.isConnectFailed)) attempts to get another")
      for other in others { other.close() }
      // With room again, the pool grows when it is crowded.
      for _ in 0..<50 where events.count(\.isConnected) == connected {
        #expect(await Self.work(pool) == 0)
      }
      #expect(events.count(\.isConnected) > connected)
    }
  }

  /// Opens connections until the server refuses one.
  private static func fill(_ target: ConnectionString, on loop: EventLoop) async -> [Connection] {
    var others: [Connection] = []
    while others.count < 20,
      let other = try? await Connection.connect(on: loop, to: target, deadline: .seconds(30))
    {
      others.append(other)
    }
    return others
  }

  /// 1,000 reads and 200 transactions at once; how many fail.
  private static func work(_ pool: Pool) async -> Int {
    await withTaskGroup { group in
      for task in 0..<40 as Range<Int64> {
        group.addTask {
          var failed = 0
          for number in 0..<30 as Range<Int64> {
            let answer =
              number % 6 == 0
              ? try? await pool.transaction { try await $0.first(Statements.echo, task) }
              : try? await pool.first(Statements.echo, task)
            if answer != task { failed += 1 }
          }
          return failed
        }
      }
      return await group.reduce(0, +)
    }
  }
}
