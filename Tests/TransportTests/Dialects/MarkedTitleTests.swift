import Testing

@testable import Dialects

/// What is marked in a title, and that nothing of it becomes markup but the marks.
@Suite struct MarkedTitleTests {
  @Test(
    "marks stand around whole characters, and all else is escaped",
    arguments: [
      ("수면 잠옷", [], "수면 잠옷"), ("수면 잠옷", [3..<5], "수면 <b>잠옷</b>"),
      ("수면 잠옷", [0..<5], "<b>수면 잠옷</b>"), ("잠옷잠옷", [0..<2, 2..<4], "<b>잠옷잠옷</b>"),
      ("잠옷 잠옷", [3..<5, 0..<2], "<b>잠옷</b> <b>잠옷</b>"), ("abcd", [0..<3, 1..<4], "<b>abcd</b>"),
      ("abcd", [0..<4, 1..<2], "<b>abcd</b>"),
      ("<b>&\"'", [1..<2], "&lt;<b>b</b>&gt;&amp;&quot;&#39;"),
      ("</b><script>", [0..<12], "<b>&lt;/b&gt;&lt;script&gt;</b>"),
      // Ends of UTF-16 in the middle of an emoji, of a family, and between a letter and its accent.
      ("a😀b", [1..<3], "a<b>😀</b>b"), ("a😀b", [2..<3], "a<b>😀</b>b"),
      ("a😀b", [0..<2], "<b>a😀</b>b"),
      ("👨‍👩‍👧‍👦컵", [3..<4], "<b>👨‍👩‍👧‍👦</b>컵"), ("👨‍👩‍👧‍👦컵", [11..<12], "👨‍👩‍👧‍👦<b>컵</b>"),
      ("cafe\u{301} s", [2..<4], "ca<b>fe\u{301}</b> s"), ("e\u{301}", [1..<2], "<b>e\u{301}</b>"),
      ("\u{1100}\u{1161}\u{11A8}", [1..<2], "<b>\u{1100}\u{1161}\u{11A8}</b>"),
      ("👍🏽b", [0..<1], "<b>👍🏽</b>b"),
      // Outside of the title, or empty.
      ("abc", [5..<9], "abc"), ("abc", [2..<9], "ab<b>c</b>"), ("abc", [1..<1], "abc"),
      ("abc", [-5..<1], "<b>a</b>bc"), ("", [0..<1], ""),
    ] as [(String, [Range<Int>], String)])
  func marked(_ title: String, _ matches: [Range<Int>], _ html: String) {
    #expect(MarkedTitle(title, matches: matches).html == html)
  }

  @Test("without its marks, and decoded, a marked title is the title again")
  func randomTitles() {
    let alphabet = Array("<>&\"'/b;a잠옷 😀e\u{301}")
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let title = String((0..<12).map { _ in alphabet.randomElement(using: &generator) ?? "a" })
      let matches = (0..<3).map { _ in
        let start = Int.random(in: -1...14, using: &generator)
        return start..<start + Int.random(in: 0...5, using: &generator)
      }
      let html = MarkedTitle(title, matches: matches).html
      let plain = html.replacing("<b>", with: "").replacing("</b>", with: "")
      #expect(!plain.contains { "<>\"'".contains($0) }, "\(html)")
      #expect(html.ranges(of: "<b>").count == html.ranges(of: "</b>").count)
      let decoded = plain.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
        .replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing("&amp;", with: "&")
      #expect(decoded.unicodeScalars.elementsEqual(title.unicodeScalars))
    }
  }
}
