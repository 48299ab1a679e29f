import ConformanceCorpus
import HTTP
import Testing

/// Every case of our corpus through the parser and the decoder alone, however its bytes arrive.
@Suite struct ModelTests {
  /// Whole, cut in two, byte by byte below 40,000 bytes, and always flush against a protected
  /// page.
  @Test(arguments: Corpus.cases) func isReadTheSameHoweverItArrives(_ test: ConformanceCase) {
    let bytes = test.bytes
    let memory = ProtectedMemory(capacity: bytes.count + 1)
    func run(_ cuts: [Int]) -> ConnectionModel {
      ConnectionModel.run(bytes, cuts: cuts, ends: test.endsWriting, memory: memory)
    }
    let whole = run([])
    #expect(Self.difference(whole, test) == nil)
    // Every place of a short case; of a long one, which repeats itself, a hundred.
    let step = bytes.count < 600 ? 1 : bytes.count / 100
    for cut in stride(from: 1, to: bytes.count, by: step) {
      #expect(run([cut]).events == whole.events, "cut at \(cut)")
    }
    guard bytes.count < 40_000 else { return }
    let single = run(Array(1..<max(1, bytes.count)))
    #expect(single.events == whole.events)
    #expect(single.heldMax <= Limits().headBytes)
  }

  /// What stands behind a request is the next one; what stands behind a refusal is nothing.
  @Test(arguments: Corpus.cases.filter { !$0.endsWriting })
  func aRequestGluedBehindChangesNothing(_ test: ConformanceCase) {
    let next = Array("GET /glued HTTP/1.1\r\nHost: glued\r\n\r\n".utf8)
    let alone = ConnectionModel.run(test.bytes)
    // A body that is not there yet takes what comes.
    guard !alone.isInsideBody else { return }
    let both = ConnectionModel.run(test.bytes + next)
    #expect(both.events.prefix(alone.events.count).elementsEqual(alone.events))
    let more = both.events.dropFirst(alone.events.count)
    #expect(more.count == (alone.isOver ? 0 : 1))
    for event in more {
      guard case .request(let summary, _, _, _) = event else {
        Issue.record("\(event)")
        continue
      }
      #expect(summary.hasPrefix("GET /glued - http11 glued"))
    }
  }

  /// The parser's part of what the case expects: as many requests, and the refusal where there is
  /// one. A connection that a handler's answer ends may hold more requests than are answered, or a
  /// body that is not there yet.
  private static func difference(_ model: ConnectionModel, _ test: ConformanceCase) -> String? {
    let answers = test.finalAnswers
    let count = model.events.count + (model.isInsideBody ? 1 : 0)
    guard count == answers.count || !test.staysOpen && count > answers.count else {
      return "\(count) messages for \(answers.count) answers"
    }
    for (event, answer) in zip(model.events, answers) {
      guard case .refused(let error) = event else { continue }
      if error.status.code != answer.status { return "\(error) for \(answer.status)" }
    }
    return nil
  }
}
