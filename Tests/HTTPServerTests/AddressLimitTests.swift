import HTTP
import Testing

@testable import HTTPServer

/// What one address may take.
@Suite struct AddressLimitTests {
  private static let hello = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"
  private static let half = "GET /hello HTTP/1.1\r\nHost: a\r\nX-Pad: aaaa"

  /// Opens connections until one is closed by the server, or `count` of them answer.
  private static func open(
    _ count: Int, to running: ServerUnderTest, _ text: String = hello
  ) async throws -> [RawClient] {
    var clients: [RawClient] = []
    for _ in 0..<count {
      let client = RawClient(port: running.port)
      client.send(text)
      let answer = try await client.read(until: "hello")
      guard answer.hasSuffix("hello") else { break }
      clients.append(client)
    }
    return clients
  }

  @Test func anAddressHasItsShareAndNoMore() async throws {
    try await ServerUnderTest.run({ $0.connectionsPerAddressMax = 8 }) { running in
      let clients = try await Self.open(20, to: running)
      #expect(clients.count == 8)
      #expect(running.refusedConnections == ["127.0.0.1: tooManyOfAddress"])
      #expect(try await running.settles(at: clients.count))
      for client in clients { client.endWriting() }
      for client in clients { _ = try await client.readToEnd() }
      // What was given back can be taken again.
      #expect(try await running.settles(at: 0))
      #expect(try await Self.open(1, to: running).count == 1)
    }
  }

  @Test func proxiesOnTheListAreExempt() async throws {
    try await ServerUnderTest.run({
      $0.connectionsPerAddressMax = 2
      $0.unfinishedHeadsPerAddressMax = 2
      $0.trustedProxies = AddressBlock.loopback
    }) { running in
      let whole = try await Self.open(20, to: running)
      #expect(whole.count == 20)
      let halves = (0..<20).map { _ in RawClient(port: running.port) }
      for client in halves { client.send(Self.half) }
      for client in halves { client.send("\r\n\r\n") }
      for client in halves {
        let answer = try await client.read(until: "hello")
        #expect(answer.hasSuffix("hello"))
      }
      #expect(running.refusedConnections.isEmpty)
    }
  }

  @Test func aProxysClientsAreCountedByTheirOwnAddress() async throws {
    try await ServerUnderTest.run({
      ProxyProtocolTests.behindProxy(&$0)
      $0.connectionsPerAddressMax = 2
    }) { running in
      for address in ["192.0.2.1", "192.0.2.2"] {
        let header = "PROXY TCP4 \(address) 10.0.0.1 4711 443\r\n"
        let clients = try await Self.open(20, to: running, header + Self.hello)
        #expect(clients.count == 2)
        #expect(running.refusedConnections.last == "\(address): tooManyOfAddress")
        for client in clients { client.endWriting() }
      }
    }
  }

  @Test func unfinishedHeadsOfAnAddressAreLimited() async throws {
    try await ServerUnderTest.run({
      $0.unfinishedHeadsPerAddressMax = 8
      $0.deadlines.head = .seconds(3_600)
    }) { running in
      let clients = (0..<20).map { _ in RawClient(port: running.port) }
      for client in clients { client.send(Self.half) }
      let bytes = 20 * Self.half.utf8.count
      #expect(await eventually { await running.server.counters.bytesReceived == bytes })
      let open = 20 - running.refusedConnections.count
      #expect(open == 8)
      let isSettled = try await running.settles(at: open)
      #expect(isSettled)
      #expect(Set(running.refusedConnections) == ["127.0.0.1: tooManyUnfinishedOfAddress"])
      // A whole request is welcome all the time, and again when the others have finished.
      #expect(try await Self.open(1, to: running).count == 1)
      for client in clients { client.send("\r\nConnection: close\r\n\r\n") }
      #expect(try await running.settles(at: 0))
      let late = RawClient(port: running.port)
      late.send(Self.half)
      late.send("\r\nConnection: close\r\n\r\n")
      #expect(try await late.readToEnd()?.hasSuffix("hello") == true)
      #expect(running.refusedConnections.count == 20 - open)
    }
  }

  @Test("An answer is not lost by the half head behind it", arguments: [true, false])
  func answersGoFirst(halfComesAlong: Bool) async throws {
    let gate = Gate()
    try await ServerUnderTest.run(
      { $0.unfinishedHeadsPerAddressMax = 1 },
      handler: gate.handler
    ) { running in
      let first = RawClient(port: running.port)
      first.send(Self.hello + Self.half)
      #expect(try await first.read(until: "hello").hasSuffix("hello"))
      let second = RawClient(port: running.port)
      let question = "GET /gate HTTP/1.1\r\nHost: a\r\n\r\n"
      second.send(halfComesAlong ? question + Self.half : question)
      await gate.reached()
      if !halfComesAlong {
        second.send(Self.half)
        try await Task.sleep(for: .milliseconds(100))
      }
      await gate.open()
      #expect(try await second.read(until: "gate").hasSuffix("gate"))
      #expect(
        await eventually {
          running.refusedConnections == ["127.0.0.1: tooManyUnfinishedOfAddress"]
        })
    }
  }

  @Test func withoutALimitThisMachineMayTakeAll() async throws {
    try await ServerUnderTest.run({ $0.connectionsMax = 40 }) { running in
      let clients = try await Self.open(20, to: running)
      #expect(clients.count == 20)
      #expect(running.refusedConnections.isEmpty)
    }
  }

  @Test func withoutALimitOthersMayTakeThreeQuarters() async throws {
    try await ServerUnderTest.run({
      ProxyProtocolTests.behindProxy(&$0)
      $0.connectionsMax = 16
      $0.deadlines.acceptPause = .milliseconds(20)
    }) { running in
      let header = "PROXY TCP4 192.0.2.1 10.0.0.1 4711 443\r\n"
      let clients = try await Self.open(16, to: running, header + Self.hello)
      #expect(clients.count == 12)
      #expect(running.refusedConnections == ["192.0.2.1: tooManyOfAddress"])
    }
  }

  @Test("the networks of one customer have ten times as much as one", arguments: [1, 0x100])
  func customers(step: UInt64) throws {
    var table = AddressTable()
    let keys = try (0..<100 as Range<UInt64>).map { number in
      try #require(AddressTable.Key(ClientAddress(ipv6: 0x2001_0DB8_0001_0000 + number * step, 1)))
    }
    func open() -> Int {
      keys.count { key in
        guard table.admitsConnection(of: key, atMost: .init(2)) else { return false }
        table.addConnection(of: key)
        return table.addUnfinishedHead(of: key, atMost: .init(1))
      }
    }
    // Twenty connections, half of them with a head that is not complete.
    #expect(open() == 10)
    #expect(table.count == 20 + (step == 1 ? 2 : 21))
    let another = try #require(AddressTable.Key(ClientAddress(ipv6: 0x2001_0DB8_0002_0000, 1)))
    #expect(table.admitsConnection(of: another, atMost: .init(2)))
    for key in keys.prefix(10) { table.removeUnfinishedHead(of: key) }
    for key in keys { table.removeConnection(of: key) }
    #expect(table.count == 0)
  }

  @Test func anIPv6NetworkIsOneAddressAndTheTableForgets() throws {
    func key(_ text: String) throws -> AddressTable.Key {
      let address = try #require(ClientAddress(text))
      return try #require(AddressTable.Key(address))
    }
    func areOne(_ left: String, _ right: String) throws -> Bool {
      let keys = [try key(left), try key(right)]
      return keys[0] == keys[1]
    }
    #expect(try areOne("2001:db8::1", "2001:db8::ffff:0:0:1"))
    #expect(try !areOne("2001:db8::1", "2001:db8:0:1::1"))
    #expect(try areOne("192.0.2.1", "::ffff:192.0.2.1"))
    #expect(try !areOne("192.0.2.1", "192.0.2.2"))
    #expect(try !areOne("0.0.0.0", "::"))
    #expect(AddressTable.Key(.unix) == nil)
    var table = AddressTable()
    for number in 0..<1_000 {
      table.addConnection(of: try key("10.0.\(number / 256).\(number % 256)"))
    }
    #expect(table.count == 1_000)
    for number in 0..<1_000 {
      let key = try key("10.0.\(number / 256).\(number % 256)")
      #expect(table.admitsConnection(of: key, atMost: .init(2)))
      #expect(!table.admitsConnection(of: key, atMost: .init(1)))
      table.removeConnection(of: key)
      table.removeConnection(of: key)
    }
    #expect(table.count == 0)
  }
}
