import Domain
import Foundation
import Repositories
import TestDatabase
import Testing

@testable import Operations

/// Files of `moa backup`, without a database.
@Suite struct BackupFileTests {
  private let scratch = Scratch()
  private let dump = Array("PGDMP and more\nthan one line".utf8)

  private func manifest(
    dumpBytes: Int? = nil, server: Int = 150_014, tables: [TableContent]? = nil
  ) throws -> BackupManifest {
    let table = try #require(TableContent(name: "products", rows: 3, sum: "123"))
    return BackupManifest(
      createdAt: Timestamp(clamping: 1_700_000_000_000_000), release: "0.1.0",
      serverVersion: server, dumpMajor: 15, dumpBytes: dumpBytes ?? dump.count,
      migrations: [
        SchemaHistory.Entry(name: "0001_a", checksum: "c", appliedAt: Timestamp(clamping: 0))
      ], tables: tables ?? [table])
  }

  private func place() throws -> String {
    try scratch.file("an older backup")
  }

  private func write(_ manifest: BackupManifest, to path: String) throws {
    let writer = try BackupWriter(path)
    try writer.take(Array(dump.prefix(7)))
    try writer.take(Array(dump.dropFirst(7)))
    _ = try writer.finish(manifest)
  }

  private func flaw(of path: String) -> String {
    do throws(CommandError) {
      _ = try BackupFile(path).check(nil)
      return "none"
    } catch { return error.description }
  }

  @Test func whatWasWrittenIsReadAgain() throws {
    let path = try place()
    try write(try manifest(), to: path)
    #expect(try BackupFile(path).check(nil) == manifest())
  }

  @Test func nobodyElseMayReadItAndNothingElseIsLeft() throws {
    let path = try place()
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    try write(try manifest(), to: path)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    #expect(!FileManager.default.fileExists(atPath: PartFile.part(of: path)))
  }

  @Test func untilItIsWholeTheOlderOneKeepsItsName() throws {
    let path = try place()
    let writer = try BackupWriter(path)
    try writer.take(dump)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "an older backup")
    writer.abandon()
    #expect(!FileManager.default.fileExists(atPath: PartFile.part(of: path)))
  }

  @Test func twoDoNotWriteOneFile() throws {
    let path = try place()
    let first = try BackupWriter(path)
    let refusal: CommandError? = #expect(throws: CommandError.self) { try BackupWriter(path) }
    #expect(refusal?.description.contains("is in use") == true)
    first.abandon()
  }

  @Test func aDirectoryIsNoFile() throws {
    let path = try place()
    let refusal: CommandError? = #expect(throws: CommandError.self) {
      try BackupWriter(scratch.path)
    }
    #expect(refusal?.code == .usage)
    #expect(flaw(of: path).contains("is no backup"))
  }

  @Test func noByteCanBeAnother() throws {
    let path = try place()
    try write(try manifest(), to: path)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for index in whole.indices {
      var broken = whole
      broken[index] ^= 0x01
      try broken.write(to: URL(fileURLWithPath: path))
      #expect(flaw(of: path) != "none", "byte \(index)")
    }
  }

  @Test func noByteCanBeMissing() throws {
    let path = try place()
    try write(try manifest(), to: path)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for count in 0..<whole.count {
      try whole.prefix(count).write(to: URL(fileURLWithPath: path))
      #expect(flaw(of: path) != "none", "\(count) bytes")
    }
  }

  @Test func aNewerFormatIsToldApart() throws {
    let line = Array(#"{"moa_backup":2,"anything":true}"#.utf8)
    #expect(throws: BackupManifest.Flaw.newer(format: 2)) { try BackupManifest(line: line) }
  }

  @Test func aTableWhoseNameWouldBecomeAStatementIsNoTable() throws {
    let text = String(decoding: try manifest().line, as: UTF8.self)
    let attack = text.replacing("products", with: "products; drop schema moa")
    #expect(throws: BackupManifest.Flaw.malformed) { try BackupManifest(line: Array(attack.utf8)) }
  }

  @Test(arguments: [
    ("SQL_ASCII", 15, 0, [String](), "encode"), ("UTF8", 14, 0, [], "PostgreSQL 15"),
    ("UTF8", 15, 2, [], "stop them"), ("UTF8", 15, 0, ["products"], "--replace"),
  ])
  func aDatabaseThatDoesNotSuitIsRefusedWithTheCure(
    _ encoding: String, _ major: Int, _ sessions: Int, _ filled: [String], _ cure: String
  ) throws {
    let target = RestoreTarget(
      serverVersion: major * 10_000, encoding: encoding, hasSchema: true, filled: filled,
      sessions: sessions)
    let refusal: CommandError? = #expect(throws: CommandError.self) {
      try AdministrationSession.check(target, for: manifest(), named: "shop", replaces: false)
    }
    #expect(refusal?.description.contains(cure) == true)
  }

  @Test func theServersOwnVersionIsPreferredAndAnOlderOneRefused() throws {
    for major in [14, 16, 17] {
      let folder = "\(scratch.path)/\(major)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for program in ["pg_dump", "pg_restore", "psql"] {
        let script = Data("#!/bin/sh\necho 'pg_dump (PostgreSQL) \(major).9'\n".utf8)
        #expect(
          FileManager.default.createFile(
            atPath: "\(folder)/\(program)", contents: script,
            attributes: [.posixPermissions: 0o755]))
      }
    }
    let folders = [17, 14, 16].map { "\(scratch.path)/\($0)" }
    #expect(try ClientPrograms.find(server: 16, oldest: 16, in: folders).major == 16)
    #expect(try ClientPrograms.find(server: 15, oldest: 15, in: folders).major == 17)
    #expect(try ClientPrograms.find(server: 16, oldest: 17, in: folders).major == 17)
    let refusal: CommandError? = #expect(throws: CommandError.self) {
      try ClientPrograms.find(server: 18, oldest: 18, in: folders)
    }
    #expect(refusal?.description.contains("postgresql-client-18") == true)
  }

  @Test("Nothing is committed by what compares: an interruption until then changes nothing")
  func comparing() throws {
    let table = try #require(TableContent(name: "products", rows: 3, sum: "123"))
    let script =
      RestoreScript.beginning(
        hasSchema: true, Migrator.embedded.migrations, objects: ["TABLE products"], key: "k1")
      + RestoreScript.end([table], servers: "moa", key: "k1")
    #expect(!script.contains("commit;"))
    #expect(script.hasSuffix("\\echo compared\n"))
  }

  @Test("A backup that unpacks to more than the disk has free is refused")
  func room() throws {
    let table = try #require(
      TableContent(name: "products", rows: 3, sum: "123", bytes: 900 << 20))
    let manifest = try manifest(tables: [table])
    let refusal: CommandError? = #expect(throws: CommandError.self) {
      try AdministrationSession.requireRoom(for: manifest, in: "/data", free: { _ in 800 << 20 })
    }
    #expect(refusal?.description.contains("needs some 900 MB") == true)
    try AdministrationSession.requireRoom(for: manifest, in: "/data", free: { _ in 1_000 << 20 })
  }

  @Test("A psql that a hostile file could bring to run programs is refused")
  func restriction() throws {
    for (folder, help) in [("old", "\\quit"), ("new", "\\restrict RESTRICT_KEY")] {
      let place = "\(scratch.path)/\(folder)"
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      _ = FileManager.default.createFile(
        atPath: place + "/psql", contents: Data("#!/bin/sh\nprintf '%s\\n' '\(help)'\n".utf8),
        attributes: [.posixPermissions: 0o755])
    }
    let refusal: CommandError? = #expect(throws: CommandError.self) {
      try ClientPrograms(directory: scratch.path + "/old", major: 15).requireRestriction()
    }
    #expect(refusal?.description.contains("upgrade it") == true)
    try ClientPrograms(directory: scratch.path + "/new", major: 15).requireRestriction()
  }
}
