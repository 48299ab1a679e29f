import HTTP
import Testing

@Suite struct AddressTextTests {
  @Test(arguments: [
    ("0.0.0.0", "0.0.0.0"), ("192.0.2.1", "192.0.2.1"), ("255.255.255.255", "255.255.255.255"),
    ("::", "::"), ("::1", "::1"), ("1::", "1::"), ("2001:DB8::1", "2001:db8::1"),
    ("2001:0db8:0000:0000:0000:0000:0000:0001", "2001:db8::1"),
    ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"), ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"),
    ("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"), ("1:2:3::8", "1:2:3::8"),
    ("::ffff:192.0.2.1", "192.0.2.1"), ("::FFFF:c000:0201", "192.0.2.1"),
    ("::192.0.2.1", "::c000:201"), ("64:ff9b::192.0.2.1", "64:ff9b::c000:201"),
    ("1:2:3:4:5:6:192.0.2.1", "1:2:3:4:5:6:c000:201"),
  ])
  func anAddressIsReadAndWrittenInOneWay(_ text: String, _ canonical: String) {
    #expect(ClientAddress(text)?.description == canonical)
  }

  @Test(arguments: [
    "", " ", "1", "1.2.3", "1.2.3.4.5", "1.2.3.", ".1.2.3", "1..2.3", "01.2.3.4", "1.2.3.00",
    "0x1.2.3.4", "1.2.3.256", "1.2.3.999999999999", "127.1", "2130706433", "+1.2.3.4", "1.2.3.-4",
    " 1.2.3.4", "1.2.3.4 ", "1.2.3.4:80", "１.2.3.4", "1.2.3.4\u{0}",
    ":", ":::", "::1::", "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::",
    "::1:2:3:4:5:6:7:8", "1:2:3:4::5:6:7:8", ":1", "1:", "1:2:3:4:5:6:7:", ":1:2:3:4:5:6:7",
    "12345::", "g::", "::1%eth0", "fe80::1%25lo", "[::1]", "::1/128", "::1.2.3", "::1.2.3.256",
    "::01.2.3.4", "1.2.3.4::", "::1.2.3.4:5", "1:2:3:4:5:6:7:1.2.3.4", "::ffff:1.2.3.4.", "unix",
    "localhost", "unknown",
  ])
  func whateverElseThereIsIsNoAddress(_ text: String) { #expect(ClientAddress(text) == nil) }

  @Test func whatIsWrittenIsReadAgain() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      // Few bits set, so that runs of zeros are common.
      let (high, low) = (generator.next() & generator.next(), generator.next() & generator.next())
      let masks: [UInt64] = [.max, 0xFFFF, 0xFFFF_0000, 0xFFFF_0000_0000_0000, 0]
      let six = ClientAddress(
        ipv6: high & masks[Int(low % 5)], low & masks[Int(high % 5)])
      let four = ClientAddress(ipv4: UInt32(truncatingIfNeeded: high))
      for address in [six, four] {
        #expect(ClientAddress(address.description) == address, "\(address)")
      }
    }
  }
}

@Suite struct AddressBlockTests {
  @Test(
    arguments: [
      (
        "10.0.0.0/8", "10.0.0.0/8", ["10.0.0.0", "10.255.255.255", "::ffff:10.1.2.3"],
        ["9.255.255.255", "11.0.0.0", "::10.1.2.3"]
      ),
      ("192.0.2.7", "192.0.2.7/32", ["192.0.2.7"], ["192.0.2.6", "192.0.2.8"]),
      ("192.0.2.6/31", "192.0.2.6/31", ["192.0.2.6", "192.0.2.7"], ["192.0.2.5", "192.0.2.8"]),
      ("0.0.0.0/0", "0.0.0.0/0", ["0.0.0.0", "255.255.255.255"], ["::", "::1"]),
      ("::/0", "::/0", ["::", "ffff::1"], ["1.2.3.4", "::ffff:1.2.3.4"]),
      (
        "2001:db8::/32", "2001:db8::/32", ["2001:db8::", "2001:db8:ffff::1"],
        ["2001:db7::", "2001:db9::", "32.1.13.184"]
      ),
      (
        "2001:db8:0:8000::/49", "2001:db8:0:8000::/49", ["2001:db8:0:ffff:ffff:ffff:ffff:ffff"],
        ["2001:db8:0:7fff::"]
      ),
      ("2001:db8::/64", "2001:db8::/64", ["2001:db8::ffff:0:0:1"], ["2001:db8:0:1::"]),
      (
        "2001:db8::8000:0:0:0/65", "2001:db8:0:0:8000::/65", ["2001:db8::8000:0:0:1"],
        ["2001:db8::7fff:0:0:1"]
      ),
      ("::1", "::1/128", ["::1"], ["::", "::2"]),
      ("::ffff:10.0.0.0/104", "10.0.0.0/8", ["10.9.8.7"], ["11.0.0.0", "::ffff"]),
      ("::ffff:0:0/96", "0.0.0.0/0", ["1.2.3.4"], ["::1"]),
    ] as [(String, String, [String], [String])])
  func aBlockHoldsWhatSharesItsPrefix(
    _ text: String, _ canonical: String, _ inside: [String], _ outside: [String]
  ) throws {
    let block = try #require(AddressBlock(text))
    #expect(block.description == canonical)
    for text in inside {
      let address = try #require(ClientAddress(text))
      #expect(block.contains(address))
    }
    for text in outside {
      let address = try #require(ClientAddress(text))
      #expect(!block.contains(address))
    }
    #expect(!block.contains(.unix))
  }

  @Test(arguments: [
    "", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/08", "10.0.0.0/-1", "10.0.0.0/+8",
    "10.0.0.0/8/8", "10.0.0.0/255.0.0.0", "10.1.2.3/8", "0.0.0.1/0", "10.0.0.0 /8", "::/129",
    "2001:db8::1/64", "::1/0", "::ffff:10.0.0.0/8", "::ffff:10.0.0.0/95", "10.0.0.0/104", "unix/0",
    "Unix", "loopback", "10/8",
  ])
  func whoeverSlippedGetsNoBlock(_ text: String) { #expect(AddressBlock(text) == nil) }

  @Test func unixHoldsNoAddress() throws {
    let unix = try #require(AddressBlock("unix"))
    #expect(unix.description == "unix")
    #expect(unix == .unix)
    #expect(unix.contains(.unix))
    #expect(!unix.contains(ClientAddress(ipv4: 0)))
    #expect(!unix.contains(ClientAddress(ipv6: 0, 0)))
  }

  @Test func thisMachineIsBothOfItsFamilies() throws {
    func isHere(_ text: String) throws -> Bool {
      let address = try #require(ClientAddress(text))
      return AddressBlock.loopback.contains { $0.contains(address) }
    }
    for text in ["127.0.0.1", "127.255.0.9", "::1"] { #expect(try isHere(text)) }
    for text in ["128.0.0.1", "::", "::2", "10.0.0.1"] { #expect(try !isHere(text)) }
  }
}
