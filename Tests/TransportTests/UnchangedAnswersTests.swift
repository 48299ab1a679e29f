import Fakes
import HTTP
import Testing

@testable import Transport

struct UnchangedAnswersTests {
  /// Writes answers that tell how many were written before, of as many octets as it is told.
  private final class Pen {
    private(set) var written = 0
    var octets = 1

    func write(_: Int) -> Rendered {
      written += 1
      return Rendered([UInt8](repeating: 0, count: octets), tag: "\(written)")
    }
  }

  private let pen = Pen()

  private func tags(
    _ answers: UnchangedAnswers<Int, Int>, _ asked: [(question: Int, source: Int)]
  ) -> [String] {
    asked.map { answers($0.question, of: $0.source, pen.write).tag }
  }

  @Test func whatIsAskedAgainIsKeptUntilItsSourceChanges() {
    let answers = UnchangedAnswers<Int, Int>()
    #expect(tags(answers, [(1, 7), (1, 7), (1, 7), (1, 7)]) == ["1", "2", "2", "2"])
    #expect(tags(answers, [(1, 8), (1, 8), (1, 7), (1, 7)]) == ["3", "3", "4", "4"])
    #expect(answers.extent == (1, 1))
  }

  @Test func questionsHaveTheirOwnAnswers() {
    let answers = UnchangedAnswers<Int, Int>()
    let asked = [(1, 7), (2, 7), (1, 7), (2, 7), (1, 7), (2, 7)]
    #expect(tags(answers, asked) == ["1", "2", "3", "4", "3", "4"])
  }

  @Test func whatIsAskedOnceIsNotKept() {
    let answers = UnchangedAnswers<Int, Int>(answersMax: 4)
    _ = tags(answers, (0..<1_000).map { ($0, 0) })
    #expect(answers.extent == (0, 0))
    #expect(pen.written == 1_000)
    // Of those that were asked once, the last few are known.
    _ = tags(answers, (0..<1_000).map { ($0, 0) })
    #expect(answers.extent == (0, 0))
    _ = tags(answers, [(999, 0), (999, 0)])
    #expect(answers.extent == (1, 1))
  }

  @Test func whatWasNotAskedForLongestGoesFirst() {
    let answers = UnchangedAnswers<Int, Int>(answersMax: 2)
    _ = tags(answers, [(1, 0), (1, 0), (2, 0), (2, 0), (1, 0), (3, 0), (3, 0)])
    #expect(answers.extent == (2, 2))
    let before = pen.written
    _ = tags(answers, [(1, 0), (3, 0)])
    #expect(pen.written == before)
    _ = tags(answers, [(2, 0)])
    #expect(pen.written == before + 1)
  }

  @Test func allTogetherHaveABound() {
    let answers = UnchangedAnswers<Int, Int>(answersMax: 100, octetsMax: 1_000)
    pen.octets = 300
    _ = tags(answers, (0..<10).flatMap { [($0, 0), ($0, 0)] })
    #expect(answers.extent == (3, 900))
    pen.octets = 1_001
    _ = tags(answers, [(9, 1), (9, 1)])
    #expect(answers.extent == (2, 600))
    pen.octets = 1_000
    _ = tags(answers, [(9, 1), (9, 1)])
    #expect(answers.extent == (1, 1_000))
  }

  @Test(
    "Each edit shows in lists that were written before",
    arguments: [
      "/v1/products", "/v1/banner", "/api/products", "/openmarket/v2/api/products",
      "/rest/shopping/products",
    ])
  func editsShow(_ target: String) async throws {
    let vendors = try await ProductRoutesTests.filled(3)
    var before: Set<String> = []
    for number in 0..<4 {
      for _ in 0..<3 {
        let answer = try await vendors.shop.send(.get, target)
        let again = try await vendors.shop.send(
          .get, target, ["If-None-Match": answer.fields["etag"] ?? ""])
        #expect(answer.status == 200 && again.status == 304)
        before.insert(answer.body)
      }
      #expect(before.count == number + 1)
      let edit = try await vendors.send(
        .patch, "/v1/products/3", #"{"name":"이름 \#(number)번"}"#, [("If-Match", "*")],
        token: vendors.otherToken)
      #expect(edit.status == 200)
    }
  }
}
