import Testing
import Text

@testable import Domain

@Suite struct Base64Tests {
  @Test(
    "The vectors of RFC 4648 come out, without padding, and go in again",
    arguments: [
      ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
      ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
    ])
  func vectors(text: String, base64: String) {
    for variant in [Base64.standard, .urlSafe] {
      #expect(variant.text(Array(text.utf8)) == base64)
      #expect(variant.octets(base64) == Array(text.utf8))
    }
  }

  @Test func twoCharactersTellTheAlphabetsApart() {
    let octets: [UInt8] = [0xFB, 0xFF]
    #expect(Base64.urlSafe.text(octets) == "-_8" && Base64.urlSafe.octets("-_8") == octets)
    #expect(Base64.standard.text(octets) == "+/8" && Base64.standard.octets("+/8") == octets)
    #expect(Base64.urlSafe.octets("+/8") == nil && Base64.standard.octets("-_8") == nil)
    #expect("-_8".utf8.allSatisfy(Base64.urlSafe.contains))
    for octet in "+/= \n\u{7F}".utf8 { #expect(!Base64.urlSafe.contains(octet)) }
  }

  @Test(
    "Padding, spaces, a digit alone and bits that mean nothing are refused",
    arguments: ["Zg==", "Zm8=", " Zg", "Zm9v\n", "Z", "Zm9vZ", "Zh", "Zm9", "가"])
  func refused(text: String) {
    #expect(Base64.standard.octets(text) == nil)
  }
}
