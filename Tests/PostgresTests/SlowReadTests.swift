import EventLoop
import Testing

@testable import Postgres

/// What a pool makes of reads that take long: whom they may hold up, and whom not.
struct SlowReadTests {
  private static let longProcess = Statement<Void, Int32>(
    "select pg_backend_pid() as long", effect: .read, isLong: true, bind: { _, _ in },
    decode: { row throws(PostgresError) in try row.int4() })

  private static let longSleep = Statement<(Double, Int64), Int64>(
    "select $2::int8 as long from pg_sleep($1::float8)", effect: .read, isLong: true,
    bind: {
      $1.float8($0.0)
      $1.int8($0.1)
    },
    decode: { row throws(PostgresError) in try row.int8() })

  @Test("A long read has a connection of its own, and is made again when that breaks")
  func longReadsAreRepeated() async throws {
    let events = Events()
    try await ServerUnderTest.withPool(
      events: events,
      { configuration in
        (configuration.sharedConnectionsMax, configuration.exclusiveConnectionsMax) = (1, 1)
      }
    ) { pool in
      let process = try await pool.first(Self.longProcess) ?? 0
      #expect(try await pool.first(Statements.process) != process)
      async let read = pool.first(Self.longSleep, (0.2, 42))
      try await ServerUnderTest.withConnection { other in
        _ = try await other.rows(Statements.terminate, process)
      }
      #expect(try await read == 42)
    }
    #expect(events.count(\.isLost) >= 1)
  }

  @Test("Nobody waits behind a long read, and it waits for no write's mark")
  func longReadsHoldUpNobody() async throws {
    try await ServerUnderTest.withPool({ $0.sharedConnectionsMax = 1 }) { pool in
      let order = Shared<[Int64]>([])
      async let long: Void = {
        let value = try await pool.first(Self.longSleep, (1, 2)) ?? 0
        order.change { $0.append(value) }
      }()
      try await PoolTests.pause(on: pool.loop, .milliseconds(50))
      let value = try await pool.first(Statements.echo, 1) ?? 0
      order.change { $0.append(value) }
      try await long
      #expect(order.value == [1, 2])
    }
  }

  @Test("Reads that take long hold up those of the same text, and no others")
  func slowReadsHoldUpTheirLike() async throws {
    try await ServerUnderTest.withPool({ configuration in
      configuration.sharedConnectionsMax = 2
      configuration.statements.readDeadline = .seconds(60)
    }) { pool in
      // Both connections are opened by a crowd.
      var processes: Set<Int32> = []
      while processes.count < 2 {
        processes = try await withThrowingTaskGroup { group in
          for _ in 0..<64 { group.addTask { try await pool.first(Statements.process) ?? 0 } }
          return try await group.reduce(into: []) { $0.insert($1) }
        }
      }
      let order = Shared<[Int64]>([])
      try await withThrowingTaskGroup { group in
        for number in 0..<3 as Range<Int64> {
          let isSent = Shared(false)
          group.addTask {
            isSent.change { $0 = true }
            let value = try await pool.first(Statements.sleepAndEcho, (3, number)) ?? -1
            order.change { $0.append(value) }
          }
          while !isSent.value { try await PoolTests.pause(on: pool.loop, .milliseconds(1)) }
          try await PoolTests.pause(on: pool.loop, .milliseconds(80))
        }
        let start = pool.loop.now
        for _ in 0..<50 {
          let value = try await pool.first(Statements.echo, 100) ?? -1
          order.change { $0.append(value) }
        }
        print("beside three reads of 3 s: 50 others within \(pool.loop.now - start)")
        try await group.waitForAll()
      }
      #expect(order.value == Array(repeating: 100, count: 50) + [0, 1, 2])
    }
  }

  @Test(
    "What is answered at once shares a connection; who would wait behind a slow read opens another")
  func fewConnectionsAreOpened() async throws {
    let events = Events()
    try await ServerUnderTest.withPool(events: events) { pool in
      _ = try await pool.first(Statements.echo, 0)
      for _ in 0..<20 {
        try await withThrowingTaskGroup { group in
          for number in 0..<20 as Range<Int64> {
            group.addTask { _ = try await pool.first(Statements.echo, number) }
          }
          try await group.waitForAll()
        }
      }
      let opened = events.count(\.isConnected)
      async let slow = pool.first(Statements.sleepAndEcho, (1, 1))
      try await PoolTests.pause(on: pool.loop, .milliseconds(100))
      let start = pool.loop.now
      while pool.loop.now - start < .milliseconds(500) {
        _ = try await pool.first(Statements.echo, 2)
      }
      _ = try await slow
      print(
        "a crowd of 20 opened \(opened) connections; a slow read, \(events.count(\.isConnected))")
      // A machine that does other things may leave a connection without an answer for a while.
      #expect(opened <= 3)
      #expect(events.count(\.isConnected) >= 2)
    }
  }
}
