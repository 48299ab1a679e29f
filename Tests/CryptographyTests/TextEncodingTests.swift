import Cryptography
import Testing

struct TextEncodingTests {
  @Test(
    "The vectors of RFC 4648 come out, without padding",
    arguments: [
      ("", "", ""), ("f", "Zg", "66"), ("fo", "Zm8", "666f"), ("foo", "Zm9v", "666f6f"),
      ("foob", "Zm9vYg", "666f6f62"), ("fooba", "Zm9vYmE", "666f6f6261"),
      ("foobar", "Zm9vYmFy", "666f6f626172"),
    ])
  func vectors(text: String, base64: String, hexadecimal: String) {
    let octets = Array(text.utf8)
    #expect(Base64URL.encode(octets) == base64)
    #expect(Base64URL.decode(base64) == octets)
    #expect(Hexadecimal.encode(octets) == hexadecimal)
    #expect(Hexadecimal.decode(hexadecimal) == octets)
  }

  @Test func everyOctetSurvivesTheRoundTrip() {
    let octets = (0...255).map { UInt8($0) }
    #expect(Hexadecimal.decode(Hexadecimal.encode(octets)) == octets)
    for length in 0...octets.count {
      let part = Array(octets.suffix(length))
      #expect(Base64URL.decode(Base64URL.encode(part)) == part)
    }
  }

  @Test func theAlphabetIsSafeInURLs() {
    #expect(Base64URL.encode([0xFB, 0xFF]) == "-_8")
    #expect(Base64URL.encode([UInt8](repeating: 0, count: 32)).count == 43)
  }

  @Test(
    "What is not canonical base64url is refused",
    arguments: ["A", "Zg==", "Zh", "Zm9", "+/8", "Zm 9v", "Zm9v\n", "é"])
  func badBase64(text: String) {
    #expect(Base64URL.decode(text) == nil)
  }

  @Test("What is not pairs of digits is refused", arguments: ["a", "0g", "0x", " 00", "00\n", "é"])
  func badHexadecimal(text: String) {
    #expect(Hexadecimal.decode(text) == nil)
  }

  @Test func upperCaseDigitsAreRead() {
    #expect(Hexadecimal.decode("Ff0A") == [0xFF, 0x0A])
  }
}
