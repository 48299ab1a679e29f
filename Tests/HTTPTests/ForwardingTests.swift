import HTTP
import Testing

/// What fields of proxies make of a connection from 10.0.0.1, where 10.0.0.0/8, 2001:db8:a::/48
/// and Unix-domain sockets are trusted.
@Suite struct ForwardingTests {
  private static let trusted = ["10.0.0.0/8", "2001:db8:a::/48", "unix"].compactMap {
    AddressBlock($0)
  }
  private static let nothing = "10.0.0.1 http -"

  /// `address scheme host`, or `-` for no host.
  private func told(
    _ lines: [(String, String)], by peer: ClientAddress = ClientAddress(ipv4: 0x0A00_0001)
  ) throws -> String {
    let client = try client(lines, Client(peer: peer))
    #expect(client.peer == peer)
    return "\(client.address) \(client.scheme.rawValue) \(client.forwardedHost ?? "-")"
  }

  private func client(_ lines: [(String, String)], _ connection: Client) throws -> Client {
    Forwarding.client(of: try head(lines), over: connection, trusting: Self.trusted)
  }

  private func head(_ lines: [(String, String)]) throws -> RequestHead {
    let text = lines.map { "\($0.0): \($0.1)\r\n" }.joined()
    let bytes = Array("GET / HTTP/1.1\r\nHost: a\r\n\(text)\r\n".utf8)
    var parser = RequestParser()
    let progress = try bytes.withUnsafeBytes { try parser.parse($0) }
    guard case .complete(let head, _, _) = progress else { throw ParseError.endedEarly }
    return head
  }

  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1"), ("192.0.2.1:4711", "192.0.2.1"),
    ("2001:db8::1", "2001:db8::1"), ("[2001:db8::1]", "2001:db8::1"),
    ("[2001:db8::1]:4711", "2001:db8::1"), ("::ffff:192.0.2.1", "192.0.2.1"),
    // What a client puts in front does not count, however often it changes.
    ("6.6.6.6, 192.0.2.1", "192.0.2.1"), ("unknown, 192.0.2.1", "192.0.2.1"),
    ("\"6.6.6.6, 192.0.2.1", "192.0.2.1"), ("6.6.6.6 192.0.2.1", "10.0.0.1"),
    // Our own proxies are walked over, up to the first that is not ours.
    ("6.6.6.6, 192.0.2.1, 10.0.0.2", "192.0.2.1"),
    ("6.6.6.6,192.0.2.1,2001:db8:a::9,10.9.9.9", "192.0.2.1"),
    ("192.0.2.1, 198.51.100.1, 10.0.0.2", "198.51.100.1"),
    // All of them are ours: then the first one asked by itself.
    ("10.0.0.3, 10.0.0.2", "10.0.0.3"), ("10.0.0.1", "10.0.0.1"),
    // What cannot be read ends the walk at the one who told it.
    ("192.0.2.1, unknown", "10.0.0.1"), ("192.0.2.1, 010.0.0.1, 10.0.0.2", "10.0.0.2"),
    ("192.0.2.1, _hidden, 10.0.0.2", "10.0.0.2"), ("192.0.2.1, evil.example", "10.0.0.1"),
    ("192.0.2.1:65536", "10.0.0.1"), ("192.0.2.1:", "10.0.0.1"), ("[192.0.2.1]", "10.0.0.1"),
    ("[2001:db8::1", "10.0.0.1"), ("[2001:db8::1]4711", "10.0.0.1"), ("unix", "10.0.0.1"),
    // Empty elements count as none.
    ("", "10.0.0.1"), (",", "10.0.0.1"), ("192.0.2.1,", "192.0.2.1"),
    ("192.0.2.1, , 10.0.0.2, ,", "192.0.2.1"), (" \t192.0.2.1\t ,\t10.0.0.2", "192.0.2.1"),
  ])
  func xForwardedForIsReadFromTheRight(_ list: String, _ address: String) throws {
    #expect(try told([("X-Forwarded-For", list)]) == "\(address) http -")
    // Several lines are one list, wherever it is divided.
    for (index, byte) in list.enumerated() where byte == "," {
      let (left, right) = (list.prefix(index), list.dropFirst(index + 1))
      let lines = [("x-forwarded-for", String(left)), ("X-FORWARDED-FOR", String(right))]
      #expect(try told(lines) == "\(address) http -", "\(lines)")
    }
  }

  @Test func anEndlessListIsWalkedOnlySoFar() throws {
    let own = Array(repeating: "10.0.0.2", count: 63)
    let reached = (["192.0.2.1"] + own).joined(separator: ",")
    #expect(try told([("X-Forwarded-For", reached)]) == "192.0.2.1 http -")
    let beyond = (["192.0.2.1", "10.0.0.7"] + own).joined(separator: ",")
    #expect(try told([("X-Forwarded-For", beyond)]) == "10.0.0.7 http -")
    let elements = Array(repeating: "for=10.0.0.2", count: 63)
    let full = (["for=192.0.2.1"] + elements).joined(separator: ",")
    #expect(try told([("Forwarded", full)]) == "192.0.2.1 http -")
    #expect(try told([("Forwarded", "for=6.6.6.6," + full)]) == Self.nothing)
  }

  @Test(
    arguments: [
      ("192.0.2.1", "https", "shop.example", "192.0.2.1 https shop.example"),
      ("192.0.2.1", "HTTPS", "[2001:db8::1]:8443", "192.0.2.1 https [2001:db8::1]:8443"),
      ("192.0.2.1", "http", "shop.example:80", "192.0.2.1 http shop.example:80"),
      // As many as addresses: each proxy has appended. Fewer or more: the nearest has written it.
      ("192.0.2.1, 10.0.0.2", "https, http", "shop, inner", "192.0.2.1 https shop"),
      ("6.6.6.6, 192.0.2.1", "http, https", "evil, shop", "192.0.2.1 https shop"),
      ("192.0.2.1, 10.0.0.2", "https", "shop", "192.0.2.1 https shop"),
      ("192.0.2.1", "http, https", "evil, shop", "192.0.2.1 https shop"),
      // Without an address they still count.
      ("", "https", "shop", "10.0.0.1 https shop"), ("unknown", "https", "", "10.0.0.1 https -"),
      // What is no scheme and no host is nothing.
      ("192.0.2.1", "wss", "a/b", "192.0.2.1 http -"),
      ("192.0.2.1", "https:", "a b", "192.0.2.1 http -"),
      ("192.0.2.1", "", "shop.example:65536", "192.0.2.1 http -"),
      ("192.0.2.1", "\"https\"", "user@shop.example", "192.0.2.1 http -"),
    ] as [(String, String, String, String)])
  func schemeAndHostBelongToTheAddressChosen(
    _ list: String, _ scheme: String, _ host: String, _ expected: String
  ) throws {
    let lines = [
      ("X-Forwarded-For", list), ("X-Forwarded-Proto", scheme), ("X-Forwarded-Host", host),
    ]
    #expect(try told(lines) == expected)
  }

  @Test(arguments: [
    ("for=192.0.2.1", "192.0.2.1 http -"), ("For=\"192.0.2.1:4711\"", "192.0.2.1 http -"),
    ("for=\"[2001:db8::1]\"", "2001:db8::1 http -"),
    ("for=\"[2001:db8::1]:4711\";proto=https", "2001:db8::1 https -"),
    ("for=\"[2001:db8::1]:_port\"", "2001:db8::1 http -"),
    ("for=\"1\\92.0.2.1\"", "192.0.2.1 http -"),
    ("for=192.0.2.1;proto=https;by=10.0.0.1;host=shop.example", "192.0.2.1 https shop.example"),
    (
      "host=\"shop.example:8443\";for=192.0.2.1;PROTO=\"HTTPS\"",
      "192.0.2.1 https shop.example:8443"
    ),
    (";for=192.0.2.1;;proto=https;", "192.0.2.1 https -"),
    ("for=192.0.2.1;secret=x;extra=\"a, b; for=6.6.6.6\"", "192.0.2.1 http -"),
    // The walk, and scheme and host of the element where it ends.
    (
      "for=6.6.6.6;host=evil, for=192.0.2.1;host=shop;proto=https, for=10.0.0.2;host=inner",
      "192.0.2.1 https shop"
    ),
    ("for=10.0.0.3;proto=https, for=10.0.0.2", "10.0.0.3 https -"),
    ("for=192.0.2.1, for=unknown;proto=https", "10.0.0.1 https -"),
    ("for=192.0.2.1, for=_gazonk, for=10.0.0.2;proto=https", "10.0.0.2 http -"),
    ("for=192.0.2.1, proto=https;host=shop", "10.0.0.1 https shop"),
    ("for=\"unknown:80\"", nothing), ("for=unix", nothing), ("for=\"2001:db8::1\"", nothing),
    (",, for=192.0.2.1 ,\t,", "192.0.2.1 http -"), ("", nothing), (",", nothing),
    // Whatever breaks the grammar is one hop that tells nothing.
    ("for=192.0.2.1:4711", nothing), ("for=[2001:db8::1]", nothing), ("for", nothing),
    ("for=", nothing), ("=192.0.2.1", nothing), ("for=192.0.2.1 ;proto=https", nothing),
    ("for=192.0.2.1; proto=https", nothing), ("for =192.0.2.1", nothing),
    ("for=\"192.0.2.1", nothing), ("for=\"192.0.2.1\\", nothing), ("for=\"192.0.2.1\"x", nothing),
    ("for=192.0.2.1;for=192.0.2.2", nothing), ("for=192.0.2.1;host=a;Host=a", nothing),
    ("for=192.0.2.1 for=192.0.2.2", nothing), ("for=\"6.6.6.6, for=192.0.2.1", nothing),
    ("for=6.6.6.6;x=\", for=192.0.2.1;host=\"shop\"", nothing),
  ])
  func forwardedIsReadToTheLetter(_ value: String, _ expected: String) throws {
    #expect(try told([("Forwarded", value)]) == expected)
  }

  @Test func aBrokenLineHidesNothingThatStandsBehindIt() throws {
    let broken = ("Forwarded", "for=\"open, for=6.6.6.6")
    #expect(try told([broken, ("Forwarded", "for=192.0.2.1")]) == "192.0.2.1 http -")
    #expect(try told([("Forwarded", "for=192.0.2.1"), broken]) == Self.nothing)
    #expect(try told([broken, ("Forwarded", "for=10.0.0.2")]) == "10.0.0.2 http -")
  }

  @Test(
    "a proxy that writes one kind lets the other pass, so both must say the same",
    arguments: [
      ("for=192.0.2.1;proto=https;host=shop", "192.0.2.1", "https", "shop", "192.0.2.1 https shop"),
      ("for=6.6.6.6", "192.0.2.1", "", "", "10.0.0.1 http -"),
      ("for=192.0.2.1;proto=https;host=evil", "192.0.2.1", "", "", "192.0.2.1 http -"),
      ("for=192.0.2.1;host=evil", "192.0.2.1", "", "shop", "192.0.2.1 http -"),
      ("for=6.6.6.6;proto=https", "192.0.2.1", "https", "", "10.0.0.1 https -"),
      ("garbage", "192.0.2.1", "https", "shop", "10.0.0.1 http -"),
    ] as [(String, String, String, String, String)])
  func twoAccountsMustAgree(
    _ forwarded: String, _ list: String, _ scheme: String, _ host: String, _ expected: String
  ) throws {
    let lines = [
      ("Forwarded", forwarded), ("X-Forwarded-For", list), ("X-Forwarded-Proto", scheme),
      ("X-Forwarded-Host", host),
    ]
    #expect(try told(lines) == expected)
  }

  @Test func withoutSuchFieldsTheConnectionItselfCounts() throws {
    let connection = Client(
      peer: .unix, address: ClientAddress(ipv4: 1), scheme: .https, certificateFingerprint: "ab")
    #expect(try client([("X-Real-IP", "6.6.6.6")], connection) === connection)
    let told = try client([("X-Forwarded-For", "192.0.2.1")], connection)
    #expect(told.scheme == .https)
    #expect(told.certificateFingerprint == "ab")
    #expect(told.peer == .unix)
    #expect(told.address.description == "192.0.2.1")
  }

  @Test(arguments: [
    ("a", "a"), ("A-b_c.9", "A-b_c.9"), (String(repeating: "x", count: 128), "same"),
    (String(repeating: "x", count: 129), nil), ("", nil), ("a b", nil), ("a,b", nil),
    ("{\"a\":1}", nil), ("\u{FC}", nil), ("a/b", nil),
  ])
  func aRequestIDIsAPlainWord(_ value: String, _ expected: String?) throws {
    let found = Forwarding.requestID(of: try head([("X-Request-ID", value)]))
    #expect(found == (expected == "same" ? value : expected))
  }

  @Test func twoRequestIDsAreNone() throws {
    let lines = [("X-Request-ID", "a"), ("X-Request-ID", "a")]
    #expect(Forwarding.requestID(of: try head(lines)) == nil)
    #expect(Forwarding.requestID(of: try head([])) == nil)
  }
}

@Suite struct ClientAddressTests {
  @Test(
    arguments: [
      (0, 0, "::"), (0, 1, "::1"), (0x2001_0db8_0000_0000, 1, "2001:db8::1"),
      (0x2001_0db8_0000_0000, 0x0000_0001_0000_0000, "2001:db8::1:0:0"),
      (0x2001_0db8_0000_0001, 0x0001_0001_0001_0001, "2001:db8:0:1:1:1:1:1"),
      (0x0001_0000_0000_0002, 0x0000_0000_0000_0003, "1:0:0:2::3"),
      (0xfe80_0000_0000_0000, 0, "fe80::"),
    ] as [(UInt64, UInt64, String)])
  func ipv6IsWrittenInItsShortestForm(high: UInt64, low: UInt64, text: String) {
    #expect(ClientAddress(ipv6: high, low).description == text)
  }

  @Test func ipv4IsWrittenInDecimal() {
    #expect(ClientAddress(ipv4: 0xC000_0201).description == "192.0.2.1")
  }

  @Test func aMappedAddressIsTheAddressItMaps() {
    #expect(ClientAddress(ipv6: 0, 0xFFFF_C000_0201) == ClientAddress(ipv4: 0xC000_0201))
  }

  @Test func aUnixSocketHasNoAddress() { #expect(ClientAddress.unix.description == "unix") }
}
