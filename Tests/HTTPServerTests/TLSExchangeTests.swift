import COpenSSL
import HTTP
import HTTPServer
import TLSPeer
import Testing

/// Whole exchanges inside TLS: what differs from plain ones is where records begin and end.
@Suite struct TLSExchangeTests {
  private static let hello = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"
  private static let last = "GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

  @Test func pipelinedRequestsInOneRecordAreAnsweredInOrder() async throws {
    try await TLSUnderTest.run { running in
      let paths = ["/hello", "/slow", "/none", "/ignore", "/stream"]
      let requests = paths.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined()
      let answer = try #require(try await running.exchangeSecurely(requests + Self.last))
      let statuses = answer.components(after: "HTTP/1.1 ").map { String($0.prefix(3)) }
      #expect(statuses == ["200", "200", "404", "200", "200", "200"])
    }
  }

  @Test func aRequestMayBeSplitIntoRecordsAnywhere() async throws {
    try await TLSUnderTest.run { running in
      let request = Array("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello".utf8)
      let client = try await running.connect()
      for split in 1..<request.count {
        client.send(Array(request[..<split]))
        client.send(Array(request[split...]))
        let answer = try await client.read(until: "\r\n\r\nhello")
        #expect(answer.hasSuffix("hello"), "split at \(split)")
      }
      client.send(request, record: 1)
      #expect(try await client.read(until: "\r\n\r\nhello").hasSuffix("hello"))
    }
  }

  @Test func largeBodiesGoBothWaysInRecordsOfAnySize() async throws {
    try await TLSUnderTest.run { running in
      let body = (0..<700_000).map { UInt8(ascii: "a") + UInt8($0 % 23) }
      let head = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.count)\r\n\r\n"
      for record in [16_384, 1_000, 16_383] {
        let client = try await running.connect()
        client.send(head)
        client.send(body, record: record)
        let end = String(decoding: body.suffix(30), as: UTF8.self)
        client.send(Self.last)
        let answer = try #require(try await client.readToEnd())
        let content = try #require(answer.components(after: "\r\n\r\n").first)
        #expect(content.utf8.starts(with: body))
        #expect(answer.contains(end))
        #expect(answer.hasSuffix("hello"))
      }
    }
  }

  @Test(arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
  func aLargeAnswerReachesASlowReaderWhole(_ version: Int32) async throws {
    // More than the system takes at once, and no two records alike.
    let content = (0..<512).flatMap { number in
      [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 16_381)
    }
    let handler: Handler = { _ in Response(.ok, content: .bytes(content)) }
    try await TLSUnderTest.run(handler: handler) { running in
      let client = try await running.connect { $0.versionMax = version }
      client.fixReceiveBuffer()
      client.send(Self.last)
      try await Task.sleep(for: .milliseconds(100))
      let answer = try #require(try await client.readBytesToEnd())
      #expect(Array(answer.suffix(content.count)) == content)
      #expect(client.endedCleanly)
    }
  }

  @Test func aClientThatDoesNotReadIsCutOff() async throws {
    try await TLSUnderTest.run({ configuration, _ in
      configuration.deadlines.write = .milliseconds(200)
    }) { running in
      let client = try await running.connect()
      client.fixReceiveBuffer()
      client.send("GET /huge HTTP/1.1\r\nHost: a\r\n\r\n")
      var open = 1
      for _ in 0..<1000 where open > 0 {
        try await Task.sleep(for: .milliseconds(10))
        open = await running.server.openConnections
      }
      #expect(open == 0)
      #expect(client.isConnected)
      #expect(!client.endedCleanly)
    }
  }

  @Test func keysMayChangeInTheMiddle() async throws {
    try await TLSUnderTest.run { running in
      let client = try await running.connect()
      for _ in 0..<3 {
        client.updateKeys()
        client.send(Self.hello)
        #expect(try await client.read(until: "hello").hasSuffix("hello"))
      }
      client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
      client.updateKeys()
      client.send(Self.last)
      #expect(try await client.readToEnd()?.hasSuffix("hello") == true)
    }
  }

  @Test func aBodyIsAskedForWhenTheHandlerWantsIt() async throws {
    try await TLSUnderTest.run { running in
      let client = try await running.connect()
      client.send(
        "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
      #expect(try await client.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
      client.send("ok")
      #expect(try await client.read(until: "\r\n\r\nok").hasPrefix("HTTP/1.1 200"))
    }
  }

  // MARK: Ends

  @Test func theServerSaysThatItEnds() async throws {
    try await TLSUnderTest.run({ configuration, _ in
      configuration.deadlines.idle = .milliseconds(100)
    }) { running in
      let asked = try await running.connect()
      asked.send(Self.last)
      _ = try await asked.readToEnd()
      #expect(asked.endedCleanly)
      let idle = try await running.connect()
      idle.send(Self.hello)
      #expect(try await idle.readToEnd()?.hasSuffix("hello") == true)
      #expect(idle.endedCleanly)
    }
  }

  @Test func aClientThatHasSaidItsEndStillGetsItsAnswer() async throws {
    try await TLSUnderTest.run { running in
      let polite = try await running.connect()
      polite.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
      polite.endWriting()
      #expect(try await polite.readToEnd()?.hasSuffix("slow") == true)
      let rude = try await running.connect()
      rude.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
      rude.cutWriting()
      #expect(try await rude.readToEnd()?.hasSuffix("slow") == true)
    }
  }

  @Test(arguments: [
    "GET / HTT", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhal",
  ])
  func anEndInsideAMessageIsRefused(_ part: String) async throws {
    try await TLSUnderTest.run { running in
      for isPolite in [true, false] {
        let client = try await running.connect()
        client.send(part)
        isPolite ? client.endWriting() : client.cutWriting()
        #expect(try await client.readToEnd()?.hasPrefix("HTTP/1.1 400 ") == true)
      }
    }
  }

  @Test func anEndRightBehindBytesIsSeen() async throws {
    try await TLSUnderTest.run({ configuration, _ in
      configuration.deadlines.head = .seconds(3_600)
    }) { running in
      let client = try await running.connect()
      client.sendLast("GET / HTT")
      let answer = try await client.readToEnd()
      #expect(answer?.hasPrefix("HTTP/1.1 400 ") == true)
    }
  }

  @Test func anAnswerThatIsCutOffDoesNotLookWhole() async throws {
    try await TLSUnderTest.run { running in
      let client = try await running.connect()
      client.send("GET /short HTTP/1.0\r\n\r\n")
      _ = try await client.readToEnd()
      #expect(!client.endedCleanly)
    }
  }

  @Test func refusalsAreAnsweredAndLinger() async throws {
    try await TLSUnderTest.run { running in
      let client = try await running.connect()
      client.send("GET / HTTP/1.1\nHost: a\n\n")
      // Much that nobody will read: the answer must survive it.
      client.send([UInt8](repeating: 0x78, count: 100_000), record: 1_000)
      let answer = try #require(try await client.readToEnd())
      #expect(answer.hasPrefix("HTTP/1.1 400 "))
      #expect(client.endedCleanly)
    }
  }

  @Test func brokenRecordsEndTheConnection() async throws {
    try await TLSUnderTest.run { running in
      let client = try await running.connect()
      client.send(Self.hello)
      _ = try await client.read(until: "hello")
      client.sendRaw([0x17, 0x03, 0x03, 0x00, 0x05, 1, 2, 3, 4, 5])
      #expect(try await client.readToEnd() == "")
      #expect(!client.endedCleanly)
    }
  }

  @Test func aDrainFinishesRequestsAndEndsHandshakes() async throws {
    let gate = Gate()
    try await TLSUnderTest.run(handler: gate.handler) { running in
      let client = try await running.connect()
      let half = RawClient(port: running.port)
      client.send("GET /gate HTTP/1.1\r\nHost: a\r\n\r\n")
      await gate.reached()
      async let cut = running.server.drain(delay: .zero, deadline: .seconds(20))
      #expect(try await half.readToEnd() == "")
      await gate.open()
      let answer = try #require(try await client.readToEnd())
      #expect(answer.hasSuffix("gate"))
      #expect(answer.contains("\r\nConnection: close\r\n"))
      #expect(client.endedCleanly)
      #expect(await cut == 0)
    }
  }

  @Test func theHandlerKnowsHowItWasAsked() async throws {
    let handler: Handler = { request in
      TestRoutes.text("\(request.client.scheme) \(request.client.certificateFingerprint ?? "-")")
    }
    try await TLSUnderTest.run(handler: handler) { running in
      #expect(running.server.url.hasPrefix("https://127.0.0.1:"))
      let answer = try await running.exchangeSecurely(Self.last)
      #expect(answer?.hasSuffix("\r\n\r\nhttps -") == true)
    }
  }
}
