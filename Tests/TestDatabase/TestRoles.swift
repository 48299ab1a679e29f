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

/// Commands that take root, or `sudo` that asks for nothing.
enum RootCommand {
  static var prefix: [String] { geteuid() == 0 ? [] : ["sudo", "-n"] }

  /// Runs it to its end, whatever that is.
  ///
  /// - Throws: what it has said, where it fails; who has no such rights is told so.
  static func run(_ words: [String]) throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = prefix + words
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw TestDatabaseError.program("\(words[0]), for which root is needed", text)
    }
  }
}
