import LocalPostgres
import Postgres
import TestDatabase
import Testing

@testable import Operations

/// What the doctor says of whoever stands between us and PostgreSQL.
@Suite(.serialized) struct DoctorPoolerTests {
  private func findings(
    _ conninfo: String, prepared: StatementPolicy.Preparation
  ) async throws -> [String] {
    await DatabaseExamination(try .at(conninfo, prepared)) { _ in }.findings()
      .map(\.description)
      .filter { $0.contains("Pooler:") || $0.contains("Time limits:") }
  }

  @Test func withoutAPoolerStatementsArePrepared() async throws {
    let direct = try TestDatabase.shared.conninfo()
    #expect(
      try await findings(direct, prepared: .automatic)
        == ["ok       Pooler: none; statements are prepared."])
    #expect(
      try await findings(direct, prepared: .never)
        == ["ok       Pooler: none; statements are not prepared."])
  }

  @Test func aPoolerIsToldAndWhatItKeepsFromTheServer() async throws {
    let direct = try await TestDatabase.shared.makeDatabase()
    let bouncer = try await TestBouncer(before: direct)
    defer { bouncer.stop() }
    let conninfo = try bouncer.conninfo(of: direct)
    let automatic = try await findings(conninfo, prepared: .automatic)
    #expect(
      automatic.first
        == "ok       Pooler: one is in between, such as PgBouncer; statements are not prepared.")
    #expect(automatic.last?.hasPrefix("note     Time limits: ") == true)
    let prepared = try await findings(conninfo, prepared: .always)
    #expect(prepared.first?.contains("needs PgBouncer 1.21 or newer") == true)
    let name = try #require(conninfo.split(separator: "=").last)
    try TestDatabase.psql("alter database \(name) set statement_timeout = '4s'", in: direct)
    // Sessions that the pooler has open do not know of it yet.
    let second = try await TestBouncer(before: direct)
    defer { second.stop() }
    #expect(try await findings(second.conninfo(of: direct), prepared: .automatic).count == 1)
  }
}
