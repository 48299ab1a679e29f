import ConformanceCorpus
import HTTP
import Testing

@Suite struct ProxyHeaderTests {
  enum Reading: Equatable {
    case needMore
    case header(ProxyHeader.Source, isEncrypted: Bool, consumed: Int)
    case refused(ProxyHeaderError)
  }

  private static func read(_ bytes: some Collection<UInt8>) -> Reading {
    let memory = ProtectedMemory(capacity: bytes.count)
    return withExtendedLifetime(memory) { read(memory.hold(Array(bytes)[...])) }
  }

  private static func read(_ bytes: UnsafeRawBufferPointer) -> Reading {
    do throws(ProxyHeaderError) {
      switch try ProxyHeader.read(bytes) {
      case .needMore: return .needMore
      case .complete(let header, let consumed):
        return .header(header.source, isEncrypted: header.isEncrypted, consumed: consumed)
      }
    } catch {
      return .refused(error)
    }
  }

  private static func client(_ text: String) throws -> ProxyHeader.Source {
    .client(try #require(ClientAddress(text)))
  }

  static let signature: [UInt8] = Array("\r\n\r\n\0\r\nQUIT\n".utf8)

  /// A header of version 2 whose length is right, unless another is given.
  static func block(
    _ family: UInt8, _ rest: [UInt8], command: UInt8 = 0x21, length: Int? = nil
  ) -> [UInt8] {
    let length = length ?? rest.count
    return signature + [command, family, UInt8(length >> 8), UInt8(length & 0xFF)] + rest
  }

  static let four: [UInt8] = [192, 0, 2, 1, 10, 0, 0, 1, 0x12, 0x67, 0x01, 0xBB]
  static let six: [UInt8] =
    [0x20, 1, 0x0D, 0xB8] + Array(repeating: 0, count: 11) + [1] + Array(repeating: 9, count: 16)
    + [0x12, 0x67, 0x01, 0xBB]
  static let unix = [UInt8](repeating: 0x2F, count: 216)
  static func tls(_ bits: UInt8, _ more: [UInt8] = []) -> [UInt8] {
    [0x20, 0, UInt8(5 + more.count), bits, 0, 0, 0, 0] + more
  }

  static let accepted: [(bytes: [UInt8], address: String?, isEncrypted: Bool)] = [
    (Array("PROXY TCP4 192.0.2.1 10.0.0.1 4711 443\r\n".utf8), "192.0.2.1", false),
    (
      Array("PROXY TCP4 255.255.255.255 255.255.255.255 65535 65535\r\n".utf8), "255.255.255.255",
      false
    ),
    (Array("PROXY TCP4 192.0.2.1 10.0.0.1 0 0\r\n".utf8), "192.0.2.1", false),
    (Array("PROXY TCP6 2001:db8::1 ::1 4711 443\r\n".utf8), "2001:db8::1", false),
    (Array("PROXY TCP6 ::ffff:192.0.2.1 ::1 1 2\r\n".utf8), "192.0.2.1", false),
    (Array("PROXY UNKNOWN\r\n".utf8), nil, false),
    (Array("PROXY UNKNOWN ffff:f...f 6.6.6.6 anything\r\n".utf8), nil, false),
    (Array(("PROXY UNKNOWN " + String(repeating: "x", count: 91) + "\r\n").utf8), nil, false),
    (block(0x11, four), "192.0.2.1", false), (block(0x21, six), "2001:db8::1", false),
    (block(0x11, four + [0x04, 0, 0]), "192.0.2.1", false),
    (block(0x11, four + [0x01, 0, 2, 0x68, 0x32] + tls(0)), "192.0.2.1", false),
    (block(0x11, four + tls(1)), "192.0.2.1", true),
    (block(0x21, six + tls(7, [0x21, 0, 1, 0x78])), "2001:db8::1", true),
    (
      block(0x11, four + [0x04, 0x0F, 0xE1] + [UInt8](repeating: 0, count: 4_065)), "192.0.2.1",
      false
    ),
    (block(0x31, unix), nil, false), (block(0x00, []), nil, false),
    (block(0x00, [1, 2, 3, 4, 5]), nil, false),
  ]

  @Test func headersAreReadWholeAndByteByByte() throws {
    for (bytes, address, isEncrypted) in Self.accepted {
      let source = try address.map { try Self.client($0) } ?? .hiddenClient
      let whole = Reading.header(source, isEncrypted: isEncrypted, consumed: bytes.count)
      #expect(Self.read(bytes) == whole, "\(bytes.prefix(60))")
      for count in 0..<bytes.count {
        #expect(Self.read(bytes[..<count]) == .needMore, "\(count) of \(bytes.prefix(60))")
      }
      for rest in ["GET / HTTP/1.1\r\n", "\r\n", "PROXY UNKNOWN\r\n", "\u{16}\u{3}\u{1}"] {
        #expect(Self.read(bytes + Array(rest.utf8)) == whole)
      }
    }
  }

  @Test func aProxyMayConnectForItself() {
    for bytes in [
      Self.block(0, [], command: 0x20), Self.block(0x11, Self.four + [1], command: 0x20),
      Self.block(0xFF, [9, 9], command: 0x20),
    ] {
      let whole = Reading.header(.proxy, isEncrypted: false, consumed: bytes.count)
      #expect(Self.read(bytes) == whole)
    }
  }

  @Test(arguments: [
    "PROXY TCP4 192.0.2.1 10.0.0.1 4711 443\n", "PROXY TCP4 192.0.2.1 10.0.0.1 4711 443\r\r\n",
    "PROXY TCP4 192.0.2.1 10.0.0.1 4711 443 \r\n", "PROXY TCP4  192.0.2.1 10.0.0.1 4711 443\r\n",
    "PROXY  TCP4 192.0.2.1 10.0.0.1 4711 443\r\n", "PROXY TCP4 192.0.2.1 10.0.0.1 4711\r\n",
    "PROXY TCP4 192.0.2.1 10.0.0.1 4711 443 1\r\n", "PROXY TCP4\t192.0.2.1 10.0.0.1 1 1\r\n",
    "PROXY TCP4 192.0.2.01 10.0.0.1 1 1\r\n", "PROXY TCP4 192.0.2.1 10.0.0.256 1 1\r\n",
    "PROXY TCP4 ::1 ::1 1 1\r\n", "PROXY TCP6 192.0.2.1 10.0.0.1 1 1\r\n",
    "PROXY TCP6 [::1] ::1 1 1\r\n", "PROXY TCP6 ::1%1 ::1 1 1\r\n",
    "PROXY TCP4 192.0.2.1 10.0.0.1 65536 1\r\n", "PROXY TCP4 192.0.2.1 10.0.0.1 01 1\r\n",
    "PROXY TCP4 192.0.2.1 10.0.0.1 -1 1\r\n", "PROXY TCP4 192.0.2.1 10.0.0.1  1\r\n",
    "PROXY tcp4 192.0.2.1 10.0.0.1 1 1\r\n", "PROXY UDP4 192.0.2.1 10.0.0.1 1 1\r\n",
    "PROXY \r\n", "PROXY UNKNOWNX\r\n", "PROXY UNKNOWN \u{FC}\r\n", "PROXY UNKNOWN \0\r\n",
  ])
  func aMalformedLineIsRefused(_ line: String) {
    guard case .refused(.malformed) = Self.read(Array(line.utf8)) else {
      Issue.record("\(Self.read(Array(line.utf8)))")
      return
    }
  }

  @Test func aLineHas107BytesAtMost() {
    for tail in ["\r\n", "xx", "x\r", "\r"] {
      let line = "PROXY UNKNOWN " + String(repeating: "x", count: 92) + tail
      let read = Self.read(Array(line.utf8))
      #expect(read == .refused(.tooLong(limit: 107)), "\(tail.debugDescription)")
    }
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\r\n\r\n", 0), ("proxy TCP4", 0), ("P ", 1), ("PROXY\r\n", 5), ("PROXX", 4),
    ("\r\nGET", 2), ("\r\n\r\n\r", 4), ("\u{16}\u{3}", 0), ("\n", 0),
  ])
  func whateverElseComesIsRefusedWithItsFirstWrongByte(_ text: String, _ place: Int) {
    let bytes = Array(text.utf8)
    #expect(Self.read(bytes) == .refused(.notAHeader(at: place)))
    #expect(Self.read(bytes[...place]) == .refused(.notAHeader(at: place)))
    #expect(Self.read(bytes[..<place]) == .needMore)
  }

  @Test func aMalformedBlockIsRefused() {
    let refused: [([UInt8], ProxyHeaderError)] = [
      (Self.block(0x11, Self.four, command: 0x11), .malformed(at: 12)),
      (Self.block(0x11, Self.four, command: 0x31), .malformed(at: 12)),
      (Self.block(0x11, Self.four, command: 0x22), .malformed(at: 12)),
      (Self.block(0x12, Self.four), .malformed(at: 13)),
      (Self.block(0x10, Self.four), .malformed(at: 13)),
      (Self.block(0x41, Self.four), .malformed(at: 13)),
      (Self.block(0x11, Self.four, length: 11), .malformed(at: 14)),
      (Self.block(0x11, [], length: 0), .malformed(at: 14)),
      (Self.block(0x21, Self.six, length: 35), .malformed(at: 14)),
      (Self.block(0x31, Self.unix, length: 215), .malformed(at: 14)),
      (Self.block(0x11, Self.four, length: 4_081), .tooLong(limit: 4_096)),
      (Self.block(0, [], command: 0x20, length: 65_535), .tooLong(limit: 4_096)),
      (Self.block(0x11, Self.four + [0x04]), .malformed(at: 28)),
      (Self.block(0x11, Self.four + [0x04, 0]), .malformed(at: 28)),
      (Self.block(0x11, Self.four + [0x04, 0, 1]), .malformed(at: 28)),
      (Self.block(0x11, Self.four + [0x04, 0, 0, 0x04, 0xFF, 0xFF, 0]), .malformed(at: 31)),
      (Self.block(0x11, Self.four + [0x20, 0, 4, 1, 0, 0, 0]), .malformed(at: 28)),
    ]
    for (bytes, error) in refused {
      #expect(Self.read(bytes) == .refused(error), "\(bytes)")
    }
  }

  @Test func whateverHappensToAHeaderNothingTraps() {
    let seed = UInt64.random(in: .min ... .max)
    print("mutation seed \(seed)")
    var generator = Xorshift(seed: seed)
    for (bytes, _, _) in Self.accepted {
      for _ in 0..<300 {
        var changed = bytes
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          let place = Int.random(in: 0..<min(changed.count, 64), using: &generator)
          changed[place] = UInt8.random(in: 0...255, using: &generator)
        }
        let whole = Self.read(changed)
        guard case .header(_, _, let consumed) = whole else { continue }
        #expect(Self.read(changed[..<consumed]) == whole)
        #expect(consumed == 0 || Self.read(changed[..<(consumed - 1)]) == .needMore)
      }
    }
  }
}
