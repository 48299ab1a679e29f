import Synchronization
import TestDatabase
import Testing

@testable import Postgres

/// What whoever measures a pool is told.
@Suite struct MeterTests {
  /// Writes everything down.
  private final class Notes: PoolMeter {
    struct Ended {
      let name: String?
      let nanoseconds: Int64
      let sqlState: String?
    }

    let ended = Mutex<[Ended]>([])
    let waits = Mutex<[(nanoseconds: Int64, isShared: Bool)]>([])

    func ended(_ name: StatementName?, nanoseconds: Int64, failure: PostgresError?) {
      ended.withLock {
        $0.append(
          Ended(
            name: name.map { "\($0)" }, nanoseconds: nanoseconds, sqlState: failure?.sqlState))
      }
    }

    func waited(nanoseconds: Int64, isShared: Bool) {
      waits.withLock { $0.append((nanoseconds, isShared)) }
    }

    var names: [String?] { ended.withLock { $0.map(\.name) } }
  }

  private static let slow = Statement<Void, Void>("select pg_sleep(0.1)", effect: .read)
  private static let slowLine = #line - 1
  private static let wrong = Statement<Void, Void>("select 1 / 0", effect: .read)
  private static let wrongLine = #line - 1

  private static func measured(
    _ change: @escaping @Sendable (inout PoolConfiguration) -> Void = { _ in },
    _ body: @escaping @Sendable (Pool) async throws -> Void
  ) async throws -> Notes {
    let notes = Notes()
    try await ServerUnderTest.withPool {
      $0.statements.meter = notes
      change(&$0)
    } _: { pool in
      try await body(pool)
    }
    return notes
  }

  @Test("A statement is named by the file and line where it is written, and timed")
  func statements() async throws {
    let notes = try await Self.measured { pool in
      _ = try await pool.execute(Self.slow)
    }
    #expect(notes.names == ["MeterTests.swift:\(Self.slowLine)"])
    let took = notes.ended.withLock { $0[0].nanoseconds }
    #expect(took >= 100_000_000)
    #expect(took < 10_000_000_000)
  }

  @Test func theCommandsOfATransactionHaveNames() async throws {
    let notes = try await Self.measured { pool in
      _ = try await pool.transaction { try await $0.execute(Self.slow) }
    }
    #expect(notes.names == ["MeterTests.swift:\(Self.slowLine)", "commit"])
  }

  @Test func aFailureIsToldWithItsCode() async throws {
    let notes = try await Self.measured { pool in
      await #expect(throws: PostgresError.self) { try await pool.execute(Self.wrong) }
    }
    #expect(notes.names == ["MeterTests.swift:\(Self.wrongLine)"])
    #expect(notes.ended.withLock { $0[0].sqlState } == "22012")
  }

  private final class Caller: Sendable {
    @TaskLocal static var current: Caller?
    let ended = Mutex<[String]>([])
  }

  /// Follows the statements of callers.
  private struct Watch: StatementWatch {
    func caller() -> (any AnyObject & Sendable)? { Caller.current }

    func ended(
      _ name: StatementName?, of caller: any AnyObject & Sendable, nanoseconds: Int64,
      failure: PostgresError?
    ) {
      (caller as? Caller)?.ended.withLock {
        $0.append("\(name?.description ?? "-") \(failure?.sqlState ?? "done")")
      }
    }
  }

  @Test("Whoever follows the statements of a caller is told of those alone, and named when slow")
  func watches() async throws {
    let (one, other, events) = (Caller(), Caller(), Events())
    try await ServerUnderTest.withPool(events: events) {
      $0.statements.watch = Watch()
      $0.statements.slowAfter = .milliseconds(90)
    } _: { pool in
      _ = try await pool.execute(Self.slow)
      async let first: Void = Caller.$current.withValue(one) {
        _ = try? await pool.execute(Self.wrong)
        _ = try? await pool.transaction { try await $0.execute(Self.slow) }
      }
      async let second: Void = Caller.$current.withValue(other) {
        _ = try? await pool.execute(Self.slow)
      }
      _ = await (first, second)
    }
    let name = "MeterTests.swift:\(Self.slowLine)"
    let failed = "MeterTests.swift:\(Self.wrongLine) 22012"
    #expect(one.ended.withLock { $0 } == [failed, "\(name) done", "commit done"])
    #expect(other.ended.withLock { $0 } == ["\(name) done"])
    let slow = events.all.compactMap { event -> ObjectIdentifier? in
      guard case .statementSlow(_, _, _, let caller) = event else { return nil }
      return caller.map { ObjectIdentifier($0) }
    }
    #expect(slow.sorted() == [ObjectIdentifier(one), ObjectIdentifier(other)].sorted())
  }

  @Test("Who waits for a connection is told with the time that it took, and who does not with none")
  func waits() async throws {
    let alone: @Sendable (inout PoolConfiguration) -> Void = { $0.exclusiveConnectionsMax = 1 }
    let notes = try await Self.measured(alone) { pool in
      _ = try await pool.transaction { try await $0.execute(Self.slow) }
      async let one = pool.transaction { try await $0.execute(Self.slow) }
      async let other = pool.transaction { try await $0.execute(Self.slow) }
      _ = try await (one, other)
    }
    let waits = notes.waits.withLock { $0 }
    #expect(waits.count == 3)
    #expect(waits.allSatisfy { !$0.isShared })
    #expect(waits.contains { $0.nanoseconds == 0 })
    #expect(waits.contains { $0.nanoseconds > 50_000_000 })
  }

  @Test func usageTellsWhoUsesAndWhoWaits() async throws {
    try await ServerUnderTest.withPool {
      $0.exclusiveConnectionsMax = 1
    } _: { pool in
      #expect(
        pool.exclusiveUsage == PoolUsage(connectionsMax: 1, open: 0, inUse: 0, waiting: 0))
      async let one = pool.transaction { try await $0.execute(Self.slow) }
      async let other = pool.transaction { try await $0.execute(Self.slow) }
      let busy = PoolUsage(connectionsMax: 1, open: 1, inUse: 1, waiting: 1)
      try await until("one waits for the other") { pool.exclusiveUsage == busy }
      _ = try await (one, other)
      #expect(
        pool.exclusiveUsage == PoolUsage(connectionsMax: 1, open: 1, inUse: 0, waiting: 0))
    }
  }
}
