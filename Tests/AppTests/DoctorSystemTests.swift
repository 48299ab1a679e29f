import Foundation
import HTTPServer
import LocalPostgres
import Logging
import TestDatabase
import Testing

@testable import App

/// What the doctor says of the system and of the database's settings, before it hurts.
@Suite(.serialized) struct DoctorSystemTests {
  private static let machine = Machine(
    cores: 4, isRoot: false, homeDirectory: "/home/you", xdgDataHome: nil, workingDirectory: "/")

  private func configuration(_ flags: [Setting: String] = [:]) throws -> Configuration {
    try Configuration.read(flags: flags, environment: [:], machine: Self.machine)
  }

  private func examine(_ conninfo: String) async throws -> [String] {
    let log = EventLog(LogQueue(descriptor: 2), level: .critical)
    return await DatabaseExamination(try configuration([.databaseURL: conninfo]), log).findings()
      .map(\.description)
  }

  // MARK: The system

  @Test func moreWorkersThanProcessorsAreNoted() throws {
    let configuration = try configuration()
    #expect(ResourceExamination.processors(configuration, 4).grade == .fine)
    let crowded = ResourceExamination.processors(configuration, 1)
    #expect(crowded.grade == .remark)
    #expect(crowded.text == "Processors: 1 may be used; workers: 4, which wait for each other.")
  }

  @Test func littleMemoryIsNoted() throws {
    let configuration = try configuration()
    let texts = [64, 256, 24_105].map {
      ResourceExamination.memory(configuration, AvailableMemory(mebibytes: $0))
    }
    #expect(texts.map(\.grade) == [.remark, .remark, .fine])
    #expect(texts[0].text.contains("a shop needs 128"))
    #expect(texts[1].text.contains("the largest pictures"))
    #expect(texts[2].text.contains("keeps 2048 MiB of its tables"))
  }

  @Test func doubtsAndPostgresVariablesAreNoted() throws {
    var configuration = try configuration()
    configuration.doubts = ["the variable MOA_X has no meaning: remove it."]
    configuration.postgresVariables = ["PGHOST"]
    let findings = ResourceExamination.findings(configuration).map(\.description)
    #expect(
      findings.contains(
        "note     Configuration: the variable MOA_X has no meaning: remove it."))
    #expect(
      findings.contains(
        "note     Environment: PGHOST do not count for the private PostgreSQL."))
  }

  @Test func aTakenAddressIsMissingUnlessAServerRunsHere() async throws {
    let taken = try ListeningSocket(.tcp(host: "127.0.0.1", port: 0))
    defer { taken.close() }
    let port = try #require(taken.address.port)
    let configuration = try configuration([.port: "\(port)"])
    let grades = await [
      ListenerExamination.finding(configuration, isServing: false).grade,
      ListenerExamination.finding(configuration, isServing: true).grade,
      ListenerExamination.finding(configuration, isServing: nil).grade,
    ]
    #expect(grades == [.missing, .remark, .remark])
    let free = try self.configuration([.port: "0"])
    #expect(await ListenerExamination.finding(free, isServing: false).grade == .fine)
    let measured = try self.configuration([.metricsListen: "127.0.0.1:\(port)"])
    let finding = await ListenerExamination.metricsFinding(measured, isServing: false)
    #expect(finding?.grade == .missing)
    #expect(finding?.text.hasPrefix("Metrics: ") == true)
    #expect(await ListenerExamination.metricsFinding(free, isServing: false) == nil)
  }

  // MARK: The database

  private func rights(of role: String, _ server: TestRoles) async throws -> String {
    let findings = try await examine(server.conninfo(role, "shop"))
    return try #require(findings.first { $0.contains("Rights:") }, "\(findings)")
  }

  private func migrate(_ conninfo: String) async throws {
    let log = EventLog(LogQueue(descriptor: 2), level: .critical)
    _ = try await AdministrationSession(configuration([.databaseURL: conninfo]), log).migrate()
  }

  @Test func aDatabaseThatIsNotUTF8IsMissingAndNotMigrated() async throws {
    let server = try TestRoles()
    defer { server.remove() }
    for encoding in ["EUC_KR", "LATIN1", "SQL_ASCII"] {
      let name = encoding.lowercased()
      try server.makeDatabase(name, "encoding '\(encoding)' template template0 locale 'C'")
      let conninfo = server.conninfo("moa", name)
      let line = try await examine(conninfo).first { $0.contains("Encoding:") }
      #expect(line?.hasPrefix("missing  Encoding: the database is in \(encoding)") == true)
      let refusal = await #expect(throws: CommandError.self) { try await migrate(conninfo) }
      #expect(refusal?.code == .configuration)
      #expect(refusal?.description.contains("is encoded in \(encoding)") == true)
      let schemas = "select count(*) from pg_namespace where nspname = 'moa'"
      #expect(try server.psql(schemas, in: name) == "0")
    }
  }

  @Test func settingsOfTheRoleThatDoNotCountAreTold() async throws {
    let server = try TestRoles()
    defer { server.remove() }
    try server.makeRole("odd", ["standard_conforming_strings = off", "work_mem = '8MB'"])
    let findings = try await examine(server.conninfo("odd"))
    #expect(
      findings.contains(
        "ok       Settings of the role or the database: standard_conforming_strings=off do not"
          + " count."))
  }

  @Test func whatKeepsTriggersFromFiringIsMissingAndUnsafeCommitsAreNoted() async throws {
    let server = try TestRoles()
    defer { server.remove() }
    try server.makeRole("odd", ["session_replication_role = replica", "synchronous_commit = off"])
    let findings = try await examine(server.conninfo("odd"))
    #expect(findings.contains { $0.hasPrefix("missing  Triggers: session_replication_role") })
    #expect(findings.contains { $0.hasPrefix("note     Commits: synchronous_commit is off") })
  }

  @Test func theRightsOfARoleAreToldUntilItHasAll() async throws {
    let server = try TestRoles()
    defer { server.remove() }
    try server.makeDatabase("shop")
    try server.makeRole("clerk")
    let none = try await rights(of: "clerk", server)
    #expect(none.hasPrefix("missing  Rights: the role clerk may not make the schema"))
    try await migrate(server.conninfo("moa", "shop"))
    #expect(try await rights(of: "clerk", server).contains("grant usage on schema moa to clerk"))
    try server.psql("grant usage on schema moa to clerk", in: "shop")
    #expect(try await rights(of: "clerk", server).contains("lacks select on moa."))
    try server.psql(
      """
      grant select, insert, update, delete on all tables in schema moa to clerk;
      grant usage, select, update on all sequences in schema moa to clerk
      """, in: "shop")
    #expect(
      try await rights(of: "clerk", server)
        == "ok       Rights: the role clerk may serve; another one has to run `moa migrate`.")
    #expect(try await rights(of: "moa", server).hasSuffix("may serve and migrate."))
  }

  @Test func aSchemaThatAnAdministratorMadeIsMigratedByARoleThatMayMakeNone() async throws {
    let server = try TestRoles()
    defer { server.remove() }
    try server.makeDatabase("shop")
    try server.makeRole("owner")
    try server.makeRole("clerk")
    // The words of the article Operations.
    try server.psql(
      """
      create schema moa authorization owner;
      grant usage on schema moa to clerk;
      alter default privileges for role owner in schema moa
        grant select, insert, update, delete on tables to clerk;
      alter default privileges for role owner in schema moa
        grant usage, select, update on sequences to clerk
      """, in: "shop")
    #expect(
      try await rights(of: "owner", server)
        == "ok       Rights: the role owner may serve and migrate.")
    try await migrate(server.conninfo("owner", "shop"))
    #expect(try await rights(of: "clerk", server).hasPrefix("ok       Rights:"))
    let log = EventLog(LogQueue(descriptor: 2), level: .critical)
    let clerk = AdministrationSession(
      try configuration([.databaseURL: server.conninfo("clerk", "shop")]), log)
    _ = try await clerk.createVendor(name: "가게", secretFile: nil)
    #expect(try await clerk.listVendors().lines.count == 1)
  }

  @Test func aRoleWithoutRightsIsToldWhereTheyAreWritten() async throws {
    let server = try TestRoles()
    defer { server.remove() }
    try server.makeDatabase("shop")
    try server.makeRole("clerk")
    let refusal = await #expect(throws: CommandError.self) {
      try await migrate(server.conninfo("clerk", "shop"))
    }
    #expect(refusal?.description.contains("permission denied") == true)
    #expect(refusal?.description.contains("Operations says which rights the role needs") == true)
  }
}
