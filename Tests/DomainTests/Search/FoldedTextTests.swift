import Domain
import Testing

/// What searches compare is one spelling of a text.
@Suite struct FoldedTextTests {
  @Test(
    "texts that read the same are the same",
    arguments: [
      ("머그", "머그"), ("한글", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}"),
      ("creme", "CRE\u{300}ME"), ("creme", "crème"), ("moa", "ＭｏＡ"), ("40수", "４０수"),
      ("ㄱㅏㄴㅏ", "\u{FFA1}\u{FFC2}\u{FFA4}\u{FFC2}"), ("ㅋㅋ", "\u{110F}\u{110F}"), ("ㅋ", "\u{FFBB}"),
      ("머그", "머\u{200B}그"), ("머그", "\u{FEFF}머그\u{200D}"), ("우산☔", "우산☔\u{FE0F}"),
      ("soft", "so\u{AD}ft"), ("σοφοσ", "ΣΟΦΟς"), ("a b", "  a\u{3000}\u{A0}b "),
      ("a b", "a-b"), ("a b", "a_b!"), ("a b", "a · b"), ("a b", "aㆍb"), ("a b", "a｜b"),
      ("s xl", "S~XL"), ("1+1", "1+1"), ("spf50+", "SPF50＋"),
    ])
  func spellings(_ folded: String, _ text: String) {
    #expect(FoldedText(text).text.utf8.elementsEqual(folded.precomposed.utf8), "\(text)")
  }

  @Test(
    "Latin, Greek and Cyrillic letters lose their marks",
    arguments: [
      ("celine", "Céline"), ("l oreal", "L'ORÉAL"), ("l oreal", "L´Oréal"),
      ("haagen dazs", "Häagen-Dazs"),
      ("istanbul", "İstanbul"), ("istanbul", "ISTANBUL"), ("istanbul", "ıstanbul"),
      ("orsted", "Ørsted"), ("lodz", "Łódź"), ("strasse", "STRAẞE"),
      ("aether oeuvre", "Æther œuvre"),
      ("thorn", "Þorn"), ("pho bo djang", "Phở bò đjàng"), ("σοφια", "Σοφία"), ("αι", "ΑΪ"),
      ("елка чаиник", "Ёлка чайник"), ("г", "Ґ"), ("к", "Қ"), ("1", "1\u{FE0F}\u{20E3}"),
    ])
  func marks(_ folded: String, _ text: String) {
    #expect(FoldedText(text).text.utf8.elementsEqual(folded.utf8), "\(text)")
  }

  @Test("thirty marks are in a row at most, whatever was between them")
  func runsOfMarks() {
    for between in ["", "\u{200D}", "\u{FE0F}", "\u{AD}"] {
      let marks = [String](repeating: "\u{5B0}", count: 100).joined(separator: between)
      let folded = FoldedText("가" + marks + " 나" + marks)
      #expect(folded.text.split(separator: " ").allSatisfy { $0.unicodeScalars.count <= 31 })
      #expect(folded.compact.unicodeScalars.count <= 62)
    }
  }

  @Test(
    "marks of kana, Hangul and other scripts stay",
    arguments: [
      ("ガパ", "カ\u{3099}ハ\u{309A}"), ("ガ", "ｶﾞ"), ("각", "\u{1100}\u{1161}\u{11A8}"), ("ไม้", "ไม้"),
      ("हिन्दी", "हिन्दी"),
    ])
  func otherMarks(_ folded: String, _ text: String) {
    #expect(FoldedText(text).text.utf8.elementsEqual(folded.utf8), "\(text)")
    #expect(FoldedText("カ").text != FoldedText("ガ").text)
  }

  @Test(
    "signs are the usual characters for them",
    arguments: [
      ("500ml", "500㎖"), ("3kg", "3㎏"), ("30m2", "30㎡"), ("30m2", "30m²"), ("주 모아", "㈜모아"),
      ("1 2", "① ②"), ("ii", "Ⅱ"), ("finish", "ﬁnish"), ("カメラ", "ｶﾒﾗ"), ("バッグ", "ﾊﾞｯｸﾞ"),
      ("moa", "𝕄𝗈𝘢"), ("25°c", "25℃"), ("가 ㄱ", "㉮ ㉠"), ("no 5", "№ 5"), ("キロ", "㌔"),
      ("고어텍스", "고어텍스™"), ("나이키 신발", "나이키® 신발"), ("ㄱㅏ", "ㄱㅏ"),
    ])
  func signs(_ folded: String, _ text: String) {
    #expect(FoldedText(text).text.utf8.elementsEqual(folded.utf8), "\(text)")
  }

  @Test(
    "a sign of multiplication before a digit is an x",
    arguments: [
      ("30x40cm", "30×40cm"), ("30x40", "30 × 40"), ("30x40", "30*40"), ("30x40x5", "30✕40✖️5"),
      ("2lx6병", "2L*6병"), ("30x40", "30X40"), ("30x40", "30＊40"), ("나이키 사카이", "나이키×사카이"),
      ("2024 신상", "*2024 신상*"), ("30", "30×"), ("가 나 2", "가×나 2"),
    ])
  func times(_ folded: String, _ text: String) {
    #expect(FoldedText(text).text.utf8.elementsEqual(folded.utf8), "\(text)")
  }

  @Test(
    "folding what is folded changes nothing",
    arguments: ["겨울 코트 ☔ 2", "crème brûlée", "σ", "30×40㎝ ㈜ Ⅱ ﬁ ½ ﷺ", "ǅ Ǆ ŉ ﬓ"])
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
    let folded = FoldedText("a😀e\u{301} \u{1100}\u{1161}㎖2×3")
    #expect(folded.text == "a😀e 가ml2x3")
    #expect(
      folded.ranges == [
        0..<1, 1..<3, 3..<5, 5..<6, 6..<8, 8..<9, 8..<9, 9..<10, 10..<11, 11..<12,
      ])
  }
}

extension String {
  /// Composed, so that literals in a file may be written either way.
  fileprivate var precomposed: String {
    FoldedText(self, foldsCase: false).scalars.reduce(into: "") { $0.unicodeScalars.append($1) }
  }
}
