import Foundation

/// Two PostgreSQL servers of a test's own, the second of which streams from the first.
///
///     let database = try await ReplicatedDatabase.start()
///     defer { database.remove() }
package final class ReplicatedDatabase: Sendable {
  private let directory: String
  /// The primary at the beginning.
  package let first: ReplicatedServer
  /// The standby at the beginning.
  package let second: ReplicatedServer

  private init() {
    directory = TestDirectory.make()
    first = ReplicatedServer(home: directory + "/a")
    second = ReplicatedServer(home: directory + "/b")
  }

  /// Starts both, away from the caller's thread.
  ///
  /// - Parameter schema: run on the first before it is copied.
  package static func start(schema: String = "") async throws -> ReplicatedDatabase {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try startNow(schema) })
      }
    }
  }

  private static func startNow(_ schema: String) throws -> ReplicatedDatabase {
    let database = ReplicatedDatabase()
    do {
      try database.first.initialize()
      if !schema.isEmpty { try database.first.psql(schema) }
      try database.second.follow(database.first)
      return database
    } catch {
      database.remove()
      throw error
    }
  }

  /// Names both servers; libpq's `target_session_attrs` chooses.
  package var conninfo: String {
    "host='\(first.home),\(second.home)' port=5432,5432 user=moa dbname=moa"
  }

  /// Makes every commit on the first wait until the second has it on its disk, and returns when
  /// that holds. It is the checkpointer that puts it in force: a checkpoint asked for after that
  /// has seen it.
  package func makeSynchronous() throws {
    try first.psql("alter system set synchronous_standby_names = '*'")
    try first.psql("select pg_reload_conf()")
    try first.psql("checkpoint")
    for _ in 0..<500 {
      let state = try first.psql("select sync_state from pg_stat_replication")
      if state == "sync" { return }
      usleep(10_000)
    }
    throw TestDatabaseError.notRunning
  }

  /// Stops both and removes what they wrote.
  package func remove() { TestDirectory.remove(directory) }
}
