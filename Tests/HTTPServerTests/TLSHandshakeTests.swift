import COpenSSL
import HTTP
import TLSPeer
import Testing

@testable import HTTPServer

/// What is agreed on, and with whom not.
@Suite struct TLSHandshakeTests {
  private static let hello = "GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

  @Test(arguments: [("TLSv1.3", TLS1_3_VERSION), ("TLSv1.2", TLS1_2_VERSION)])
  func bothVersionsAreServed(_ name: String, _ version: Int32) async throws {
    try await TLSUnderTest.run { running in
      let client = try await running.connect {
        $0.versionMin = version
        $0.versionMax = version
      }
      #expect(client.failure == nil)
      #expect(client.version == name)
      client.send(Self.hello)
      let answer = try #require(try await client.readToEnd())
      #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(answer.hasSuffix("hello"))
      #expect(client.endedCleanly)
    }
  }

  @Test func theNewestVersionIsPreferred() async throws {
    try await TLSUnderTest.run { running in
      let client = try await running.connect()
      #expect(client.version == "TLSv1.3")
    }
  }

  @Test func oldVersionsAreRefused() async throws {
    try await TLSUnderTest.run { running in
      for version in [TLS1_VERSION, TLS1_1_VERSION] {
        let client = try await running.connect {
          $0.versionMin = version
          $0.versionMax = version
        }
        #expect(client.failure == "tlsv1 alert protocol version")
      }
      let reasons = try await running.failedHandshakes(atLeast: 2)
      #expect(reasons == ["unsupported protocol", "unsupported protocol"])
    }
  }

  @Test(arguments: [
    "AES128-GCM-SHA256", "ECDHE-ECDSA-AES128-SHA", "ECDHE-ECDSA-AES256-SHA384",
    "ECDHE-ECDSA-AES256-CCM8", "AECDH-AES128-SHA", "ECDHE-ECDSA-NULL-SHA",
  ])
  func ciphersWithoutForwardSecrecyOrAuthenticationAreRefused(_ cipher: String) async throws {
    try await TLSUnderTest.run { running in
      let client = try await running.connect {
        $0.versionMax = TLS1_2_VERSION
        $0.ciphers = cipher
      }
      #expect(client.failure?.contains("handshake failure") == true)
    }
  }

  @Test func theProtocolIsAgreedOrNothingIs() async throws {
    try await TLSUnderTest.run { running in
      let one = try await running.connect { $0.protocols = ["http/1.1"] }
      #expect(one.chosenProtocol == "http/1.1")
      let both = try await running.connect { $0.protocols = ["h2", "http/1.1"] }
      #expect(both.chosenProtocol == "http/1.1")
      let silent = try await running.connect()
      #expect(silent.failure == nil)
      #expect(silent.chosenProtocol == "")
      let other = try await running.connect { $0.protocols = ["h2", "http/1.10"] }
      #expect(other.failure == "tlsv1 alert no application protocol")
    }
  }

  @Test func anyServerNameIsServed() async throws {
    try await TLSUnderTest.run { running in
      let client = try await running.connect { $0.serverName = "some.other.example" }
      client.send(Self.hello)
      #expect(try await client.readToEnd()?.hasSuffix("hello") == true)
    }
  }

  @Test func nobodyRenegotiates() async throws {
    try await TLSUnderTest.run { running in
      let client = try await running.connect { $0.versionMax = TLS1_2_VERSION }
      #expect(client.failure == nil)
      #expect(try await !client.renegotiate())
    }
  }

  @Test func handshakesAreCutAtTheirDeadline() async throws {
    try await TLSUnderTest.run({ configuration, _ in
      configuration.deadlines.handshake = .milliseconds(200)
    }) { running async throws in
      let silent = RawClient(port: running.port)
      let half = RawClient(port: running.port)
      // The head of a record that announces more than ever comes.
      half.send([0x16, 0x03, 0x01, 0x01, 0x00, 0x01])
      #expect(try await silent.readToEnd() == "")
      #expect(try await half.readToEnd() == "")
      #expect(try await running.failedHandshakes(atLeast: 2) == ["too slow", "too slow"])
      #expect(await running.server.openConnections == 0)
    }
  }

  @Test func theLongestSilentHandshakeGivesWay() async throws {
    try await TLSUnderTest.run({ configuration, tls in
      configuration.deadlines.acceptPause = .milliseconds(20)
      tls.handshakesMax = 2
    }) { running in
      let silent = (0..<8).map { _ in RawClient(port: running.port) }
      let client = try await running.connect()
      client.send(Self.hello)
      #expect(try await client.readToEnd()?.hasSuffix("hello") == true)
      #expect(running.failedHandshakes.contains("others wanted its place"))
      #expect(running.events.contains { if case .acceptPaused = $0 { true } else { false } })
      withExtendedLifetime(silent) {}
    }
  }

  @Test func plainRequestsAreToldThatTheyAreWrongHere() async throws {
    try await TLSUnderTest.run { running in
      for text in [Self.hello, "\r\nGET / HTTP/1.1\r\n\r\n", "PROXY TCP4 1.1.1.1 2.2.2.2 1 2\r\n"] {
        let answer = try #require(try await running.exchange(text))
        #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
        #expect(answer.contains("\r\nConnection: close\r\n"))
        #expect(answer.hasSuffix("\r\n\r\nthis port speaks TLS\n"))
      }
      #expect(running.failedHandshakes.allSatisfy { $0 == "plain HTTP on a TLS port" })
    }
  }

  @Test func noiseGetsAnEnd() async throws {
    try await TLSUnderTest.run { running async throws in
      for bytes: [UInt8] in [
        [0x80, 0x2E, 1, 0, 2], [0x16, 3, 1, 0, 2, 0xFF, 0xFF], [0, 0, 0, 0, 0, 0],
      ] {
        let client = RawClient(port: running.port)
        client.send(bytes)
        client.endWriting()
        #expect(try await client.readToEnd() != nil)
      }
    }
  }

  @Test func tlsOnAPlainPortIsRefusedAtOnce() async throws {
    try await ServerUnderTest.run { running in
      let client = try await TLSClient.connect(port: running.port)
      #expect(client.failure == "wrong version number")
      let refusals = running.events.compactMap { event in
        if case .refused(let error, _, _) = event { error.status.code } else { nil }
      }
      #expect(refusals == [400])
    }
  }

  @Test func sessionsAreResumedOnEveryLoop() async throws {
    try await TLSUnderTest.run { running in
      // `-reconnect` asks five times more with the session of the first.
      let text = try await Shell.run(
        [
          "openssl", "s_client", "-connect", "127.0.0.1:\(running.port)", "-tls1_2", "-reconnect",
        ], mayFail: true)
      #expect(text.components(after: "\nReused, TLSv1.2").count == 5)
    }
  }
}

@Suite struct TLSTicketKeysTests {
  @Test func keysChangeWithTheHourAndTheSecretAndWithNothingElse() throws {
    let secret = try TLSTicketKeys.makeSecret()
    var here = TLSTicketKeys(secret: secret)
    var elsewhere = TLSTicketKeys(secret: secret)
    let early = here.next(bytes: 80, second: 7_200)
    let first = try #require(early)
    #expect(first.count == 80)
    #expect(Set(first).count > 20)
    let unchanged = here.next(bytes: 80, second: 10_799)
    #expect(unchanged == nil)
    let same = elsewhere.next(bytes: 80, second: 10_799)
    #expect(same == first)
    let late = here.next(bytes: 80, second: 10_800)
    #expect(late?.count == 80)
    #expect(late != first)
    var other = TLSTicketKeys(secret: try TLSTicketKeys.makeSecret())
    let foreign = other.next(bytes: 80, second: 7_200)
    #expect(foreign?.count == 80)
    #expect(foreign != first)
  }
}
