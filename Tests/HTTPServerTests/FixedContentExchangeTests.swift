import HTTP
import HTTPServer
import Testing

/// Conditions and ranges over a connection: each answer must leave it where the next one begins.
@Suite struct FixedContentExchangeTests {
  @Test func everyKindOfAnswerOnOneConnection() async throws {
    let content = try FixedContent(
      Array("0123456789".utf8), contentType: "text/plain", entityTag: EntityTag("v1"))
    try await ServerUnderTest.run(
      handler: { content.response(to: $0, now: 0) },
      { server in
        let questions = [
          "GET|", "HEAD|Range: bytes=0-1\r\n", "GET|Range: bytes=2-3\r\n",
          "GET|If-None-Match: \"v1\"\r\n", "GET|Range: bytes=10-\r\n", "GET|If-Match: \"v0\"\r\n",
          "GET|Range: bytes=-1\r\nIf-Range: \"v1\"\r\n", "GET|Connection: close\r\n",
        ]
        let text = questions.map { question in
          let parts = question.split(separator: "|", omittingEmptySubsequences: false)
          return "\(parts[0]) / HTTP/1.1\r\nHost: a\r\n\(parts[1])\r\n"
        }
        let answers = try #require(try await server.exchange(text.joined()))
        #expect(
          Self.outline(of: answers) == [
            "200 10 0123456789", "200 10 ", "206 2 23", "304 - ", "416 0 ", "412 0 ", "206 1 9",
            "200 10 0123456789",
          ])
      })
  }

  /// Status, Content-Length and content of each answer.
  private static func outline(of answers: String) -> [String] {
    answers.split(separator: "HTTP/1.1 ").map { answer in
      let text = answer.replacing("\r\n", with: "\n")
      let parts = text.split(separator: "\n\n", maxSplits: 1, omittingEmptySubsequences: false)
      let length = parts[0].split(separator: "\n").first { $0.hasPrefix("Content-Length: ") }
      let bytes = length.map { String($0.dropFirst(16)) } ?? "-"
      return "\(text.prefix(3)) \(bytes) \(parts.count > 1 ? String(parts[1]) : "")"
    }
  }
}
