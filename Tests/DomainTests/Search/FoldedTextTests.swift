import Domain
import Testing

/// What searches compare is one spelling of a text.
@Suite struct FoldedTextTests {
  @Test(
    "texts that read the same are the same",
    arguments: [
      ("머그", "머그"), ("한글", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}"),
      ("crème", "CRE\u{300}ME"), ("crème", "cre\u{300}me"), ("moa", "ＭｏＡ"), ("40수", "４０수"),
      ("ㄱㅏㄴㅏ", "\u{FFA1}\u{FFC2}\u{FFA4}\u{FFC2}"), ("ㅋㅋ", "\u{110F}\u{110F}"), ("ㅋ", "\u{FFBB}"),
      ("머그", "머\u{200B}그"), ("머그", "\u{FEFF}머그\u{200D}"), ("우산☔", "우산☔\u{FE0F}"),
      ("soft", "so\u{AD}ft"), ("σοφοσ", "ΣΟΦΟς"), ("a b", "  a\u{3000}\u{A0}b "),
      ("a b", "a-b"), ("a b", "a_b!"), ("a b", "a · b"), ("a b", "aㆍb"), ("a b", "a｜b"),
      ("s xl", "S~XL"), ("1+1", "1+1"), ("spf50+", "SPF50＋"),
    ])
  func spellings(_ folded: String, _ text: String) {
    #expect(FoldedText(text).text.utf8.elementsEqual(folded.precomposed.utf8), "\(text)")
  }

  @Test("folding what is folded changes nothing", arguments: ["겨울 코트 ☔ 2", "crème brûlée", "σ"])
  func idempotence(_ text: String) {
    let once = FoldedText(text).text
    #expect(FoldedText(once).text.utf8.elementsEqual(once.utf8))
  }

  @Test(
    "what has neither letter nor digit is empty",
    arguments: ["", " ", "-!?", "\u{200B}", "\u{0}", "~", "\u{3164}"])
  func empty(_ text: String) {
    #expect(FoldedText(text).isEmpty)
  }

  @Test func emojiAreLetters() {
    #expect(FoldedText("머그 🐱").words == ["머그", "🐱"])
    #expect(FoldedText("👨‍👩‍👧").scalars.count == 3)
    #expect(FoldedText("🖱️").text == "🖱")
  }

  @Test func capitalsStayWhereTheyMatter() {
    #expect(FoldedText("EkRrm", foldsCase: false).text == "EkRrm")
  }

  @Test("each letter knows the character that it comes from, in UTF-16")
  func ranges() {
    let folded = FoldedText("a😀e\u{301} \u{1100}\u{1161}")
    #expect(folded.text == "a😀é 가")
    #expect(folded.ranges == [0..<1, 1..<3, 3..<5, 5..<6, 6..<8])
  }
}

extension String {
  /// Composed, so that literals in a file may be written either way.
  fileprivate var precomposed: String {
    FoldedText(self, foldsCase: false).scalars.reduce(into: "") { $0.unicodeScalars.append($1) }
  }
}
