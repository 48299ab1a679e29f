import ConformanceCorpus
import EventLoop
import Foundation
import Testing

/// A check that cannot fail is none: cases that expect something else must fail.
@Suite struct RunnerTests {
  private static let honest = """
    ## A body comes back and the connection stays
    source: RFC 9112 §6.2
    > POST /echo HTTP/1.1
    > Host: a
    > Content-Length: 5
    >
    > hello\\
    < 200 "hello"
    open
    ## A field may not be repeated
    source: RFC 9112 §6.3
    > POST /echo HTTP/1.1
    > Host: a
    > Content-Length: 5
    > Content-Length: 5
    >
    < 400
    closed
    ## HEAD has no content
    source: RFC 9110 §9.3.2
    > HEAD /hello HTTP/1.1
    > Host: a
    >
    < HEAD 200 Content-Length: 5
    open
    """

  /// A line of the cases above, and a wrong one in its place.
  @Test(arguments: [
    ("< 200 \"hello\"", "< 200 \"hell\""), ("< 200 \"hello\"", "< 201 \"hello\""),
    ("< 200 \"hello\"", "< 200 \"hello\"\n< 200"), ("< 200 \"hello\"\n", ""),
    ("< 400", "< 200"), ("< 400\nclosed", "< 400\nopen"), ("< 400\n", ""),
    ("\"hello\"\nopen", "\"hello\"\nclosed"), ("< HEAD 200", "< 200"),
    ("Content-Length: 5\nopen", "Content-Length: 6\nopen"),
    ("> Content-Length: 5\n>\n", "> Content-Length: 6\n>\n"),
  ])
  func aWrongExpectationFails(_ right: String, _ wrong: String) async throws {
    let port = try await CorpusServer.shared.value.port
    let text = try #require(
      Self.honest.range(of: right).map { range in
        Self.honest.replacingCharacters(in: range, with: wrong)
      })
    let failures = try await EventLoop.offload {
      try CorpusReader.read(text, subject: "wrong").filter { test in
        (try? CaseRunner { PlainWire(port: port, seconds: 0.5) }.run(test)) == nil
      }
    }
    #expect(failures.count == 1)
  }

  @Test func theRightExpectationsPass() async throws {
    let port = try await CorpusServer.shared.value.port
    let cases = try CorpusReader.read(Self.honest, subject: "right")
    #expect(cases.count == 3)
    try await EventLoop.offload {
      for test in cases { try CaseRunner { PlainWire(port: port) }.run(test) }
    }
  }

  @Test(arguments: [
    "", "# nothing but a comment", "> GET", "## a\nopen", "## a\nsource: b\nopen",
    "## a\nsource: b\n> c", "## a\n## b",
    "## a\nsource: b\n> \\q\nopen", "## a\nsource: b\n> \\xg0\nopen", "## a\n< twelve\nopen",
    "## a\nsource: b\n> \\{3*x\nopen", "## a\nsource: b\n> x\n< 200 body\nopen",
  ])
  func aBrokenFileIsRefused(_ text: String) {
    #expect(throws: CorpusError.self) { try CorpusReader.read(text, subject: "broken") }
  }

  @Test func escapesStandForTheirBytes() throws {
    let text = "## a\nsource: b\n> \\r\\n\\t\\0\\\\\\\"\\xfF\\{2*a\\n}é\\\nopen"
    let bytes = try CorpusReader.read(text, subject: "escapes").first?.bytes
    #expect(bytes == [13, 10, 9, 0, 92, 34, 255, 97, 10, 97, 10, 0xC3, 0xA9])
  }
}
