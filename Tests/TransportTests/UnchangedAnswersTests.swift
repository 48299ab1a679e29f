import Domain
import Fakes
import HTTP
import Synchronization
import Testing
import UseCases

@testable import Transport

struct UnchangedAnswersTests {
  private struct Source: AnswerSource {
    let state: Int
    var footprint = 10
  }

  /// Writes answers that tell how many were written before, of as many octets as it is told.
  private final class Pen {
    private(set) var written = 0
    var octets = 1

    func write(_: Source) -> Rendered {
      written += 1
      return Rendered([UInt8](repeating: 0, count: octets), tag: "\(written)")
    }
  }

  /// Counts the bodies whose tags are made, and the places in lists that are sealed.
  private final class CountingSeal: Seal {
    private let seal = FakeSeal()
    private let bodies = Mutex(0)
    private let places = Mutex(0)
    var count: Int { bodies.withLock { $0 } }
    var placeCount: Int { places.withLock { $0 } }

    func tag(_ octets: [UInt8], for purpose: SealPurpose) -> SixteenOctets {
      if purpose == .cursor || purpose == .listAnchor { places.withLock { $0 += 1 } }
      return seal.tag(octets, for: purpose)
    }

    func isTag(_ tag: SixteenOctets, of octets: [UInt8], for purpose: SealPurpose) -> Bool {
      seal.isTag(tag, of: octets, for: purpose)
    }

    func fingerprint(of octets: [UInt8]) -> SixteenOctets {
      if octets.first == UInt8(ascii: "{") { bodies.withLock { $0 += 1 } }
      return seal.fingerprint(of: octets)
    }
  }

  private let pen = Pen()

  private func tags(
    _ answers: UnchangedAnswers<Int, Source>, _ asked: [(question: Int, state: Int)]
  ) -> [String] {
    asked.map { answers($0.question, of: Source(state: $0.state), pen.write).tag }
  }

  @Test func whatIsAskedAgainIsKeptUntilItsSourceChanges() {
    let answers = UnchangedAnswers<Int, Source>()
    #expect(tags(answers, [(1, 7), (1, 7), (1, 7), (1, 7)]) == ["1", "2", "2", "2"])
    #expect(tags(answers, [(1, 8), (1, 8), (1, 7), (1, 7)]) == ["3", "3", "4", "4"])
    #expect(answers.extent == (1, 11))
  }

  @Test func questionsHaveTheirOwnAnswers() {
    let answers = UnchangedAnswers<Int, Source>()
    let asked = [(1, 7), (2, 7), (1, 7), (2, 7), (1, 7), (2, 7)]
    #expect(tags(answers, asked) == ["1", "2", "3", "4", "3", "4"])
  }

  @Test func whatIsAskedOnceIsNotKept() {
    let answers = UnchangedAnswers<Int, Source>(answersMax: 4)
    _ = tags(answers, (0..<1_000).map { ($0, 0) })
    #expect(answers.extent == (0, 0))
    #expect(pen.written == 1_000)
    _ = tags(answers, (0..<1_000).map { ($0, 0) })
    #expect(answers.extent == (0, 0))
    #expect(pen.written == 2_000)
    // Of those that were asked once, the last few are known.
    _ = tags(answers, [(999, 0), (999, 0)])
    #expect(answers.extent == (1, 11))
  }

  @Test func whatWasNotAskedForLongestGoesFirst() {
    let answers = UnchangedAnswers<Int, Source>(answersMax: 2)
    _ = tags(answers, [(1, 0), (1, 0), (2, 0), (2, 0), (1, 0), (3, 0), (3, 0)])
    #expect(answers.extent == (2, 22))
    let before = pen.written
    _ = tags(answers, [(1, 0), (3, 0)])
    #expect(pen.written == before)
    _ = tags(answers, [(2, 0)])
    #expect(pen.written == before + 1)
  }

  @Test func allTogetherHaveABound() {
    let answers = UnchangedAnswers<Int, Source>(answersMax: 100, octetsMax: 1_000)
    pen.octets = 290
    _ = tags(answers, (0..<10).flatMap { [($0, 0), ($0, 0)] })
    #expect(answers.extent == (3, 900))
    pen.octets = 991
    _ = tags(answers, [(9, 1), (9, 1)])
    #expect(answers.extent == (2, 600))
    pen.octets = 990
    _ = tags(answers, [(9, 1), (9, 1)])
    #expect(answers.extent == (1, 1_000))
    // A small answer that is made of much.
    pen.octets = 1
    for _ in 0..<2 { _ = answers(8, of: Source(state: 0, footprint: 998), pen.write) }
    #expect(answers.extent == (1, 999))
    for _ in 0..<2 { _ = answers(7, of: Source(state: 0, footprint: 1_000), pen.write) }
    #expect(answers.extent == (1, 999))
  }

  @Test(
    "A list is written twice, then given as it was, and written again when it was edited",
    arguments: [
      "/v1/products", "/v1/products?limit=2&in_stock=true", "/v1/products?variant=tile",
      "/v1/banner", "/api/products",
      "/openmarket/v2/api/products?itemsPerPage=2", "/rest/shopping/products",
    ])
  func listsAreWrittenWhenTheyChange(_ target: String) async throws {
    let seal = CountingSeal()
    let vendors = try await VendorShop(try Shop(seal: seal))
    try await vendors.fill(3)
    var bodies: Set<String> = []
    for number in 0..<4 {
      for _ in 0..<3 {
        let answer = try await vendors.shop.send(.get, target)
        let again = try await vendors.shop.send(
          .get, target, ["If-None-Match": answer.fields["etag"] ?? ""])
        #expect(answer.status == 200 && again.status == 304)
        bodies.insert(answer.body)
      }
      #expect(bodies.count == number + 1)
      #expect(seal.count == number + 2)
      #expect(seal.placeCount <= seal.count)
      let edit = try await vendors.send(
        .patch, "/v1/products/3", #"{"name":"이름 \#(number)번"}"#, [("If-Match", "*")],
        token: vendors.otherToken)
      #expect(edit.status == 200)
    }
  }

  @Test("a question that is hashed once is found as the question is")
  func hashedOnce() {
    struct Question: Hashable, Sendable {
      let number: Int
      let hashes: Hashes

      static func == (left: Self, right: Self) -> Bool { left.number == right.number }

      // All of them have one hash.
      func hash(into hasher: inout Hasher) { hashes.count.withLock { $0 += 1 } }
    }
    final class Hashes: Sendable { let count = Mutex(0) }
    let hashes = Hashes()
    let questions = (0..<20).map { HashedOnce(Question(number: $0, hashes: hashes)) }
    var table: [HashedOnce<Question>: Int] = [:]
    for (number, question) in questions.enumerated() { table[question] = number }
    for (number, question) in questions.enumerated() { #expect(table[question] == number) }
    #expect(hashes.count.withLock { $0 } == questions.count)
    #expect(table[HashedOnce(Question(number: 20, hashes: hashes))] == nil)
  }
}
