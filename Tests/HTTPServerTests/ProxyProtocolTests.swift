import HTTP
import TLSPeer
import Testing

@testable import HTTPServer

/// Connections that begin with a PROXY header, over real sockets.
@Suite struct ProxyProtocolTests {
  static let behindProxy: @Sendable (inout ServerConfiguration) -> Void = {
    $0.proxyProtocol = true
    $0.trustedProxies = AddressBlock.loopback
    // Only the test about it may reach this one, however slow the machine is.
    $0.deadlines.proxyHeader = .seconds(60)
  }

  static let request = "GET /who HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
  static let line = Array("PROXY TCP4 192.0.2.1 10.0.0.1 4711 443\r\n".utf8)
  static let signature = Array("\r\n\r\n\0\r\nQUIT\n".utf8)

  /// Version 2: from 192.0.2.1, over TLS.
  static let block: [UInt8] =
    signature + [0x21, 0x11, 0, 20] + [192, 0, 2, 1, 10, 0, 0, 1, 0x12, 0x67, 1, 0xBB]
    + [0x20, 0, 5, 1, 0, 0, 0, 0]

  private static func who(_ client: RawClient) async throws -> String {
    let answer = try await client.readToEnd()
    let words = (answer?.components(after: "\r\n\r\n").first ?? "").split(separator: " ")
    return words.prefix(3).joined(separator: " ")
  }

  @Test func theHeaderTellsWhoAsks() async throws {
    try await ServerUnderTest.run(Self.behindProxy, handler: TrustedProxyTests.whoami) { running in
      let expected = [
        (Self.line, "192.0.2.1 127.0.0.1 http"), (Self.block, "192.0.2.1 127.0.0.1 https"),
        (Array("PROXY UNKNOWN\r\n".utf8), "127.0.0.1 127.0.0.1 http"),
        (Self.signature + [0x20, 0, 0, 0], "127.0.0.1 127.0.0.1 http"),
      ]
      for (header, told) in expected {
        let client = RawClient(port: running.port)
        client.send(header + Array(Self.request.utf8))
        let answer = try await Self.who(client)
        #expect(answer == told)
      }
      #expect(running.refusedConnections.isEmpty)
    }
  }

  @Test func aHeaderMayBeDividedAnywhere() async throws {
    try await ServerUnderTest.run(Self.behindProxy, handler: TrustedProxyTests.whoami) { running in
      for header in [Self.line, Self.block] {
        let bytes = header + Array(Self.request.utf8)
        for cut in 1...(header.count + 3) {
          let client = RawClient(port: running.port)
          client.send(Array(bytes[..<cut]))
          let isSettled = try await running.settles(at: 1)
          #expect(isSettled)
          client.send(Array(bytes[cut...]))
          let told = try await Self.who(client)
          #expect(told.hasPrefix("192.0.2.1 127.0.0.1"))
          let isEmpty = try await running.settles(at: 0)
          #expect(isEmpty)
        }
        let slow = RawClient(port: running.port)
        for byte in bytes { slow.send([byte]) }
        let told = try await Self.who(slow)
        #expect(told.hasPrefix("192.0.2.1 127.0.0.1"))
      }
    }
  }

  @Test func everyRequestOfTheConnectionIsTheClients() async throws {
    try await ServerUnderTest.run(Self.behindProxy, handler: TrustedProxyTests.whoami) { running in
      let client = RawClient(port: running.port)
      let kept = "GET /who HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 6.6.6.6\r\n\r\n"
      client.send(Self.line + Array((kept + kept + Self.request).utf8))
      _ = try await client.readToEnd()
      // The client is no proxy, so what it tells does not count.
      #expect(
        running.exchanges.map { "\($0.client.address)" } == ["192.0.2.1", "192.0.2.1", "192.0.2.1"])
    }
  }

  @Test("Fields count when the header names another proxy, and not when it hides who asks")
  func fieldsBehindAHeader() async throws {
    try await ServerUnderTest.run(
      {
        Self.behindProxy(&$0)
        $0.trustedProxies += [AddressBlock("192.0.2.0/24")].compactMap { $0 }
      }, handler: TrustedProxyTests.whoami
    ) { running in
      let asked =
        "GET /who HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 198.51.100.7\r\nConnection: close\r\n\r\n"
      let expected = [
        (Self.line, "198.51.100.7"), (Array("PROXY UNKNOWN\r\n".utf8), "127.0.0.1"),
        (Self.signature + [0x20, 0, 0, 0], "198.51.100.7"),
        (Array("PROXY TCP4 203.0.113.5 10.0.0.1 1 2\r\n".utf8), "203.0.113.5"),
      ]
      for (header, told) in expected {
        let client = RawClient(port: running.port)
        client.send(header + Array(asked.utf8))
        let answer = try await Self.who(client)
        #expect(answer.hasPrefix("\(told) 127.0.0.1"))
      }
    }
  }

  @Test(
    "What is no header is closed without an answer",
    arguments: [
      Array(request.utf8), Array("PROXY TCP4 192.0.2.1\r\n".utf8) + Array(request.utf8),
      // Lengths that are too short for the addresses, too long for the limit, or wrong inside.
      signature + [0x21, 0x11, 0, 11] + [UInt8](repeating: 1, count: 11) + Array(request.utf8),
      signature + [0x21, 0x11, 0xFF, 0xFF] + Array(request.utf8),
      signature + [0x21, 0x11, 0, 15] + [UInt8](repeating: 1, count: 12) + [4, 0, 9]
        + Array(request.utf8),
      Array("PROXY UNKNOWN ".utf8) + [UInt8](repeating: 0x78, count: 200),
    ])
  func malformedHeaders(bytes: [UInt8]) async throws {
    try await ServerUnderTest.run(Self.behindProxy) { running in
      let client = RawClient(port: running.port)
      client.send(bytes)
      let nothing = try await client.readToEnd()
      #expect(nothing == "")
      #expect(running.refusedConnections == ["127.0.0.1: malformedProxyHeader"])
      #expect(running.exchanges.isEmpty)
      #expect(running.requestRefusals == 0)
      let isSettled = try await running.settles(at: 0)
      #expect(isSettled)
    }
  }

  @Test func anEndInsideAHeaderIsNoHeaderAndAnEndBeforeItIsNothing() async throws {
    try await ServerUnderTest.run(Self.behindProxy) { running in
      let looker = RawClient(port: running.port)
      looker.endWriting()
      let nothing = try await looker.readToEnd()
      #expect(nothing == "")
      #expect(running.refusedConnections.isEmpty)
      let client = RawClient(port: running.port)
      client.send(Array(Self.block.dropLast()))
      client.endWriting()
      let silence = try await client.readToEnd()
      #expect(silence == "")
      #expect(running.refusedConnections == ["127.0.0.1: malformedProxyHeader"])
    }
  }

  @Test func whoeverIsNotOnTheListIsClosedWhateverHeSends() async throws {
    try await ServerUnderTest.run({
      Self.behindProxy(&$0)
      $0.trustedProxies = [AddressBlock("10.0.0.0/8")].compactMap { $0 }
    }) { running in
      for header in [Self.line, Self.block, []] {
        let client = RawClient(port: running.port)
        client.send(header + Array(Self.request.utf8))
        let nothing = try await client.readToEnd()
        #expect(nothing == "")
      }
      #expect(Set(running.refusedConnections) == ["127.0.0.1: untrustedPeer"])
      #expect(running.exchanges.isEmpty)
    }
  }

  @Test("A header that is not complete in time is not waited for", arguments: [0, 1, 20])
  func slowHeader(sent: Int) async throws {
    try await ServerUnderTest.run({
      Self.behindProxy(&$0)
      $0.deadlines.proxyHeader = Deadlines().proxyHeader
      #expect($0.deadlines.proxyHeader == .seconds(1))
    }) { running in
      let client = RawClient(port: running.port)
      client.send(Array(Self.block[..<sent]))
      let nothing = try await client.readToEnd()
      #expect(nothing == "")
      #expect(running.refusedConnections == ["127.0.0.1: lateProxyHeader"])
    }
  }

  @Test func theHandshakeOfTLSMayFollow() async throws {
    try await TLSUnderTest.run(
      { configuration, _ in Self.behindProxy(&configuration) },
      handler: TrustedProxyTests.whoami
    ) { running in
      let client = try await running.connect { $0.preface = Self.line }
      #expect(client.failure == nil)
      client.send(Self.request)
      let answer = try await client.readToEnd()
      #expect(answer?.contains("\r\n\r\n192.0.2.1 127.0.0.1 https ") == true)
      let bare = try await running.connect()
      #expect(bare.failure != nil)
      #expect(running.refusedConnections == ["127.0.0.1: malformedProxyHeader"])
    }
  }

  /// Whoever has shown no header yet will want a handshake later, and costs what it costs.
  @Test func handshakesAreLimitedBehindAProxyToo() async throws {
    try await TLSUnderTest.run({ configuration, tls in
      Self.behindProxy(&configuration)
      configuration.deadlines.acceptPause = .milliseconds(20)
      tls.handshakesMax = 2
    }) { running in
      let silent = (0..<8).map { _ in RawClient(port: running.port) }
      #expect(
        await eventually {
          running.events.contains { if case .acceptPaused(2, _) = $0 { true } else { false } }
        })
      #expect(await running.server.openConnections <= 2)
      for client in silent { client.send(Self.line) }
      #expect(await eventually { running.failedHandshakes.contains("others wanted its place") })
      #expect(await running.server.openConnections <= 2)
      withExtendedLifetime(silent) {}
    }
  }

  @Test func withoutTheSwitchAHeaderIsAMalformedRequest() async throws {
    try await ServerUnderTest.run(TrustedProxyTests.loopback) { running in
      for header in [Self.line, Self.block] {
        let client = RawClient(port: running.port)
        client.send(header + Array(Self.request.utf8))
        let answer = try #require(try await client.readToEnd())
        #expect(answer.components(after: "HTTP/1.1 ").map { $0.prefix(3) } == ["400"])
      }
      #expect(running.exchanges.isEmpty)
    }
  }

  @Test func connectionsWithoutAHeaderYetAreCountedAndEndWithTheServer() async throws {
    try await ServerUnderTest.run({
      Self.behindProxy(&$0)
      $0.connectionsMax = 2
      $0.deadlines.acceptPause = .milliseconds(20)
    }) { running in
      let first = RawClient(port: running.port)
      let second = RawClient(port: running.port)
      let third = RawClient(port: running.port)
      let isSettled = try await running.settles(at: 2)
      #expect(isSettled)
      #expect(first.isConnected)
      #expect(second.isConnected)
      #expect(third.isConnected)
      #expect(await running.server.drain(delay: .zero, deadline: .zero) == 3)
      let isEmpty = try await running.settles(at: 0)
      #expect(isEmpty)
    }
  }
}

extension ServerUnderTest {
  /// How many requests the engine refused.
  var requestRefusals: Int {
    events.count { if case .refused = $0 { true } else { false } }
  }
}
