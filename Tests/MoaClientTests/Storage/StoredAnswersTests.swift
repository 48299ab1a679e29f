import Foundation
import Testing

@testable import MoaClient

/// Answers are kept on disk, each under its question.
@Suite struct StoredAnswersTests {
  private let scratch = Scratch()

  private func answers(bytesMax: Int = 1_000_000) -> StoredAnswers {
    StoredAnswers(in: StorageDirectory(at: scratch.directory), bytesMax: bytesMax)
  }

  private func answer(
    _ question: String, bytes: Int = 10, since: String = "c1"
  ) -> StoredAnswer {
    StoredAnswer(
      question: question, content: Data(repeating: 7, count: bytes), tag: "\"1\"", since: since,
      confirmed: 1)
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch.directory.path)
  }

  @Test func whatWasKeptIsThereForTheNextStart() async {
    await answers().keep(answer("a"))
    let later = await answers().answer(to: "a")
    #expect(later?.tag == "\"1\"")
    #expect(later?.since == "c1")
    #expect(later?.content.count == 10)
  }

  @Test func anotherQuestionHasNoAnswer() async {
    await answers().keep(answer("a"))
    #expect(await answers().answer(to: "b") == nil)
  }

  @Test func aFileThatCannotBeReadIsNotKept() async throws {
    await answers().keep(answer("a"))
    for file in try files() {
      try Data("broken".utf8).write(to: scratch.directory.appendingPathComponent(file))
    }
    #expect(await answers().answer(to: "a") == nil)
  }

  @Test func allAnswersTogetherStayUnderTheirBoundAndTheOldestGo() async throws {
    let store = answers(bytesMax: 100_000)
    for number in 0..<60 { await store.keep(answer("\(number)", bytes: 5_000)) }
    let bytes = StorageDirectory(at: scratch.directory).files().reduce(0) { $0 + $1.bytes }
    #expect(bytes <= 100_000)
    #expect(bytes > 70_000)
    #expect(await store.answer(to: "59") != nil)
    #expect(await store.answer(to: "0") == nil)
  }

  @Test func twoStoresOfOneDirectoryHaveOneBound() async throws {
    let (one, other) = (answers(bytesMax: 100_000), answers(bytesMax: 100_000))
    for number in 0..<60 {
      await one.keep(answer("one \(number)", bytes: 5_000))
      await other.keep(answer("other \(number)", bytes: 5_000))
    }
    let bytes = StorageDirectory(at: scratch.directory).files().reduce(0) { $0 + $1.bytes }
    #expect(bytes <= 100_000)
  }

  @Test func whatIsConfirmedAgainAndAgainStays() async throws {
    let store = answers(bytesMax: 100_000)
    await store.keep(answer("a"))
    for number in 0..<60 {
      await store.keep(answer("\(number)", bytes: 5_000))
      // Files that are written at once may have the same time.
      try scratch.age("", by: 30)
      #expect(await store.confirm(answer("a")))
    }
    #expect(await store.answer(to: "a") != nil)
    #expect(StorageDirectory(at: scratch.directory).files().count < 30)
  }

  @Test func anAnswerIsAsOldAsItsLastConfirmation() async throws {
    let store = answers()
    await store.keep(answer("a"))
    try scratch.age("", by: 3_600)
    let before = try #require(await store.answer(to: "a")?.confirmed)
    #expect(before < LikeTime.now - 3_000_000_000)
    #expect(await store.confirm(answer("a")))
    let after = try #require(await store.answer(to: "a")?.confirmed)
    #expect(after > LikeTime.now - 60_000_000)
  }

  @Test func whatIsNotThereIsNotConfirmed() async {
    #expect(await !answers().confirm(answer("a")))
  }

  @Test func anAnswerWithAnotherCursorIsNotConfirmed() async {
    let store = answers()
    await store.keep(answer("a", since: "c1"))
    #expect(await !store.confirm(answer("a", since: "c2")))
  }

  @Test func anAnswerThatWouldCrowdOutTheOthersIsNotKept() async throws {
    await answers(bytesMax: 100_000).keep(answer("a", bytes: 10_001))
    #expect(!FileManager.default.fileExists(atPath: scratch.directory.path))
  }

  @Test func everythingCanBeForgotten() async throws {
    let store = answers()
    for number in 0..<5 { await store.keep(answer("\(number)")) }
    await store.removeAll()
    #expect(try files().isEmpty)
  }

  @Test func aDraftThatACrashHasLeftIsRemoved() async throws {
    await answers().keep(answer("a"))
    let draft = scratch.directory.appendingPathComponent(".b.answer-\(UUID().uuidString)")
    try Data("half".utf8).write(to: draft)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -120)], ofItemAtPath: draft.path)
    await answers().keep(answer("c"))
    #expect(!FileManager.default.fileExists(atPath: draft.path))
  }
}
