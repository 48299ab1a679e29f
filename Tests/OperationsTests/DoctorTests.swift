import Domain
import Foundation
import HTTPServer
import LocalPostgres
import Repositories
import TestDatabase
import Testing

@testable import Operations

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Every line that the doctor can say has an example here.
@Suite(.serialized) struct DoctorTests {
  private func examine(database conninfo: String) async throws -> [Finding] {
    await Doctor.of(try .at(conninfo)).examine()
  }

  private func examine(dataDirectory: String) async -> [Finding] {
    await Doctor.of(DatabaseSettings(dataDirectory: dataDirectory)).examine()
  }

  private func finding(_ subject: String, in findings: [Finding]) throws -> Finding {
    try #require(findings.first { $0.text.hasPrefix(subject + ":") }, "\(findings)")
  }

  private func migrated() async throws -> String {
    let conninfo = try await TestDatabase.shared.makeDatabase()
    _ = try await AdministrationSession(on: .at(conninfo)).migrate()
    return conninfo
  }

  private func directory() throws -> String {
    let path = "/tmp/moa-doctor-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  @Test func aLineTellsItsGradeFirst() {
    #expect(Finding(.fine, "a").description == "ok       a")
    #expect(Finding(.remark, "a").description == "note     a")
    #expect(Finding(.missing, "a\nb").description.hasPrefix("missing  a"))
    #expect(!Finding(.missing, "a\nb").description.contains("\n"))
  }

  // MARK: The database

  @Test("Changes that no server numbers are told, with the age of the oldest")
  func changesWithoutNumbersAreTold() async throws {
    let conninfo = try await migrated()
    _ = try TestDatabase.psql(
      """
      insert into moa.change_marks (kind, keys, left_at)
      values ('product', '{1}', now() - interval '10 minutes')
      """, in: conninfo)
    let waiting = try finding("Changes", in: try await examine(database: conninfo))
    #expect(waiting.grade == .remark)
    #expect(waiting.text.contains("1 are not numbered, the oldest for 600 s"))
  }

  @Test("A transaction that stays open is told, with its session and how to end it")
  func anOpenTransactionIsTold() {
    let told = DatabaseExamination.longest(
      OpenTransaction(process: 417, user: "shop", application: "psql", start: .earliest))
    #expect(told.grade == .remark)
    #expect(
      told.text.contains("417 of shop (psql) has one open since \(Timestamp.earliest.rfc3339)"))
    #expect(told.text.contains("pg_terminate_backend(417)"))
  }

  @Test("A clock of changes without its row is told")
  func aMissingClockIsTold() async throws {
    let conninfo = try await migrated()
    _ = try TestDatabase.psql("delete from moa.change_clock", in: conninfo)
    #expect(try finding("Changes", in: try await examine(database: conninfo)).grade == .missing)
  }

  @Test func aDatabaseIsSeenBeforeAndAfterItsMigrations() async throws {
    let conninfo = try await TestDatabase.shared.makeDatabase()
    let before = try await examine(database: conninfo)
    #expect(try finding("PostgreSQL", in: before).grade == .fine)
    let schema = try finding("Schema", in: before)
    #expect(schema.grade == .missing)
    #expect(schema.text.contains("moa migrate"))
    #expect(schema.text.contains("0001_schema_history"))
    _ = try await AdministrationSession(on: .at(conninfo)).migrate()
    let after = try await examine(database: conninfo)
    #expect(try finding("Schema", in: after).grade == .fine)
    #expect(try finding("Server key", in: after).grade == .remark)
    _ = try TestDatabase.psql(
      "insert into moa.server_keys (name, bytes) values ('seal', sha256('x'))", in: conninfo)
    let signed = try await examine(database: conninfo)
    #expect(try finding("Server key", in: signed).grade == .fine)
    #expect(try finding("Changes", in: signed).text == "Changes: numbered up to 0")
    _ = try TestDatabase.psql(
      "insert into moa.schema_history (name, checksum) values ('9999_later', repeat('0', 64))",
      in: conninfo)
    let newer = try finding("Schema", in: try await examine(database: conninfo))
    #expect(newer.grade == .remark)
    #expect(newer.text.contains("9999_later"))
  }

  @Test func aDatabaseThatIsAwayIsMissing() async throws {
    let url = "postgres://moa:secret@127.0.0.1:1/moa"
    let away = try finding("PostgreSQL", in: try await examine(database: url))
    #expect(away.grade == .missing)
    #expect(away.text.contains("127.0.0.1"))
    #expect(!away.text.contains("secret"))
  }

  @Test func anOlderServerIsRefused() {
    let old = DatabaseExamination.server(version: 140_011, "db")
    #expect(old.grade == .missing)
    #expect(old.text.contains("14.11"))
    let new = DatabaseExamination.server(version: 180_000, "db")
    #expect(new.grade == .fine)
    #expect(new.text.contains("18.0"))
  }

  @Test func aPrivateServerThatDoesNotRunIsLookedForAndNotStarted() async throws {
    let path = try directory()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let findings = await examine(dataDirectory: path + "/data")
    let server = try finding("PostgreSQL", in: findings)
    #expect(server.grade == .fine)
    #expect(server.text.contains("is installed"))
    #expect(!FileManager.default.fileExists(atPath: path + "/data"))
  }

  @Test func aPrivateServerOfAVersionThatIsNotThereIsMissing() async throws {
    let path = try directory()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let data = path + "/postgresql/server/data"
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    try "9\n".write(toFile: data + "/PG_VERSION", atomically: true, encoding: .utf8)
    let server = try finding("PostgreSQL", in: await examine(dataDirectory: path))
    #expect(server.grade == .missing)
    #expect(server.text.contains("PostgreSQL 9"))
  }

  // MARK: The data directory

  @Test func aDataDirectoryIsJudgedByWhoMayWriteThere() async throws {
    let path = try directory()
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(DataDirectoryExamination.finding(path).grade == .fine)
    let unmade = DataDirectoryExamination.finding(path + "/a/b")
    #expect(unmade.grade == .fine)
    #expect(unmade.text.contains("first start"))
    chmod(path, 0o770)
    let shared = DataDirectoryExamination.finding(path)
    #expect(shared.grade == .remark)
    #expect(shared.text.contains("by its group"))
    chmod(path, 0o777)
    let open = DataDirectoryExamination.finding(path)
    #expect(open.grade == .missing)
    #expect(open.text.contains("chmod go-w"))
    try "x".write(toFile: path + "/file", atomically: true, encoding: .utf8)
    #expect(DataDirectoryExamination.finding(path + "/file").grade == .missing)
  }

  /// As an account that may not: root may write everywhere.
  @Test func aDataDirectoryOfSomebodyElseIsMissing() async throws {
    await #expect(processExitsWith: .success) {
      if geteuid() == 0 { try #require(setgid(65_534) == 0 && setuid(65_534) == 0) }
      let foreign = DataDirectoryExamination.finding("/etc")
      #expect(foreign.grade == .missing)
      #expect(foreign.text.contains("may not write"))
      let unmade = DataDirectoryExamination.finding("/etc/moa-doctor/data")
      #expect(unmade.grade == .missing)
      #expect(unmade.text.contains("may not make it"))
    }
  }

  // MARK: Pictures

  @Test func theToolForPicturesIsTriedOut() async throws {
    let findings = await examine(dataDirectory: "/tmp/moa-doctor-none")
    let pictures = try finding("Pictures", in: findings)
    #expect(pictures.grade == .fine, "\(pictures)")
    #expect(pictures.text.contains("JPEG"), "\(pictures)")
    _ = try finding("Decoder's sandbox", in: findings)
  }

  @Test func aToolThatIsMissingOrBrokenIsTold() {
    let none = DecoderExamination.decoder(nil, ["JPEG", "PNG"])
    #expect(none.grade == .missing)
    #expect(none.text.contains("libvips-tools"))
    let broken = DecoderExamination.decoder("/usr/bin/vipsthumbnail", [])
    #expect(broken.grade == .missing)
    #expect(broken.text.contains("/usr/bin/vipsthumbnail"))
    #expect(DecoderExamination.decoder("/usr/bin/vipsthumbnail", ["JPEG", "PNG"]).grade == .fine)
  }

  @Test func whatTheSandboxLacksIsTold() {
    #expect(DecoderExamination.sandbox(lacks: []).grade == .fine)
    let partly = DecoderExamination.sandbox(lacks: ["no Landlock", "no seccomp"])
    #expect(partly.grade == .remark)
    #expect(partly.text.contains("no Landlock; no seccomp"))
  }

  // MARK: TLS and the public URL

  @Test func filesOfTLSAreLookedInto() throws {
    func finding(in directory: String) -> Finding {
      Doctor.tls(
        TLSConfiguration(certificateFile: directory + "/c.pem", keyFile: directory + "/k.pem"))
    }
    #expect(Doctor.tls(nil).grade == .remark)
    let nowhere = "/nonexistent"
    let missing = finding(in: nowhere)
    #expect(missing.grade == .missing)
    #expect(missing.text.contains(nowhere))
    let path = try directory()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let made = Process()
    made.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    made.arguments = [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days",
      "90", "-subj", "/CN=moa", "-keyout", path + "/k.pem", "-out", path + "/c.pem",
    ]
    made.standardError = FileHandle.nullDevice
    try made.run()
    made.waitUntilExit()
    let there = finding(in: path)
    #expect(there.grade == .fine, "\(there)")
  }

  @Test func theLimitsOfClientsAreTold() {
    let proxied = Doctor.clients(trustsProxies: true, rate: "600/s")
    #expect(proxied.grade == .fine)
    #expect(proxied.text.contains("600/s"))
    let direct = Doctor.clients(trustsProxies: false, rate: nil)
    #expect(direct.grade == .remark)
    #expect(direct.text.contains("--trusted-proxies"))
  }

  @Test func thePublicURLIsToldOrItsAbsence() throws {
    let warning = Doctor.publicURL(nil, takesAnyHost: true)
    #expect(warning.grade == .remark)
    #expect(warning.text.contains("--hosts"))
    #expect(Doctor.publicURL(nil, takesAnyHost: false).grade == .fine)
    let set = Doctor.publicURL(Origin("https://shop.example"), takesAnyHost: true)
    #expect(set.grade == .fine)
    #expect(set.text.contains("https://shop.example"))
  }
}
