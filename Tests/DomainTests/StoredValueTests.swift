import Domain
import Testing

/// Values that come back from the store, where they were judged when they were written.
@Suite struct StoredValueTests {
  @Test(
    "what was accepted once is accepted from the store, and is the same value",
    arguments: ["abc", "팥빙수", "한 그릇 더", String(repeating: "👨‍👩‍👧‍👦", count: 100)])
  func readsBack(_ text: String) throws {
    #expect(try Title(stored: text) == Title(text))
    #expect(try ProductName(stored: text) == ProductName(text))
    #expect(try ProductDescription(stored: text) == ProductDescription(text))
  }

  @Test("texts are equal when each of their bytes is", arguments: 3...40)
  func comparesBytes(_ count: Int) throws {
    let bytes = (0..<count).map { UInt8(0x61 + $0 % 26) }
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    #expect(try Title(stored: text(bytes)) == Title(stored: text(bytes)))
    #expect(try ProductName(stored: text(bytes + [0x61])) != ProductName(stored: text(bytes)))
    for index in bytes.indices {
      var changed = bytes
      changed[index] = 0x21
      let (left, right) = (text(bytes), text(changed))
      #expect(try Title(stored: left) != Title(stored: right))
      #expect(try ProductName(stored: left) != ProductName(stored: right))
      #expect(try ProductDescription(stored: left) != ProductDescription(stored: right))
    }
  }

  @Test("what looks alike and is not spelt alike is not equal")
  func comparesNoLooks() throws {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    #expect(composed == decomposed)
    #expect(try Title(stored: composed) != Title(stored: decomposed))
    #expect(try ProductName(stored: composed) != ProductName(stored: decomposed))
    #expect(try ProductDescription(stored: composed) != ProductDescription(stored: decomposed))
  }

  @Test("a description may be empty", arguments: ["", "첫째 줄\n둘째 줄"])
  func readsDescriptions(_ text: String) throws {
    #expect(try ProductDescription(stored: text) == ProductDescription(text))
  }

  @Test(
    "references of both kinds are accepted from the store",
    arguments: ["/", "/images/spring.png", "https://cdn.example/spring.png?w=2#top"])
  func readsReferences(_ text: String) throws {
    #expect(try ImageReference(stored: text) == ImageReference(text))
  }

  @Test("a column that somebody emptied by hand is a flaw")
  func refusesEmpty() {
    #expect(flaw { () throws(ValidationError) in try Title(stored: "") } == "empty")
    #expect(flaw { () throws(ValidationError) in try ProductName(stored: "") } == "empty")
    #expect(flaw { () throws(ValidationError) in try ProductName(stored: "ab") } == "too_short")
    #expect(flaw { () throws(ValidationError) in try ImageReference(stored: "") } == "empty")
  }

  @Test("a column beyond the bytes of its value is a flaw, and one that just fits is none")
  func refusesLong() throws {
    func text(_ count: Int) -> String { "/" + String(repeating: "a", count: count - 1) }
    let (title, words) = (Title.bytesMax, ProductDescription.bytesMax)
    let reference = ImageReference.bytesMax
    #expect(try Title(stored: text(title)).text.utf8.count == title)
    #expect(try ProductDescription(stored: text(words)).text.utf8.count == words)
    #expect(try ImageReference(stored: text(reference)).text.utf8.count == reference)
    #expect(flaw { () throws(ValidationError) in try Title(stored: text(title + 1)) } == "too_long")
    #expect(
      flaw { () throws(ValidationError) in try ProductName(stored: text(title + 1)) } == "too_long")
    #expect(
      flaw { () throws(ValidationError) in try ProductDescription(stored: text(words + 1)) }
        == "too_long")
    #expect(
      flaw { () throws(ValidationError) in try ImageReference(stored: text(reference + 1)) }
        == "too_long")
  }

  @Test(
    "a reference that leads elsewhere is a flaw wherever it comes from",
    arguments: [
      "javascript:alert(1)", "//evil.example/x", "http://cdn.example/a.png", "https:/a", "a.png",
    ])
  func refusesElsewhere(_ text: String) {
    #expect(flaw { () throws(ValidationError) in try ImageReference(stored: text) } == "not_https")
  }
}
