import HTTP
import Testing

@testable import HTTPServer

/// Whole exchanges over real sockets.
@Suite struct ExchangeTests {
  @Test func aConnectionServesRequestAfterRequest() async throws {
    try await ServerUnderTest.run { running in
      let client = RawClient(port: running.port)
      for _ in 0..<3 {
        client.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
        let answer = try await client.read(until: "hello")
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.contains("\r\nContent-Length: 5\r\n"))
        #expect(answer.contains("\r\nDate: "))
        #expect(!answer.contains("Connection:"))
      }
    }
  }

  @Test func pipelinedRequestsAreAnsweredInOrder() async throws {
    try await ServerUnderTest.run { running in
      let paths = ["/hello", "/slow", "/none", "/ignore", "/stream", "/hello"]
      let requests = paths.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined()
      let last = "GET /refuse HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
      let answer = try #require(try await running.exchange(requests + last))
      let statuses = answer.components(after: "HTTP/1.1 ").map { String($0.prefix(3)) }
      #expect(statuses == ["200", "200", "404", "200", "200", "200", "401"])
    }
  }

  @Test func bodiesOfBothFramingsAreEchoed() async throws {
    try await ServerUnderTest.run { running in
      let fixed = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nfixed"
      let chunked =
        "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
        + "3\r\nchu\r\n4;x=y\r\nnked\r\n0\r\nTrailer: t\r\n\r\n"
      let answer = try #require(try await running.exchange(fixed + chunked))
      #expect(answer.contains("\r\n\r\nfixedHTTP/1.1 200"))
      #expect(answer.hasSuffix("\r\n\r\nchunked"))
    }
  }

  @Test func aBodyThatComesByteByByteIsWhole() async throws {
    try await ServerUnderTest.run { running in
      let client = RawClient(port: running.port)
      let text = "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
      for byte in Array((text + "5\r\nhello\r\n0\r\n\r\n").utf8) { client.send([byte]) }
      let answer = try await client.read(until: "\r\n\r\nhello")
      #expect(answer.hasSuffix("hello"))
    }
  }

  @Test func continueIsSentOnlyWhenTheHandlerWantsTheBody() async throws {
    try await ServerUnderTest.run { running in
      let client = RawClient(port: running.port)
      let fields = "Host: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"
      client.send("POST /echo HTTP/1.1\r\n\(fields)")
      let interim = try await client.read(until: "\r\n\r\n")
      #expect(interim == "HTTP/1.1 100 Continue\r\n\r\n")
      client.send("ok")
      let answer = try await client.read(until: "\r\n\r\nok")
      #expect(answer.hasPrefix("HTTP/1.1 200"))
      client.send("POST /refuse HTTP/1.1\r\n\(fields)")
      let refused = try #require(try await client.readToEnd())
      #expect(refused.hasPrefix("HTTP/1.1 401"))
      #expect(refused.contains("\r\nConnection: close\r\n"))
    }
  }

  @Test func aHeadAnswerHasTheLengthAndNoContent() async throws {
    try await ServerUnderTest.run { running in
      let answer = try #require(
        try await running.exchange("HEAD /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))
      #expect(answer.contains("\r\nContent-Length: 5\r\n"))
      #expect(answer.hasSuffix("\r\n\r\n"))
    }
  }

  @Test func streamsAreDelimitedByWhatTheClientUnderstands() async throws {
    try await ServerUnderTest.run { running in
      let close = "Host: a\r\nConnection: close\r\n\r\n"
      let chunked = try #require(try await running.exchange("GET /stream HTTP/1.1\r\n\(close)"))
      #expect(chunked.contains("\r\nTransfer-Encoding: chunked\r\n"))
      #expect(
        chunked.hasSuffix(
          "\r\n\r\n" + String(repeating: "6\r\npiece\n\r\n", count: 3) + "0\r\n\r\n"))
      let old = try #require(try await running.exchange("GET /stream HTTP/1.0\r\n\r\n"))
      #expect(!old.contains("Transfer-Encoding"))
      #expect(old.hasSuffix("\r\n\r\npiece\npiece\npiece\n"))
      let fixed = try #require(try await running.exchange("GET /fixed HTTP/1.1\r\n\(close)"))
      #expect(fixed.contains("\r\nContent-Length: 18\r\n"))
      #expect(fixed.hasSuffix("piece\npiece\npiece\n"))
    }
  }

  @Test func aStreamShorterThanAnnouncedIsTornDown() async throws {
    try await ServerUnderTest.run { running in
      let client = RawClient(port: running.port)
      client.send("GET /short HTTP/1.1\r\nHost: a\r\n\r\n")
      let answer = try #require(try await client.readToEnd())
      #expect(answer.contains("Content-Length: 99"))
      #expect(running.events.contains { if case .streamBroken = $0 { true } else { false } })
    }
  }

  @Test func anAnswerThatWouldBeSplitBecomesAPlainFailure() async throws {
    try await ServerUnderTest.run { running in
      let answer = try #require(
        try await running.exchange("GET /split HTTP/1.1\r\nHost: a\r\n\r\n"))
      #expect(answer.hasPrefix("HTTP/1.1 500 "))
      #expect(!answer.contains("Evil"))
    }
  }

  @Test func aLargeAnswerReachesASlowReaderWhole() async throws {
    try await ServerUnderTest.run { running in
      let client = RawClient(port: running.port)
      client.send("GET /large HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      try await Task.sleep(for: .milliseconds(100))
      let answer = try #require(try await client.readToEnd())
      #expect(answer.utf8.count > TestRoutes.largeBytes)
      #expect(answer.utf8.suffix(TestRoutes.largeBytes).allSatisfy { $0 == UInt8(ascii: "x") })
    }
  }

  @Test func aUnixSocketServesTheSame() async throws {
    let path = "/tmp/moa-test-\(UInt32.random(in: .min ... .max)).sock"
    try await ServerUnderTest.run({ $0.address = .unix(path: path) }) { running in
      #expect(running.server.address == .unix(path: path))
      let client = RawClient(path: path)
      client.send("GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      let answer = try await client.readToEnd()
      #expect(answer?.hasSuffix("hello") == true)
    }
    #expect(!RawClient(path: path).isConnected)
  }

  @Test func anAddressIsReadFromAHostAndAPort() {
    #expect(ListenAddress(host: "unix:/a b", port: 1) == .unix(path: "/a b"))
    #expect(ListenAddress(host: "::1", port: 8).description == "http://[::1]:8")
  }

  @Test func everyAnswerIsReportedWithItsRequest() async throws {
    try await ServerUnderTest.run { running in
      _ = try await running.exchange(
        "GET /hello?q=1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      let exchanges = running.events.compactMap { event -> ServerEvent.Exchange? in
        if case .finished(let exchange) = event { exchange } else { nil }
      }
      let exchange = try #require(exchanges.first)
      #expect(exchanges.count == 1)
      #expect(exchange.request.target.path == "/hello")
      #expect(exchange.status == .ok)
      #expect(exchange.client.address.description == "127.0.0.1")
      #expect(exchange.requestID.utf8.count == 15)
      #expect(exchange.sentBytes > 100)
    }
  }
}

extension String {
  /// What follows each occurrence of `mark`.
  func components(after mark: String) -> [Substring] {
    split(separator: mark, omittingEmptySubsequences: false).dropFirst().map { $0 }
  }
}

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
