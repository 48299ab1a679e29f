import Domain
import Foundation
import LocalPostgres
import TestDatabase
import Testing

@testable import Operations

/// The files of an archive, without a database.
@Suite struct ArchiveLayoutTests {
  private let scratch = Scratch()
  private var layout: ArchiveLayout { ArchiveLayout(directory: scratch.path) }

  private func time(_ text: String) throws -> Timestamp {
    try #require(Timestamp(rfc3339: text))
  }

  /// A copy that needs the log from a file on.
  private func makeBase(_ chapter: String, _ name: String, from segment: String) throws {
    let path = "\(layout.bases(chapter))/\(name)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let label = "START WAL LOCATION: 0/2000028 (file \(segment))\nLABEL: moa\n"
    try label.write(toFile: path + "/backup_label", atomically: true, encoding: .utf8)
  }

  private func makeLog(_ chapter: String, _ names: [String]) throws {
    let path = layout.wal(chapter)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for name in names {
      #expect(FileManager.default.createFile(atPath: "\(path)/\(name)", contents: Data()))
    }
  }

  private func segment(_ number: Int) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return "00000001" + String(repeating: "0", count: 16 - digits.count) + digits
  }

  @Test func aNameIsReadAsTheTimeThatItWasMadeOf() throws {
    let moment = try time("2026-11-26T13:05:01Z")
    #expect(ArchiveLayout.name(of: moment) == "20261126t130501z")
    #expect(ArchiveLayout.time(of: "20261126t130501z") == moment)
    #expect(ArchiveLayout.time(of: "next.part") == nil)
    #expect(ArchiveLayout.time(of: "lost+found") == nil)
  }

  @Test("What can be restored ends at the first file of the log that is missing")
  func spans() throws {
    let chapter = "20260101t000000z"
    try makeBase(chapter, "20260101t000100z", from: segment(1))
    try makeLog(chapter, [segment(1), segment(2), segment(4)])
    let spans = try SharedArchive(directory: scratch.path).spans()
    #expect(spans.count == 1)
    #expect(spans.first?.from == (try time("2026-01-01T00:01:00Z")))
    #expect(spans.first?.copies == 1)
    #expect(spans.first?.missing == segment(3))
    try makeLog(chapter, [segment(3)])
    #expect(try SharedArchive(directory: scratch.path).spans().first?.missing == nil)
  }

  @Test func theNewestCopyBeforeAMomentIsTaken() throws {
    try makeBase("20260101t000000z", "20260101t000100z", from: segment(1))
    try makeBase("20260101t000000z", "20260102t000100z", from: segment(5))
    try makeBase("20260103t000000z", "20260103t000100z", from: segment(1))
    try makeBase("20260103t000000z", "next.part", from: segment(2))
    func found(_ moment: String) throws -> String? {
      try layout.base(before: try time(moment)).map { ArchiveLayout.name(of: $0.time) }
    }
    #expect(try found("2026-01-01T00:00:59Z") == nil)
    #expect(try found("2026-01-02T00:00:59.999Z") == "20260101t000100z")
    #expect(try found("2026-01-02T00:01:00Z") == "20260102t000100z")
    #expect(try layout.base(before: nil)?.chapter == "20260103t000000z")
  }

  @Test func whatNoKeptMomentNeedsIsRemoved() throws {
    let chapter = "20260101t000000z"
    try makeBase(chapter, "20260101t000100z", from: segment(1))
    try makeBase(chapter, "20260102t000100z", from: segment(5))
    try makeBase(chapter, "20260103t000100z", from: segment(9))
    try makeLog(chapter, (1...9).map(segment) + [segment(10) + ".partial"])
    try layout.removeOlder(than: try time("2026-01-02T12:00:00Z"))
    let left = try layout.bases(of: chapter).map { ArchiveLayout.name(of: $0.time) }
    #expect(left == ["20260102t000100z", "20260103t000100z"])
    #expect(try layout.log(of: chapter) == (5...9).map(segment) + [segment(10) + ".partial"])
  }

  @Test func aChapterOfWhichNothingIsNeededGoesAndTheOneThatBeginsStays() throws {
    try makeBase("20260101t000000z", "20260101t000100z", from: segment(1))
    try makeLog("20260101t000000z", [segment(1)])
    try makeBase("20260105t000000z", "20260105t000100z", from: segment(3))
    try makeLog("20260105t000000z", [segment(3)])
    try makeLog("20260106t000000z", [segment(4)])
    try layout.removeOlder(than: try time("2026-01-05T12:00:00Z"))
    #expect(try layout.chapters == ["20260105t000000z", "20260106t000000z"])
  }

  @Test func whileNoCopyIsOldEnoughAllStay() throws {
    try makeBase("20260103t000000z", "20260103t000100z", from: segment(1))
    try layout.removeOlder(than: try time("2026-01-01T00:00:00Z"))
    #expect(try layout.allBases.count == 1)
  }

  @Test func whatAFullDiskHasLeftOfANewFileIsRemoved() throws {
    let chapter = "20260101t000000z"
    let full = segment(2) + ".partial"
    try makeLog(chapter, [segment(1), full, segment(3) + ".partial"])
    let handle = try #require(FileHandle(forWritingAtPath: "\(layout.wal(chapter))/\(full)"))
    try handle.truncate(atOffset: 16 << 20)
    try layout.removeUnusable(in: chapter)
    #expect(try layout.log(of: chapter) == [segment(1), full])
  }

  @Test func theChapterThatIsWrittenToStaysAlsoWhenTheClockWasSetBack() throws {
    try makeLog("20260101t000000z", [segment(4)])
    try makeBase("20260105t000000z", "20260105t000100z", from: segment(3))
    try layout.removeOlder(
      than: try time("2026-01-05T12:00:00Z"), besides: "20260101t000000z")
    #expect(try layout.log(of: "20260101t000000z") == [segment(4)])
  }

  @Test func aRemovalThatIsInterruptedLeavesNoHalfCopyToRestore() throws {
    let chapter = "20260101t000000z"
    try makeBase(chapter, "20260101t000100z", from: segment(1))
    try makeBase(chapter, "20260102t000100z", from: segment(5))
    try layout.removeOlder(than: try time("2026-01-02T12:00:00Z")) { _ in }
    #expect(try layout.allBases.map { ArchiveLayout.name(of: $0.time) } == ["20260102t000100z"])
    try layout.removeOlder(than: try time("2026-01-02T12:00:00Z"))
    let left = try FileManager.default.contentsOfDirectory(atPath: layout.bases(chapter))
    #expect(left == ["20260102t000100z"])
  }

  @Test func anArchiveThatCannotBeReadIsNoEmptyOne() throws {
    let chapter = "20260101t000000z"
    try makeLog(chapter, [segment(1)])
    try makeBase("20260103t000000z", "20260103t000100z", from: segment(1))
    // Root may read every directory, but no directory is a file.
    #expect(FileManager.default.createFile(atPath: layout.bases(chapter), contents: Data()))
    #expect(throws: FileTree.Trouble.self) { try layout.base(before: nil) }
    #expect(throws: FileTree.Trouble.self) {
      try layout.removeOlder(than: try time("2026-01-05T00:00:00Z"))
    }
    #expect(try layout.log(of: chapter) == [segment(1)])
  }

  @Test func aDirectoryThatCannotBeReadIsNotCopiedAsAnEmptyOne() throws {
    let file = try scratch.file("text")
    #expect(throws: FileTree.Trouble.self) { try FileTree.copy(file, to: scratch.path + "/copy") }
  }

  @Test func aChapterThatCannotBeSeenIsAway() throws {
    try makeLog("20260101t000000z", [])
    #expect(layout.absence(of: "20260101t000000z") == nil)
    #expect(layout.absence(of: "20260102t000000z")?.contains("No such file") == true)
  }

  @Test func filesOfOthersAreNoLog() throws {
    let chapter = "20260101t000000z"
    try makeLog(chapter, [segment(1), segment(2) + ".gz", "notes.txt", "00000002.history"])
    #expect(try layout.log(of: chapter) == [segment(1), "00000002.history"])
  }

  @Test func theDoctorTellsOfAnArchiveThatHasStopped() throws {
    try makeBase("20260101t000000z", "20260101t000100z", from: segment(1))
    let settings = DatabaseSettings(dataDirectory: "/nonexistent", archive: scratch.path)
    func grade(_ now: String) throws -> Finding.Grade {
      ArchiveExamination.finding(scratch.path, settings, now: try time(now)).grade
    }
    #expect(try grade("2026-01-01T20:00:00Z") == .fine)
    #expect(try grade("2026-01-02T20:00:00Z") == .missing)
  }

  @Test func anArchiveInTheDataDirectoryIsRefused() throws {
    let settings = DatabaseSettings(dataDirectory: "/data/moa", archive: "/data/moa/archive")
    let refusal: CommandError? = #expect(throws: CommandError.self) {
      try settings.checkArchive()
    }
    #expect(refusal?.description.contains("another disk") == true)
  }

  @Test(arguments: [
    (nil, nil, false, false, "name the file"), ("a", "latest", false, false, "no file"),
    ("a", nil, true, true, "exclude each other"), (nil, "yesterday", false, false, "is no time"),
    (nil, "latest", false, true, "not --until"),
  ])
  func aRestoreThatMakesNoSenseIsToldWhy(
    _ file: String?, _ until: String?, _ replaces: Bool, _ verifies: Bool, _ words: String
  ) {
    let mistakes = AdministrationSession.mistakesOfRestore(
      file: file, until: until, replaces: replaces, verifies: verifies)
    #expect(mistakes.count == 1)
    #expect(mistakes.first?.contains(words) == true)
  }
}
