import Synchronization
import Testing
import Web

@testable import Operations

@Suite struct CommandReportTests {
  @Test func rowsBecomeColumnsWithoutBlanksAtTheirEnds() {
    let lines = CommandReport.aligned([["a", "b", "c"], ["long", "", "d"]])
    #expect(lines == ["a     b  c", "long     d"])
  }

  @Test func eachRowIsAnObjectOnALineOfItsOwn() {
    let report = CommandReport(of: ["a\n", "b"], line: { $0 }) {
      $0.key("name")
      $0.string($1)
    }
    #expect(report.json == [#"{"name":"a\n"}"#, #"{"name":"b"}"#])
  }

  @Test func progressIsToldAFewTimesASecondAndThenCleared() {
    let shown = Mutex<[String]>([])
    let progress = ProgressLine(of: 200) { text in shown.withLock { $0.append(text) } }
    for done in 50..<60 { progress.reached(done) }
    progress.end()
    #expect(shown.withLock { $0 } == ["\r50 of 200 (25 %)\u{1B}[K", "\r\u{1B}[K"])
  }
}
