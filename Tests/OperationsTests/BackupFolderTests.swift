import Domain
import Foundation
import TestDatabase
import Testing

@testable import Operations

/// A directory of nightly backups, without a database.
@Suite struct BackupFolderTests {
  private let scratch = Scratch()
  private var folder: BackupFolder { BackupFolder(scratch.path) }

  private func fill(_ names: [String]) throws {
    try FileManager.default.createDirectory(
      atPath: scratch.path, withIntermediateDirectories: true)
    for name in names {
      try Data("x".utf8).write(to: URL(fileURLWithPath: "\(scratch.path)/\(name)"))
    }
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted() }
  }

  @Test("The oldest backups beyond the wanted number go, and no other file does")
  func keep() throws {
    let mine = ["by-hand.moa", "moa-notes.txt", "moa-20261128t030000z.moa.part"]
    let nights = (1...4).map { "moa-2026112\($0)t030000z.moa" }
    try fill(mine + nights)
    #expect(try folder.keep(2) == 2)
    #expect(try names == (mine + nights.suffix(2)).sorted())
    #expect(try folder.keep(2) == 0)
  }

  @Test("The newest is the one with the latest time in its name")
  func newest() throws {
    #expect(folder.newest == nil)
    try fill(["moa-20261121t030000z.moa", "moa-20261122t030000z.moa", "shop.moa"])
    #expect(folder.newest == Timestamp(rfc3339: "2026-11-22T03:00:00Z"))
    #expect(BackupFolder("/nonexistent").newest == nil)
  }

  @Test("A file that is no backup is listed with its fault")
  func flaws() async throws {
    try fill(["shop.moa", "notes.txt"])
    let report = try await AdministrationSession(on: .at("host=/nonexistent dbname=shop"))
      .listBackups(in: scratch.path)
    #expect(report.lines.count == 1)
    #expect(report.lines[0].contains("shop.moa is no backup"))
    #expect(report.json[0].contains(#""restorable":false"#))
  }

  @Test("Without a directory the setting that names one is told")
  func noDirectory() async throws {
    let session = AdministrationSession(on: try .at("host=/nonexistent dbname=shop"))
    let refusal = await #expect(throws: CommandError.self) {
      try await session.listBackups(in: nil)
    }
    #expect(refusal?.code == .usage)
    #expect(refusal?.description.contains("--backups") == true)
  }
}
