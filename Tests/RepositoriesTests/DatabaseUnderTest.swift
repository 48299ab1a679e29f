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
    let conninfo = try await TestDatabase.shared.makeDatabase(copying: try await template.value)
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
    loop = try Self.loop.get()
    self.conninfo = conninfo
    self.direct = direct ?? conninfo
  }

  /// One for all tests: loops that come and go are what libdispatch cannot do on Linux (issue 949).
  private static let loop = Result { try EventLoop(label: "repositories.test") }

  private static let template = Task {
    let database = try await empty(behindPooler: false)
    _ = try await database.migrate(try Migration.ofRepository())
    return database.conninfo
  }

  /// Runs `body` on the loop with a pool, and closes the pool.
  func withPool<Value: Sendable>(
    _ configure: (inout PoolConfiguration) -> Void = { _ in },
    observe: @escaping @Sendable (PostgresEvent) -> Void = { _ in },
    _ body: @escaping @Sendable (Pool) async throws -> Value
  ) async throws -> Value {
    var configuration = PoolConfiguration(try ConnectionString(conninfo))
    // Many tests share the server's connections.
    configuration.sharedConnectionsMax = 1
    configuration.waitingDeadline = .seconds(10)
    // And where many tests run, the server takes its time to let another one in.
    configuration.connectDeadline = .seconds(10)
    configuration.awayAfter = .seconds(3)
    configuration.statements.readDeadline = .seconds(20)
    configuration.statements.writeDeadline = .seconds(20)
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

extension Migration {
  /// The files of `db/migrations` as they are in the working tree.
  static func ofRepository() throws -> [Migration] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../db/migrations").standardizedFileURL
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return try names.filter { $0.hasSuffix(".sql") }.map { name in
      let script = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      return Migration(String(name.dropLast(4)), script)
    }
  }

  /// The digest does not matter here, only whether it stays the same; so it is made of the length.
  init(_ name: String, _ script: String) {
    let digits = String(script.utf8.count, radix: 16)
    let checksum = String(repeating: "0", count: 64 - digits.count) + digits
    self.init(name: name, script: script, checksum: checksum)
  }
}
