import EventLoop
import Foundation
import Testing

@testable import Postgres

struct PoolTests {
  private static let ownConnections = Statement<String, Int64>(
    "select count(*) from pg_stat_activity where application_name = $1", effect: .read,
    bind: { $1.text($0) },
    decode: { row throws(PostgresError) in try row.int8() })

  /// The process of the connection that writes have.
  private static let writingProcess = Statement<Void, Int32>(
    "select pg_backend_pid()", effect: .write,
    decode: { row throws(PostgresError) in try row.int4() })

  @Test("A read past its deadline takes no write with it")
  func aSlowReadDoesNotEndAWrite() async throws {
    try await ServerUnderTest.withPool({ configuration in
      configuration.sharedConnectionsMax = 1
      configuration.statements.readDeadline = .milliseconds(300)
    }) { pool in
      let write = Statement<Void, Void>("select pg_sleep(1)", effect: .write)
      while await failure(of: { try await pool.rows(Statements.echo, 1) }) != nil {}
      async let slow = failure { try await pool.rows(Statements.sleepAndEcho, (5, 1)) }
      async let written = pool.execute(write)
      let (error, affected) = try await (slow, written)
      #expect(error?.isTimeout == true)
      #expect(affected == 1)
    }
  }

  @Test("A write that leaves a transaction open has its connection closed, not handed on")
  func anOpenTransactionIsNotHandedOn() async throws {
    try await ServerUnderTest.withPool({ $0.exclusiveConnectionsMax = 1 }) { pool in
      let begin = Statement<Void, Void>("begin", effect: .write)
      let first = try await pool.first(Self.writingProcess, ())
      try await pool.execute(begin)
      let second = try await pool.first(Self.writingProcess, ())
      #expect(first != second)
    }
  }

  @Test func singleStatementsShareFewConnections() async throws {
    try await ServerUnderTest.withPool({ $0.sharedConnectionsMax = 2 }) { pool in
      let processes = try await withThrowingTaskGroup { group in
        for _ in 0..<200 { group.addTask { try await pool.first(Statements.process) ?? 0 } }
        return try await group.reduce(into: Set<Int32>()) { $0.insert($1) }
      }
      #expect(processes.count <= 2)
    }
  }

  @Test("Transactions get one connection each, never more than the bound, in the order they came")
  func transactionsQueueInOrder() async throws {
    try await ServerUnderTest.withPool({ configuration in
      configuration.exclusiveConnectionsMax = 2
      configuration.waitingDeadline = .seconds(5)
    }) { pool in
      let running = Shared((now: 0, most: 0))
      let order = Shared<[Int]>([])
      await withTaskGroup { group in
        for number in 0..<8 {
          group.addTask {
            try? await pool.transaction { transaction in
              order.change { $0.append(number) }
              running.change {
                $0.now += 1
                $0.most = max($0.most, $0.now)
              }
              _ = try await transaction.rows(Statements.sleepAndEcho, (0.02, 1))
              running.change { $0.now -= 1 }
            }
          }
        }
      }
      #expect(running.value.most == 2)
      #expect(order.value == Array(0..<8))
    }
  }

  @Test("Who waits longer than the waiting deadline is refused, and the pool goes on")
  func waitingHasADeadline() async throws {
    try await ServerUnderTest.withPool({ configuration in
      configuration.exclusiveConnectionsMax = 1
      configuration.waitingDeadline = .milliseconds(200)
    }) { pool in
      try await Self.warm(pool)
      let isRunning = Shared(false)
      async let long: Void = pool.transaction {
        isRunning.change { $0 = true }
        _ = try await $0.rows(Statements.sleepAndEcho, (1, 1))
        isRunning.change { $0 = false }
      }
      while !isRunning.value { await Task.yield() }
      let error = await failure { try await pool.transaction { _ in } }
      #expect(error?.isExhausted == true)
      #expect(error?.isSafeToRetry == true)
      #expect(isRunning.value)
      try await long
      try await pool.transaction { _ in }
    }
  }

  @Test(
    "Who would be one waiter too many is refused at once, and does not come back by itself",
    arguments: [1, 3])
  func waitingHasABound(attempts: Int) async throws {
    try await ServerUnderTest.withPool({ configuration in
      configuration.exclusiveConnectionsMax = 1
      configuration.waitingFactor = 4
      configuration.waitingDeadline = .seconds(5)
    }) { pool in
      try await Self.warm(pool)
      let refused = await withTaskGroup { group in
        for _ in 0..<8 {
          group.addTask {
            await failure {
              try await pool.transaction(TransactionMode(attemptsMax: attempts)) {
                _ = try await $0.rows(Statements.sleepAndEcho, (0.02, 1))
              }
            }
          }
        }
        return await group.reduce(0) { $0 + ($1?.isExhausted == true ? 1 : 0) }
      }
      #expect(refused == 3)
    }
  }

  @Test("Who finds no server has waited once, however often the transaction may be tried")
  func aMissingServerIsWaitedForOnce() async throws {
    let target = try ServerUnderTest.database().setting("host", to: "/nowhere/\(getpid())")
    let wait = Duration.seconds(1)
    try await ServerUnderTest.withPool(
      to: target,
      {
        $0.waitingDeadline = wait
        $0.awayAfter = .seconds(30)
      }
    ) { pool in
      let clock = ContinuousClock()
      let start = clock.now
      let error = await failure {
        try await pool.transaction(TransactionMode(attemptsMax: 9)) { _ in }
      }
      #expect(error?.isConnection == true)
      #expect(error?.isSafeToRetry == true)
      let took = clock.now - start
      #expect(took >= wait)
      #expect(took < wait * 5)
    }
  }

  /// The server is reached through a link, which is away while the transaction wants a connection.
  @Test("When only transactions get no connection, the shared ones stay within their bound")
  func failingExclusiveConnectionsDoNotGrowTheSharedOnes() async throws {
    let events = Events()
    let database = try ServerUnderTest.database()
    let sockets = try #require(database.settings["host"])
    let link = FileManager.default.temporaryDirectory.appending(path: "moa-link-\(getpid())").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: sockets)
    defer { try? FileManager.default.removeItem(atPath: link) }
    let target = try database.setting("host", to: link)
    try await ServerUnderTest.withPool(
      to: target, events: events, { $0.sharedConnectionsMax = 1 }
    ) { pool in
      _ = try await pool.first(Statements.echo, 1)
      try FileManager.default.removeItem(atPath: link)
      async let transaction: Void = pool.transaction {
        _ = try await $0.first(Statements.echo, 2)
      }
      while events.count(\.isConnectFailed) < 2 {
        try await Self.pause(on: pool.loop, .milliseconds(5))
      }
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: sockets)
      try await transaction
      try await Self.pause(on: pool.loop, .milliseconds(100))
    }
    #expect(events.count(\.isConnected) == 2)
  }

  @Test("A terminated session is replaced; reads in flight on it are tried again unnoticed")
  func terminatedSessionIsReplaced() async throws {
    let events = Events()
    try await ServerUnderTest.withPool(events: events, { $0.sharedConnectionsMax = 1 }) { pool in
      let process = try await pool.first(Statements.process) ?? 0
      async let read = pool.first(Statements.sleepAndEcho, (3, 42))
      try await ServerUnderTest.withConnection { other in
        try await Self.awaitSleep(of: "\(process)", on: other)
        _ = try await other.rows(Statements.terminate, process)
      }
      let answer = try await read
      #expect(answer == 42)
      let second = try await pool.first(Statements.process)
      #expect(second != process)
    }
    #expect(events.count(\.isLost) >= 1)
  }

  @Test("A write on a terminated session is not repeated")
  func writesAreNotRepeated() async throws {
    try await ServerUnderTest.withPool({ $0.sharedConnectionsMax = 1 }) { pool in
      let sleepingWrite = Statement<Void, Void>("select pg_sleep(10)", effect: .write)
      let process = try await pool.first(Self.writingProcess, ()) ?? 0
      async let error = failure { try await pool.execute(sleepingWrite) }
      try await ServerUnderTest.withConnection { other in
        try await Self.awaitSleep(of: "\(process)", on: other)
        _ = try await other.rows(Statements.terminate, process)
      }
      #expect(await error?.isSafeToRetry == false)
    }
  }

  @Test("A session terminated while idle is not written into")
  func idleTerminationIsNoticed() async throws {
    try await ServerUnderTest.withPool({ $0.sharedConnectionsMax = 1 }) { pool in
      let write = Statement<Void, Void>("select 1", effect: .write)
      for _ in 0..<5 {
        let process = try await pool.first(Self.writingProcess, ()) ?? 0
        try await ServerUnderTest.withConnection { other in
          _ = try await other.rows(Statements.terminate, process)
        }
        try await Self.pause(on: pool.loop, .milliseconds(30))
        try await pool.execute(write)
      }
    }
  }

  @Test func connectionsAreReplacedWhenTheyAreOld() async throws {
    try await ServerUnderTest.withPool({ configuration in
      configuration.sharedConnectionsMax = 1
      configuration.lifetime = .milliseconds(50)
    }) { pool in
      let first = try await pool.first(Statements.process)
      try await Self.pause(on: pool.loop, .milliseconds(100))
      _ = try await pool.first(Statements.process)
      try await Self.pause(on: pool.loop, .milliseconds(100))
      let answer = try await pool.first(Statements.process)
      #expect(answer != first)
    }
  }

  @Test func closingWaitsForWhatIsUnderWayAndLeavesNoSession() async throws {
    let target = try ServerUnderTest.database()
      .setting("application_name", to: "closing-test")
    try await ServerUnderTest.onLoop { loop in
      var configuration = PoolConfiguration(target)
      configuration.statements = .patient
      let pool = Pool(on: loop, configuration)
      async let read = pool.first(Statements.sleepAndEcho, (3, 9))
      async let written: Void = pool.transaction {
        _ = try await $0.rows(Statements.sleepAndEcho, (3, 9))
      }
      try await ServerUnderTest.withConnection {
        try await Self.awaitSleep(of: "closing-test", 2, on: $0)
      }
      await pool.close()
      let answer = try await read
      #expect(answer == 9)
      try await written
      let error = await failure { try await pool.rows(Statements.echo, 1) }
      #expect(error?.isConnection == true)
    }
    try await ServerUnderTest.withConnection { connection in
      for _ in 0..<100 {
        let left = try await connection.first(Self.ownConnections, "closing-test")
        if left == 0 { return }
        try await Self.pause(on: connection.loop, .milliseconds(10))
      }
      Issue.record("sessions of a closed pool are still there")
    }
  }

  /// Opens the first exclusive connection, however long that takes.
  private static func warm(_ pool: Pool) async throws {
    for _ in 0..<100 {
      let error = await failure {
        try await pool.transaction { _ = try await $0.rows(Statements.echo, 1) }
      }
      if error == nil { return }
    }
    Issue.record("no connection")
  }

  /// Waits until the sessions of a name, or the one of a process, sleep in their statements.
  private static func awaitSleep(
    of name: String, _ count: Int64 = 1, on other: Connection
  ) async throws {
    for _ in 0..<3_000 {
      if try await other.first(Statements.sleepers, name) == count { return }
      try await pause(on: other.loop, .milliseconds(10))
    }
    Issue.record("\(name) never slept")
  }

  static func pause(on loop: EventLoop, _ duration: Duration) async throws {
    try await Task.sleep(for: duration)
    #expect(loop.isCurrent)
  }
}
