import Testing

@testable import Operations

/// The files of an archive's log, by their names.
@Suite struct ArchiveSegmentTests {
  private static let start = "0000000200000001000000FE"

  private func unbroken(_ files: [String]) throws -> (run: [String], missing: String?) {
    let first = try #require(ArchiveSegment(Self.start))
    let (run, missing) = ArchiveSegment.unbroken(files, from: first)
    return (run.map(\.file), missing)
  }

  @Test func aLogWithoutAGapIsTakenFromTheFileThatTheCopyNeeds() throws {
    let needed = [
      Self.start, "0000000200000001000000FF", "000000020000000200000000",
      "000000020000000200000001.partial",
    ]
    let found = try unbroken(["0000000200000001000000FD", "00000002.history"] + needed)
    #expect(found.run == needed)
    #expect(found.missing == nil)
  }

  @Test func aGapIsNotTakenForTheEnd() throws {
    let found = try unbroken([Self.start, "000000020000000200000000"])
    #expect(found.run == [Self.start])
    #expect(found.missing == "0000000200000001000000FF")
  }

  @Test func aLogThatBeginsTooLateIsOfNoUse() throws {
    #expect(try unbroken(["0000000200000001000000FF"]).missing == Self.start)
    #expect(try unbroken([]).missing == Self.start)
  }

  @Test func aFileThatIsNotFullInTheMiddleIsAGap() throws {
    let found = try unbroken([Self.start + ".partial", "0000000200000001000000FF"])
    #expect(found.run.isEmpty)
    #expect(found.missing == Self.start)
  }

  @Test func aFileThatIsThereTwiceIsTakenWhole() throws {
    let found = try unbroken([Self.start + ".partial", Self.start, "0000000200000001000000FF"])
    #expect(found.run == [Self.start, "0000000200000001000000FF"])
  }
}
