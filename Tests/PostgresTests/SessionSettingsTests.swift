import EventLoop
import Foundation
import TestDatabase
import Testing

@testable import Postgres

/// What a session's statements mean, whatever its role and its pooler say.
@Suite(.serialized) struct SessionSettingsTests {
  /// A setting of the role that would change what statements mean, and what the session has
  /// instead.
  private static let settings = [
    ("standard_conforming_strings = off", "on"), ("backslash_quote = off", "safe_encoding"),
    ("array_nulls = off", "on"), ("transform_null_equals = on", "off"),
    ("bytea_output = escape", "hex"), ("datestyle = 'German'", "ISO, MDY"),
    ("intervalstyle = sql_standard", "postgres"), ("timezone = 'Asia/Seoul'", "UTC"),
    ("extra_float_digits = -5", "1"),
    ("default_transaction_isolation = serializable", "read committed"),
    ("default_transaction_deferrable = on", "off"), ("idle_session_timeout = '2s'", "0"),
    ("exit_on_error = on", "off"), ("client_encoding = 'LATIN1'", "UTF8"),
    ("statement_timeout = '1h'", "4s"), ("lock_timeout = '1h'", "1s"),
  ]

  private static let current = Statement<String, String>(
    "select current_setting($1)", effect: .read, bind: { $1.text($0) },
    decode: { row throws(PostgresError) in try row.text() })

  private static let backslash = Statement<Void, Int32>(
    #"select length('a\b')"#, effect: .read, decode: { row throws(PostgresError) in try row.int4() }
  )

  private static func connect<Value: Sendable>(
    to target: ConnectionString, _ body: @escaping @Sendable (Connection) async throws -> Value
  ) async throws -> Value {
    try await ServerUnderTest.onLoop { loop in
      let connection = try await Connection.connect(
        on: loop, to: target, deadline: .seconds(30), policy: .patient)
      defer { connection.close() }
      return try await body(connection)
    }
  }

  @Test func settingsOfTheRoleThatChangeWhatStatementsMeanDoNotCount() async throws {
    let server = try TestRoles()
    defer { server.remove() }
    try server.makeRole("odd", Self.settings.map(\.0))
    let target = try ConnectionString(server.conninfo("odd"), environment: [])
    try await Self.connect(to: target) { connection in
      for (setting, expected) in Self.settings {
        let name = String(setting.prefix { $0 != " " })
        let current = try await connection.first(Self.current, name)
        #expect(current == expected, "\(name)")
      }
      let length = try await connection.first(Self.backslash)
      #expect(length == 3)
    }
  }

  @Test("A server that does not know the settings of the greeting is told to be too old")
  func anOldServer() {
    // The words of PostgreSQL 13.
    let old = ConnectionAttempt.plain(
      "FATAL: unrecognized configuration parameter \"idle_session_timeout\"")
    #expect(old == "the server is older than PostgreSQL 15, which is needed")
    let other = "FATAL: database \"shop\" does not exist"
    #expect(ConnectionAttempt.plain(other) == other)
  }

  @Test func aRolesSearchPathDoesNotHidePostgreSQLsOwnFunctions() async throws {
    let server = try TestRoles()
    defer { server.remove() }
    try server.makeRole("odd", ["search_path = evil, pg_catalog"])
    try server.psql(
      """
      create schema evil; grant usage on schema evil to odd;
      create function evil.length(text) returns integer language sql as 'select 99'
      """)
    let target = try ConnectionString(server.conninfo("odd"), environment: [])
      .session("search_path", "pg_catalog")
    let length = try await Self.connect(to: target) { try await $0.first(Self.backslash) }
    #expect(length == 3)
  }

  @Test("A pooler that keeps our options from the server passes on what literals need")
  func literalsBehindAPooler() async throws {
    let direct = try await TestDatabase.shared.makeDatabase()
    let name = try #require(direct.firstMatch(of: /dbname='?([a-z0-9_]+)/)?.1)
    try TestDatabase.psql(
      "alter database \(name) set standard_conforming_strings = off", in: direct)
    let bouncer = try await TestBouncer(before: direct)
    defer { bouncer.stop() }
    let target = try ConnectionString(bouncer.conninfo(of: direct))
    // Two clients over two sessions meet each of them in turns.
    try await Self.connect(to: target) { first in
      let second = try await Connection.connect(
        on: first.loop, to: target, deadline: .seconds(30), policy: .patient)
      defer { second.close() }
      #expect(first.isPooled)
      for _ in 0..<20 {
        async let lengths = (first.first(Self.backslash), second.first(Self.backslash))
        let (one, other) = try await lengths
        #expect(one == 3)
        #expect(other == 3)
      }
    }
  }

  @Test func theEncodingOfTheDatabaseIsKnown() async throws {
    let server = try TestRoles()
    defer { server.remove() }
    try server.makeDatabase("latin", "encoding 'LATIN1' template template0 locale 'C'")
    for (name, expected) in [("latin", "LATIN1"), ("postgres", "UTF8")] {
      let target = try ConnectionString(server.conninfo("moa", name), environment: [])
      let encoding = try await Self.connect(to: target) { $0.databaseEncoding }
      #expect(encoding == expected)
    }
  }

  @Test func everyVariableThatLibpqReadsIsKnown() {
    let known = ConnectionString.environmentVariables
    #expect(Set(LibPQ.environmentVariables()).isSubset(of: known))
    let some = [
      "PGHOST", "PGHOSTADDR", "PGPORT", "PGDATABASE", "PGUSER", "PGPASSWORD", "PGPASSFILE",
      "PGSERVICE", "PGSERVICEFILE", "PGSYSCONFDIR", "PGOPTIONS", "PGAPPNAME", "PGSSLMODE",
      "PGSSLCERT", "PGSSLKEY", "PGSSLROOTCERT", "PGSSLCRL", "PGREQUIREPEER", "PGCHANNELBINDING",
      "PGKRBSRVNAME", "PGGSSENCMODE", "PGCONNECT_TIMEOUT", "PGCLIENTENCODING", "PGDATESTYLE",
      "PGTZ", "PGGEQO", "PGTARGETSESSIONATTRS", "PGLOCALEDIR",
    ]
    #expect(Set(some).subtracting(known).isEmpty)
    #expect(known.allSatisfy { $0.hasPrefix("PG") })
  }
}
