import HTTP
import Testing

@testable import HTTPServer

/// What a server believes of what it is told about its clients.
@Suite struct TrustedProxyTests {
  static let loopback: @Sendable (inout ServerConfiguration) -> Void = {
    $0.trustedProxies = AddressBlock.loopback
  }

  /// Answers `client peer scheme host id trace`, and `-` for what is not there.
  static let whoami: Handler = { request in
    let client = request.client
    let words: [String] = [
      "\(client.address)", "\(client.peer)", client.scheme.rawValue, client.forwardedHost ?? "-",
      request.id, request.trace?.traceID ?? "-",
    ]
    return TestRoutes.text(words.joined(separator: " "))
  }

  private static func ask(_ fields: String..., closing: Bool = true) -> String {
    let lines = fields.map { $0 + "\r\n" }.joined() + (closing ? "Connection: close\r\n" : "")
    return "GET /who HTTP/1.1\r\nHost: a\r\n\(lines)\r\n"
  }

  private static func words(_ answer: String?) -> [Substring] {
    (answer?.components(after: "\r\n\r\n").first ?? "").split(separator: " ")
  }

  @Test func aStrangersFieldsMeanNothing() async throws {
    try await ServerUnderTest.run(handler: Self.whoami) { running in
      let answer = try await running.exchange(
        Self.ask(
          "X-Forwarded-For: 6.6.6.6", "Forwarded: for=6.6.6.6;proto=https;host=evil",
          "X-Forwarded-Proto: https", "X-Forwarded-Host: evil", "X-Real-IP: 6.6.6.6",
          "X-Request-Id: forged"))
      let words = Self.words(answer)
      #expect(words.prefix(4) == ["127.0.0.1", "127.0.0.1", "http", "-"])
      #expect(words.count == 6)
      #expect(words[4] != "forged")
      #expect(answer?.contains("\r\nX-Request-Id: \(words[4])\r\n") == true)
    }
  }

  @Test("A thousand forged addresses are one client", arguments: [false, true])
  func rotatingValues(behindProxy: Bool) async throws {
    try await ServerUnderTest.run(
      { if behindProxy { Self.loopback(&$0) } }, handler: Self.whoami
    ) { running in
      let client = RawClient(port: running.port)
      var seen = Set<Substring>()
      for number in 0..<1_000 {
        let forged = "6.6.\(number / 256).\(number % 256)"
        let list = behindProxy ? "\(forged), 192.0.2.1" : forged
        client.send(Self.ask("X-Forwarded-For: \(list)", closing: false))
        let answer = try await client.read(until: " -")
        seen.formUnion(Self.words(answer).prefix(1))
      }
      #expect(seen == [behindProxy ? "192.0.2.1" : "127.0.0.1"])
    }
  }

  @Test func aTrustedProxyTellsWhoAsksWithEachRequest() async throws {
    try await ServerUnderTest.run(Self.loopback, handler: Self.whoami) { running in
      let answer = try #require(
        try await running.exchange(
          Self.ask(
            "X-Forwarded-For: 6.6.6.6, 2001:db8::1", "X-Forwarded-Proto: https",
            "X-Forwarded-Host: shop.example", "X-Request-Id: from.the-proxy_1", closing: false)
            + Self.ask("Forwarded: for=192.0.2.9", closing: false) + Self.ask()))
      let told = answer.components(after: "\r\n\r\n").map { $0.split(separator: " ").prefix(5) }
      #expect(
        told.first
          == ["2001:db8::1", "127.0.0.1", "https", "shop.example", "from.the-proxy_1"])
      #expect(told[1].prefix(4) == ["192.0.2.9", "127.0.0.1", "http", "-"])
      #expect(told[2].prefix(4) == ["127.0.0.1", "127.0.0.1", "http", "-"])
      #expect(answer.contains("\r\nX-Request-Id: from.the-proxy_1\r\n"))
      let clients = running.exchanges.map { "\($0.client.address)" }
      #expect(clients == ["2001:db8::1", "192.0.2.9", "127.0.0.1"])
    }
  }

  @Test func aRequestIDThatIsNoPlainWordIsReplaced() async throws {
    try await ServerUnderTest.run(Self.loopback, handler: Self.whoami) { running in
      for bad in ["a b", String(repeating: "x", count: 129), "a\"b", "{}", ""] {
        let words = Self.words(try await running.exchange(Self.ask("X-Request-Id: \(bad)")))
        #expect(words.count == 6, "\(bad)")
        #expect(words[4].utf8.count == 15, "\(bad)")
      }
    }
  }

  @Test func unixPeersAreTrustedOnlyWhenTheyAreOnTheList() async throws {
    for isTrusted in [false, true] {
      let path = "/tmp/moa-test-\(UInt32.random(in: .min ... .max)).sock"
      try await ServerUnderTest.run(
        {
          $0.address = .unix(path: path)
          $0.trustedProxies = isTrusted ? [.unix] : AddressBlock.loopback
        }, handler: Self.whoami
      ) { _ in
        let client = RawClient(path: path)
        client.send(Self.ask("X-Forwarded-For: 192.0.2.1"))
        let words = Self.words(try await client.readToEnd())
        #expect(words.prefix(2) == [isTrusted ? "192.0.2.1" : "unix", "unix"])
      }
    }
  }

  @Test func aTraceIsTakenFromAnybodyAndGoesOnInTheAnswer() async throws {
    try await ServerUnderTest.run(handler: Self.whoami) { running in
      let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
      let answer = try #require(
        try await running.exchange(
          Self.ask("traceparent: 00-\(trace)-00f067aa0ba902b7-01", closing: false)
            + Self.ask("traceparent: 00-\(trace)-00f067aa0ba902b7-0x", closing: false)
            + Self.ask("traceparent: 00-\(trace)-00f067aa0ba902b7-00")))
      let parents = answer.components(after: "\r\ntraceparent: ").map { $0.prefix(55) }
      #expect(parents.count == 2)
      #expect(parents.allSatisfy { $0.hasPrefix("00-\(trace)-") && !$0.contains("00f067aa") })
      #expect(parents.first?.hasSuffix("-01") == true)
      #expect(parents.last?.hasSuffix("-00") == true)
      #expect(parents.first?.dropLast(3) != parents.last?.dropLast(3))
      #expect(running.exchanges.map { $0.trace?.traceID } == [trace, nil, trace])
    }
  }

  @Test("A trusted proxy may keep a connection idle for longer than a stranger")
  func idleDeadlines() async throws {
    for isTrusted in [false, true] {
      try await ServerUnderTest.run({
        $0.trustedProxies = isTrusted ? AddressBlock.loopback : []
        $0.deadlines.idle = isTrusted ? .seconds(3_600) : .milliseconds(50)
        $0.deadlines.trustedIdle = isTrusted ? .milliseconds(50) : .seconds(3_600)
      }) { running in
        let answer = try await running.exchange("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(answer?.hasSuffix("hello") == true)
      }
    }
  }

  @Test("A connection that a trusted proxy opens in advance is there when it needs it")
  func firstByteDeadline() async throws {
    for isTrusted in [false, true] {
      try await ServerUnderTest.run({
        $0.trustedProxies = isTrusted ? AddressBlock.loopback : []
        $0.deadlines.firstByte = .milliseconds(50)
        $0.deadlines.trustedIdle = .seconds(3_600)
      }) { running in
        let client = RawClient(port: running.port)
        try await Task.sleep(for: .milliseconds(300))
        client.send("GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        let answer = try await client.readToEnd()
        #expect((answer?.hasSuffix("hello") == true) == isTrusted)
      }
    }
  }

  @Test func aUnixPeerIsAsPatientAsAProxy() async throws {
    let path = "/tmp/moa-test-\(UInt32.random(in: .min ... .max)).sock"
    try await ServerUnderTest.run({
      $0.address = .unix(path: path)
      $0.deadlines.idle = .seconds(3_600)
      $0.deadlines.trustedIdle = .milliseconds(50)
    }) { _ in
      let client = RawClient(path: path)
      client.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
      let answer = try await client.readToEnd()
      #expect(answer?.hasSuffix("hello") == true)
    }
  }
}

extension ServerUnderTest {
  /// The requests answered so far.
  var exchanges: [ServerEvent.Exchange] {
    events.compactMap { if case .finished(let exchange) = $0 { exchange } else { nil } }
  }

  /// Why connections were closed so far, and of whom.
  var refusedConnections: [String] {
    events.compactMap {
      guard case .connectionRefused(let reason, let address) = $0 else { return nil }
      return "\(address): \(reason)"
    }
  }

  /// Waits until so many connections are open.
  func settles(at count: Int) async throws -> Bool {
    for _ in 0..<1_000 {
      if await server.openConnections == count { return true }
      try await Task.sleep(for: .milliseconds(5))
    }
    return false
  }
}
