import HTTP
import Testing

@testable import HTTPServer

/// Which requests begin a trace, and what a task knows of the request that it answers.
@Suite struct TraceTests {
  /// Answers with the trace of the request, and with what the task says of it.
  private static let tell: Handler = { request in
    // Others have their turn.
    await Task.yield()
    let ongoing = OngoingRequest.current
    let isSame = ongoing?.id == request.id && ongoing?.trace == request.trace
    let trace = request.trace.map { "\($0.traceID) \($0.isSampled) \($0.parentID)" } ?? "none"
    return TestRoutes.text("\(isSame) \(trace)")
  }

  private static func answers(
    _ count: Int, at ratio: Double, _ field: String = ""
  ) async throws -> [String] {
    var answers: [String] = []
    try await ServerUnderTest.run({ $0.traceRatio = ratio }, handler: tell) { running in
      let asked = String(repeating: "GET / HTTP/1.1\r\nHost: a\r\n\(field)\r\n", count: count - 1)
      let last = "GET / HTTP/1.1\r\nHost: a\r\n\(field)Connection: close\r\n\r\n"
      let text = try await running.exchange(asked + last)
      answers = (text ?? "").components(after: "\r\n\r\n").map {
        String($0.prefix { $0 != "H" && $0 != "\r" })
      }
    }
    return answers
  }

  @Test func atTheRatioOfOneEachRequestBeginsATraceOfItsOwn() async throws {
    let answers = try await Self.answers(20, at: 1)
    #expect(Set(answers).count == 20)
    #expect(answers.allSatisfy { $0.hasPrefix("true ") }, "\(answers)")
    #expect(answers.allSatisfy { $0.hasSuffix(" true 0") }, "\(answers)")
  }

  @Test func atTheRatioOfZeroNoneDoes() async throws {
    #expect(try await Self.answers(20, at: 0) == Array(repeating: "true none", count: 20))
  }

  @Test func betweenThemSomeDo() async throws {
    let begun = try await Self.answers(400, at: 0.5).count { $0.hasSuffix(" true 0") }
    #expect((100...300).contains(begun))
  }

  @Test func aCallerWhoDoesNotRecordIsFollowed() async throws {
    let field = "traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00\r\n"
    let answers = try await Self.answers(1, at: 1, field)
    #expect(
      answers == ["true 4bf92f3577b34da6a3ce929d0e0e4736 false \(0x00F0_67AA_0BA9_02B7)"])
  }

  @Test(arguments: [-0.1, 1.1, .nan])
  func aRatioIsFromZeroToOne(_ ratio: Double) async {
    await #expect(throws: ServerError.self) {
      try await ServerUnderTest.run {
        $0.traceRatio = ratio
      } _: { _ in
      }
    }
  }
}
