import Foundation
import HTTPServer
import LocalPostgres
import TestDatabase
import Testing

@testable import Operations

/// What the doctor says of the system and of the database's settings, before it hurts.
@Suite(.serialized) struct DoctorSystemTests {
  private func examine(_ conninfo: String) async throws -> [String] {
    await DatabaseExamination(try .at(conninfo)) { _ in }.findings().map(\.description)
  }

  // MARK: The system

  @Test func moreWorkersThanProcessorsAreNoted() throws {
    #expect(ResourceExamination.processors(workers: 4, 4).grade == .fine)
    let crowded = ResourceExamination.processors(workers: 4, 1)
    #expect(crowded.grade == .remark)
    #expect(crowded.text == "Processors: 1 may be used; workers: 4, which wait for each other.")
  }

  @Test func littleMemoryIsNoted() throws {
    let texts = [64, 256, 24_105].map {
      ResourceExamination.memory(AvailableMemory(mebibytes: $0), isDatabasePrivate: true)
    }
    #expect(texts.map(\.grade) == [.remark, .remark, .fine])
    #expect(texts[0].text.contains("a shop needs 128"))
    #expect(texts[1].text.contains("the largest pictures"))
    #expect(texts[2].text.contains("keeps 2048 MiB of its tables"))
  }

  @Test func doubtsAndPostgresVariablesAreNoted() throws {
    var settings = Doctor.Settings(
      database: DatabaseSettings(dataDirectory: "/nonexistent"),
      address: .tcp(host: "127.0.0.1", port: 0))
    settings.doubts = ["the variable MOA_X has no meaning: remove it."]
    settings.postgresVariables = ["PGHOST"]
    let findings = ResourceExamination.findings(settings).map(\.description)
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
    var findings: [Finding] = []
    for isServing in [false, true] {
      findings.append(
        await ListenerExamination.finding(taken.address, called: "Metrics", isServing: isServing))
    }
    #expect(findings.map(\.grade) == [.missing, .remark])
    #expect(findings[0].text.hasPrefix("Metrics: "))
    let free = ListenAddress.tcp(host: "127.0.0.1", port: 0)
    #expect(
      await ListenerExamination.finding(free, called: "Address", isServing: false).grade == .fine)
  }

  @Test("A taken port is missing with an external database too, unless our server answers there")
  func aTakenPortBesideAnExternalDatabase() async throws {
    let taken = try ListeningSocket(.tcp(host: "127.0.0.1", port: 0))
    defer { taken.close() }
    var settings = Doctor.Settings(
      database: try .at("host=/nonexistent dbname=shop"), address: taken.address)
    func line() async throws -> String {
      let findings = await Doctor(settings, { _ in }).examine().map(\.description)
      return try #require(findings.first { $0.contains("Address: ") })
    }
    #expect(try await line().hasPrefix("missing"))
    settings.isAnswering = { true }
    #expect(try await line().hasPrefix("note"))
  }

  @Test("A full disk is missing, also under a directory that is still to be made")
  func aFullDisk() throws {
    let full = ResourceExamination.disk(
      DiskSpace(free: 1 << 20, size: 1 << 30), of: "/data", .never)
    #expect(full.grade == .missing)
    #expect(full.text.hasPrefix("Disk: 1 MB are free for /data, and a server needs "))
    let settings = Doctor.Settings(
      database: DatabaseSettings(dataDirectory: "/nonexistent/data"),
      address: .tcp(host: "127.0.0.1", port: 0))
    let texts = ResourceExamination.findings(settings).map(\.text)
    let disk = try #require(texts.first { $0.hasPrefix("Disk: ") })
    #expect(disk.contains("/nonexistent/data"))
  }

  @Test("An expired certificate, or one of later, is missing; one that ends soon is noted")
  func certificates() {
    func grade(_ days: Int, isEarly: Bool = false) -> Finding.Grade {
      Doctor.certificate("/a.pem", daysLeft: days, isEarly: isEarly).grade
    }
    #expect(grade(-666) == .missing)
    #expect(grade(-1) == .missing)
    #expect(grade(90, isEarly: true) == .missing)
    #expect(grade(3) == .remark)
    #expect(grade(90) == .fine)
    let text = Doctor.certificate("/a.pem", daysLeft: -666, isEarly: false).text
    #expect(text.contains("expired 666 days ago"))
  }

  @Test("Too few open files for the connections are noted, and for a shop at all are missing")
  func openFiles() {
    #expect(ResourceExamination.openFiles((connections: 5_000, wanted: 5_000)) == nil)
    #expect(
      ResourceExamination.openFiles((connections: 960, wanted: 5_000))?.grade == .remark)
    let few = ResourceExamination.openFiles((connections: 36, wanted: 5_000))
    #expect(few?.grade == .missing)
    #expect(few?.text.contains("LimitNOFILE= in a unit) to 5064") == true)
  }

  // MARK: The database

  private func rights(of role: String, _ server: TestRoles) async throws -> String {
    let findings = try await examine(server.conninfo(role, "shop"))
    return try #require(findings.first { $0.contains("Rights:") }, "\(findings)")
  }

  private func migrate(_ conninfo: String) async throws {
    _ = try await AdministrationSession(on: .at(conninfo)).migrate()
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
    let clerk = AdministrationSession(on: try .at(server.conninfo("clerk", "shop")))
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
