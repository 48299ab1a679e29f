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
      #expect(variant.bytes(base64) == Array(text.utf8))
    }
  }

  @Test func twoCharactersTellTheAlphabetsApart() {
    let bytes: [UInt8] = [0xFB, 0xFF]
    #expect(Base64.urlSafe.text(bytes) == "-_8")
    #expect(Base64.urlSafe.bytes("-_8") == bytes)
    #expect(Base64.standard.text(bytes) == "+/8")
    #expect(Base64.standard.bytes("+/8") == bytes)
    #expect(Base64.urlSafe.bytes("+/8") == nil)
    #expect(Base64.standard.bytes("-_8") == nil)
    #expect("-_8".utf8.allSatisfy(Base64.urlSafe.contains))
    for byte in "+/= \n\u{7F}".utf8 { #expect(!Base64.urlSafe.contains(byte)) }
  }

  @Test(
    "Padding, spaces, a digit alone and bits that mean nothing are refused",
    arguments: ["Zg==", "Zm8=", " Zg", "Zm9v\n", "Z", "Zm9vZ", "Zh", "Zm9", "가"])
  func refused(text: String) {
    #expect(Base64.standard.bytes(text) == nil)
  }
}
