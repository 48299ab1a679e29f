import Foundation
import Testing

@testable import MoaClient

/// Answers are kept on disk, each under its address.
@Suite struct AnswerStoreTests {
  private let scratch = Scratch()
  private var directory: URL { scratch.directory }
  private let address = URL(fileURLWithPath: "/v1/products")

  private func filled(countMax: Int = 200, _ count: Int = 1) async -> AnswerStore {
    let store = AnswerStore(in: directory, countMax: countMax)
    for number in 0..<count {
      let answer = KeptAnswer(tag: "\"\(number)\"", content: Data("[\(number)]".utf8))
      await store.keep(answer, of: address.appendingPathComponent("\(number)"), in: nil)
    }
    return store
  }

  @Test func whatWasKeptIsThereForTheNextStart() async {
    _ = await filled()
    let later = AnswerStore(in: directory)
    let answer = await later.answer(of: address.appendingPathComponent("0"), in: nil)
    #expect(answer?.tag == "\"0\"")
    #expect(answer?.content == Data("[0]".utf8))
  }

  @Test func anotherAddressHasNoAnswer() async {
    let store = await filled()
    #expect(await store.answer(of: address, in: nil) == nil)
  }

  @Test func eachLanguageHasAnAnswerOfItsOwn() async {
    let store = await filled(countMax: 200, 0)
    for language in [nil, "ko", "en"] {
      let answer = KeptAnswer(tag: "\"\(language ?? "")\"", content: Data())
      await store.keep(answer, of: address, in: language)
    }
    #expect(await store.answer(of: address, in: nil)?.tag == "\"\"")
    #expect(await store.answer(of: address, in: "ko")?.tag == "\"ko\"")
    #expect(await store.answer(of: address, in: "en")?.tag == "\"en\"")
    #expect(await store.answer(of: address, in: "fr") == nil)
  }

  @Test func aFileThatCannotBeReadIsNotKept() async throws {
    let store = await filled()
    for file in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
      try Data("broken".utf8).write(to: directory.appendingPathComponent(file))
    }
    #expect(await store.answer(of: address.appendingPathComponent("0"), in: nil) == nil)
  }

  @Test func thereAreNeverMoreThanTheMost() async throws {
    _ = await filled(countMax: 3, 9)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count == 3)
  }

  @Test func everythingCanBeForgotten() async throws {
    let store = await filled(countMax: 200, 5)
    await store.removeAll()
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
  }
}
