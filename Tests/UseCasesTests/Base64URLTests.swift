import Testing

@testable import UseCases

@Suite struct Base64URLTests {
  @Test(
    "The vectors of RFC 4648 come out, without padding",
    arguments: [
      ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
      ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
    ])
  func vectors(text: String, base64: String) {
    #expect(Base64URL.text(Array(text.utf8)) == base64)
  }

  @Test func theAlphabetIsSafeInURLs() {
    let text = Base64URL.text([0xFB, 0xFF])
    #expect(text == "-_8")
    #expect(text.utf8.allSatisfy(Base64URL.contains))
    for octet in "+/= \n\u{7F}".utf8 { #expect(!Base64URL.contains(octet)) }
  }
}
