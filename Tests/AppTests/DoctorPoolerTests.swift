import LocalPostgres
import Logging
import TestDatabase
import Testing

@testable import App

/// What the doctor says of whoever stands between us and PostgreSQL.
@Suite(.serialized) struct DoctorPoolerTests {
  private func examine(_ flags: [Setting: String]) async throws -> [String] {
    let environment = ["HOME": "/nonexistent"]
    let configuration = try Configuration.read(
      flags: flags, environment: environment, machine: .current(environment: environment))
    let log = EventLog(LogQueue(descriptor: 2), level: .critical)
    return await DatabaseExamination(configuration, log).findings().map(\.description)
  }

  private func findings(_ conninfo: String, prepared: String) async throws -> [String] {
    try await examine([.databaseURL: conninfo, .databasePrepared: prepared]).filter {
      $0.contains("Pooler:") || $0.contains("Time limits:")
    }
  }

  @Test func withoutAPoolerStatementsArePrepared() async throws {
    let direct = try TestDatabase.shared.conninfo()
    #expect(
      try await findings(direct, prepared: "auto")
        == ["ok       Pooler: none; statements are prepared."])
    #expect(
      try await findings(direct, prepared: "off")
        == ["ok       Pooler: none; statements are not prepared."])
  }

  @Test func aPoolerIsToldAndWhatItKeepsFromTheServer() async throws {
    let direct = try await TestDatabase.shared.makeDatabase()
    let bouncer = try await TestBouncer(before: direct)
    defer { bouncer.stop() }
    let conninfo = try bouncer.conninfo(of: direct)
    let automatic = try await findings(conninfo, prepared: "auto")
    #expect(
      automatic.first
        == "ok       Pooler: one is in between, such as PgBouncer; statements are not prepared.")
    #expect(automatic.last?.hasPrefix("note     Time limits: ") == true)
    let prepared = try await findings(conninfo, prepared: "on")
    #expect(prepared.first?.contains("needs PgBouncer 1.21 or newer") == true)
    let name = try #require(conninfo.split(separator: "=").last)
    try TestDatabase.psql("alter database \(name) set statement_timeout = '4s'", in: direct)
    // Sessions that the pooler has open do not know of it yet.
    let second = try await TestBouncer(before: direct)
    defer { second.stop() }
    #expect(try await findings(second.conninfo(of: direct), prepared: "auto").count == 1)
  }
}
