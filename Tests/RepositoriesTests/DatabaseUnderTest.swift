import Domain
import EventLoop
import Fakes
import Foundation
import Postgres
import Repositories
import TestDatabase
import UseCases

/// A fresh, migrated database for one test, and a loop to use it on.
struct DatabaseUnderTest {
  let loop: EventLoop
  let conninfo: String
  /// PostgreSQL's own address, for whoever looks on or is in the way: a pooler's two sessions may
  /// both be waiting.
  private let direct: String

  /// Copies a database that was migrated once for all tests of this process.
  static func make(behindPooler: Bool = isPooled) async throws -> DatabaseUnderTest {
    let conninfo = try await TestDatabase.shared.makeDatabase(
      copying: try await TestStore.migrated.value)
    return try await make(conninfo, behindPooler)
  }

  /// A database that has seen no migration.
  static func empty(behindPooler: Bool = isPooled) async throws -> DatabaseUnderTest {
    try await make(try await TestDatabase.shared.makeDatabase(), behindPooler)
  }

  /// Whether all tests of this target go through PgBouncer.
  static let isPooled = ProcessInfo.processInfo.environment["MOA_TEST_POOLER"] == "1"

  private static func make(_ conninfo: String, _ isPooled: Bool) async throws -> DatabaseUnderTest {
    guard isPooled else { return try DatabaseUnderTest(conninfo) }
    return try DatabaseUnderTest(
      await bouncer.value.conninfo(of: conninfo), direct: conninfo)
  }

  private static let bouncer = Task {
    // It keeps our time limits from the server, so that locks would be waited for until the
    // deadline of the statement.
    try await TestBouncer(
      before: TestDatabase.shared.conninfo(), greeting: "set lock_timeout = 5000")
  }

  init(_ conninfo: String, direct: String? = nil) throws {
    loop = try TestStore.loop.get()
    self.conninfo = conninfo
    self.direct = direct ?? conninfo
  }

  /// Runs `body` on the loop with a pool, and closes the pool.
  func withPool<Value: Sendable>(
    _ configure: (inout PoolConfiguration) -> Void = { _ in },
    observe: @escaping @Sendable (PostgresEvent) -> Void = { _ in },
    _ body: @escaping @Sendable (Pool) async throws -> Value
  ) async throws -> Value {
    var configuration = try PoolConfiguration(testing: conninfo)
    configure(&configuration)
    return try await Pool.forOnce(on: loop, configuration, observe: observe, body)
  }

  /// Applies migrations; returns the names of those that this call applied.
  func migrate(_ migrations: [Migration]) async throws -> [String] {
    try await onConnection { try await Migrator(migrations).migrate($0) }
  }

  /// - Parameter isStranger: somebody else's, with PostgreSQL itself.
  func onConnection<Value: Sendable>(
    isStranger: Bool = false, _ body: @escaping @Sendable (Connection) async throws -> Value
  ) async throws -> Value {
    let target = try ConnectionString(isStranger ? direct : conninfo).patient
    let loop = loop
    return try await loop.run {
      let connection = try await Connection.connect(on: loop, to: target, deadline: .seconds(10))
      defer { connection.close() }
      return try await body(connection)
    }
  }

  @discardableResult
  func psql(_ sql: String) throws -> String {
    try TestDatabase.psql(sql, in: direct)
  }
}

extension Ports {
  /// The real store, over one pool.
  init(_ pool: Pool) { self.init(pool, .fake) }
}
