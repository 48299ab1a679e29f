import Foundation
import TestDatabase
import Testing

@testable import LocalPostgres

/// The last step of a restore to a moment, and of an upgrade.
@Suite(.serialized) struct DataSwapTests {
  private let directory = TestDirectory.make()
  private let settings = LocalPostgresSettings(isDurable: false)

  /// Makes a database with a table of this name, and stops its server.
  private func make(_ name: String, in place: String) throws {
    let postgres = try LocalPostgres(dataDirectory: place, settings: settings)
    try TestDatabase.psql("create table \(name) ()", in: try postgres.start())
    try postgres.stop()
  }

  private func swap() throws -> String? {
    try DataSwap(
      place: LocalPostgresLayout(dataDirectory: directory),
      fresh: LocalPostgresLayout(dataDirectory: directory + "/fresh")
    ).run(keptAs: "test")
  }

  private func tables() throws -> String {
    let postgres = try LocalPostgres(dataDirectory: directory, settings: settings)
    let conninfo = try postgres.start()
    defer { try? postgres.stop() }
    return try TestDatabase.psql(
      "select string_agg(tablename, ',') from pg_tables where schemaname = 'public'", in: conninfo)
  }

  @Test func theFreshDataIsServedAndTheFormerStaysBesideIt() throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try make("former", in: directory)
    try make("fresh", in: directory + "/fresh")
    let kept = try swap()
    #expect(kept == directory + "/postgresql/server/data.before-test")
    #expect(try tables() == "fresh")
    #expect(FileManager.default.fileExists(atPath: (kept ?? "") + "/PG_VERSION"))
  }

  @Test func whereNothingWasNothingIsKept() throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try make("fresh", in: directory + "/fresh")
    #expect(try swap() == nil)
    #expect(try tables() == "fresh")
  }

  @Test func aSwapThatCannotBeFinishedIsUndone() throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try make("former", in: directory)
    #expect(throws: LocalPostgresError.self) { try swap() }
    #expect(try tables() == "former")
  }

  @Test func afterAKillInTheMiddleNoNewShopIsMade() throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try make("former", in: directory)
    let server = directory + "/postgresql/server"
    let former = server + "/data.before-20261126t090000z"
    try FileManager.default.moveItem(atPath: server + "/data", toPath: former)
    // Of an upgrade in spring.
    try FileManager.default.createDirectory(
      atPath: server + "/data.before-postgresql-15-20260301t090000z",
      withIntermediateDirectories: false)
    let refusal: LocalPostgresError? = #expect(throws: LocalPostgresError.self) { try tables() }
    #expect(refusal?.description.contains("mv \(former) \(server)/data") == true)
    try FileManager.default.moveItem(atPath: former, toPath: server + "/data")
    #expect(try tables() == "former")
  }
}
