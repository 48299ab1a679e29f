import Domain
import Foundation
import TestDatabase
import Testing

@testable import Operations

/// When an archive gets its next copy of the data directory.
@Suite struct CopyScheduleTests {
  private let scratch = Scratch()
  private let chapter = "20260101t000000z"

  /// Whether one is due when there are copies of these moments already.
  private func isDue(after moments: Timestamp...) throws -> Bool {
    let layout = ArchiveLayout(directory: scratch.path)
    for moment in moments {
      try FileManager.default.createDirectory(
        atPath: "\(layout.bases(chapter))/\(ArchiveLayout.name(of: moment))",
        withIntermediateDirectories: true)
    }
    var schedule = try CopySchedule(layout, chapter, every: .seconds(86_400))
    var isAsked = false
    _ = schedule.tend { _ throws(CommandError) in
      isAsked = true
      throw CommandError(.unavailable, "this is only asked for")
    }
    return isAsked
  }

  private func ago(_ seconds: Int64) -> Timestamp {
    Timestamp(clamping: Timestamp.now.microseconds - seconds * 1_000_000)
  }

  @Test func theFirstIsDueAtOnce() throws {
    #expect(try isDue())
  }

  @Test func theNextIsDueADayLater() throws {
    #expect(try isDue(after: ago(86_400 + 60)))
  }

  @Test func noneIsDueBeforeThat() throws {
    #expect(try !isDue(after: ago(2 * 86_400), ago(0)))
  }

  @Test("One that a wrong clock dates in the future does not put off the others")
  func aClockThatWasAhead() throws {
    #expect(try isDue(after: ago(2 * 86_400), ago(-400 * 86_400)))
  }
}
