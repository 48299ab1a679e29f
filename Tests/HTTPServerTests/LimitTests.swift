import HTTP
import Testing

@testable import HTTPServer

/// Each limit of a message is reached over a real socket, and what stays below it is served.
@Suite struct LimitTests {
  struct Limit: Sendable, CustomTestStringConvertible {
    let name: String
    let set: @Sendable (inout Limits) -> Void
    let within: String
    let beyond: String
    let status: String
    var testDescription: String { name }
  }

  private static func get(_ target: String = "/hello", _ fields: String = "") -> String {
    "GET \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\(fields)\r\n"
  }

  private static func post(_ fields: String, _ body: String) -> String {
    "POST /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\(fields)\r\n\r\n\(body)"
  }

  private static func chunked(_ body: String) -> String {
    post("Transfer-Encoding: chunked", body)
  }

  private static func a(_ count: Int) -> String { String(repeating: "a", count: count) }

  static let limits: [Limit] = [
    Limit(
      name: "head bytes", set: { $0.headBytes = 200 }, within: get("/hello", "X: b\r\n"),
      beyond: get("/hello", "X: \(a(300))\r\n"), status: "431"),
    Limit(
      name: "fields", set: { $0.fields = 3 }, within: get("/hello", "A: b\r\n"),
      beyond: get("/hello", "A: b\r\nC: d\r\n"), status: "431"),
    Limit(
      name: "target bytes", set: { $0.targetBytes = 16 }, within: get("/hello?aaaaaaaaa"),
      beyond: get("/hello?aaaaaaaaaa"), status: "414"),
    Limit(
      name: "method bytes", set: { $0.methodBytes = 3 }, within: get(),
      beyond: "X" + get(), status: "501"),
    Limit(
      name: "body bytes, announced", set: { $0.bodyBytes = 4 },
      within: post("Content-Length: 4", "four"), beyond: post("Content-Length: 5", "fives"),
      status: "413"),
    Limit(
      name: "body bytes, chunked", set: { $0.bodyBytes = 4 },
      within: chunked("2\r\nfo\r\n2\r\nur\r\n0\r\n\r\n"),
      beyond: chunked("2\r\nfi\r\n3\r\nves\r\n0\r\n\r\n"), status: "413"),
    Limit(
      name: "chunk extensions", set: { $0.chunkExtensionBytes = 8 },
      within: chunked("1;a=b\r\nx\r\n0\r\n\r\n"),
      beyond: chunked("1;a=b\r\nx\r\n1;c=defgh\r\nx\r\n0\r\n\r\n"), status: "400"),
    Limit(
      name: "trailer bytes", set: { $0.trailerBytes = 16 },
      within: chunked("1\r\nx\r\n0\r\nA: b\r\n\r\n"),
      beyond: chunked("1\r\nx\r\n0\r\nA: \(a(20))\r\n\r\n"), status: "431"),
    Limit(
      name: "trailer fields", set: { $0.trailerFields = 1 },
      within: chunked("1\r\nx\r\n0\r\nA: b\r\n\r\n"),
      beyond: chunked("1\r\nx\r\n0\r\nA: b\r\nC: d\r\n\r\n"), status: "431"),
  ]

  @Test(arguments: limits) func aLimitOfAMessage(_ limit: Limit) async throws {
    try await ServerUnderTest.run({ limit.set(&$0.limits) }) { running in
      let served = try await running.exchange(limit.within)
      #expect(served?.hasPrefix("HTTP/1.1 200 ") == true, "\(served ?? "nothing")")
      let refused = try await running.exchange(limit.beyond)
      #expect(refused?.hasPrefix("HTTP/1.1 \(limit.status) ") == true, "\(refused ?? "nothing")")
      #expect(refused?.contains("\r\nConnection: close\r\n") == true)
    }
  }

  @Test(arguments: [1 << 20 + 1, 17 << 20])
  func aBodyTooLargeIsRefusedBeforeItIsAskedFor(_ bytes: Int) async throws {
    try await ServerUnderTest.run { running in
      let client = RawClient(port: running.port)
      client.send(
        "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: \(bytes)\r\n"
          + "Expect: 100-continue\r\n\r\n")
      let answer = try #require(try await client.readToEnd())
      #expect(answer.hasPrefix("HTTP/1.1 413 "))
      #expect(answer.contains("\r\nConnection: close\r\n"))
    }
  }

  @Test(arguments: [0, 65_536, .max])
  func aHeadLimitThatCannotBeMeantIsRefused(_ bytes: Int) async throws {
    await #expect(throws: ServerError.self) {
      try await ServerUnderTest.run({ $0.limits.headBytes = bytes }) { _ in }
    }
  }

  @Test func aNegativeRateIsRefused() async throws {
    await #expect(throws: ServerError.self) {
      try await ServerUnderTest.run({ $0.deadlines.bytesPerSecondMin = -1 }) { _ in }
    }
  }

  @Test(arguments: [0, .max]) func limitsAtTheirEndsStopNothing(_ end: Int) async throws {
    try await ServerUnderTest.run({
      $0.deadlines.bytesPerSecondMin = end
      $0.unfinishedHeadsPerAddressMax = .max
      $0.connectionsMax = .max
      $0.limits.headBytes = 65_535
    }) { running in
      let client = RawClient(port: running.port)
      client.send("GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n")
      try await Task.sleep(for: .milliseconds(50))
      client.send("\r\n")
      #expect(try await client.readToEnd()?.hasSuffix("hello") == true)
    }
  }

  @Test func anOldConnectionEndsWithItsAnswer() async throws {
    try await ServerUnderTest.run({ $0.deadlines.connectionAge = .zero }) { running in
      let answer = try await running.exchange("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(answer?.contains("\r\nConnection: close\r\n") == true)
      #expect(answer?.hasSuffix("hello") == true)
    }
  }

  /// It may be sending its next request in that moment: a close would reset the connection, and
  /// might destroy the answer on its way.
  @Test(arguments: ["GET", "TRACE"])
  func whoDidNotAskForTheEndMayStillSendWhenItComes(_ method: String) async throws {
    try await ServerUnderTest.run({
      $0.requestsPerConnectionMax = 1
      $0.deadlines.lingering = .seconds(3_600)
    }) { running in
      let client = RawClient(port: running.port)
      client.send("\(method) /hello HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await client.readToEnd()?.contains("\r\nConnection: close\r\n") == true)
      client.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
      try await Task.sleep(for: .milliseconds(50))
      #expect(await running.server.openConnections == 1)
      client.endWriting()
      #expect(await eventually { await running.server.openConnections == 0 })
    }
  }

  @Test(arguments: ["GET /none HTTP/1.1\r\nHost: a\r\nConnection: close", "GET /none HTTP/1.0"])
  func whoAskedForTheEndIsNotWaitedFor(_ head: String) async throws {
    try await ServerUnderTest.run({ $0.deadlines.lingering = .seconds(3_600) }) { running in
      let client = RawClient(port: running.port)
      client.send(head + "\r\n\r\n")
      let answer = try await client.readToEnd()
      #expect(answer?.hasPrefix("HTTP/1.1 404 ") == true)
      #expect(await eventually { await running.server.openConnections == 0 })
      client.endWriting()
    }
  }

  @Test func whatARefusedClientStillSendsIsReadOnlySoFar() async throws {
    try await ServerUnderTest.run({
      $0.lingeringBytesMax = 64 * 1024
      $0.deadlines.lingering = .seconds(3_600)
    }) { running in
      let client = RawClient(port: running.port)
      client.send("nonsense\r\n\r\n")
      #expect(try await client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 "))
      try await running.pour(1 << 20, into: client)
      #expect(await eventually { await running.server.openConnections == 0 })
    }
  }

  @Test func aRefusedClientThatStaysIsLeft() async throws {
    try await ServerUnderTest.run({ $0.deadlines.lingering = .milliseconds(100) }) { running in
      let client = RawClient(port: running.port)
      client.send("nonsense\r\n\r\n")
      #expect(await eventually { await running.server.openConnections == 0 })
      let answer = try await client.readToEnd()
      #expect(answer?.hasPrefix("HTTP/1.1 ") == true)
    }
  }
}

extension ServerUnderTest {
  /// Sends so many bytes, or as many as the server takes before it closes.
  func pour(_ count: Int, into client: RawClient) async throws {
    for _ in 0..<(count / 16_384) {
      client.send([UInt8](repeating: 0x78, count: 16_384))
      await Task.yield()
    }
  }
}
