import Foundation

/// A PostgreSQL of a test's own that lets every role in, for tests about roles and databases.
///
///     let server = try TestRoles()
///     defer { server.remove() }
package final class TestRoles: Sendable {
  private let server: TestTCPServer

  package init() throws { server = try TestTCPServer() }

  package func remove() { server.remove() }

  /// For libpq; `moa` is the superuser.
  package func conninfo(_ role: String = "moa", _ database: String = "postgres") -> String {
    "host=\(server.address) port=\(server.port) user=\(role) dbname=\(database)"
  }

  /// Makes a database, with what `create database` takes after its name.
  package func makeDatabase(_ name: String, _ options: String = "") throws {
    try psql("create database \(name) \(options)")
  }

  /// Makes a role that may log in, with what `alter role ... set` takes.
  package func makeRole(_ name: String, _ settings: [String] = []) throws {
    try psql("create role \(name) login")
    for setting in settings { try psql("alter role \(name) set \(setting)") }
  }

  /// Runs SQL as the superuser; see ``TestDatabase/psql(_:in:)``.
  @discardableResult
  package func psql(_ sql: String, in database: String = "postgres") throws -> String {
    try TestDatabase.psql(sql, in: conninfo("moa", database))
  }
}
