import HTTP
import Testing

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
