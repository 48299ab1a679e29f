import Domain
import Testing

/// Which part of a title matches, as `NSRange` counts.
@Suite struct SearchHighlightTests {
  private static func marks(_ query: String, _ title: String) throws -> [Range<Int>] {
    try SearchQuery(query).pattern.highlights(in: title)
  }

  /// What stands at a range of UTF-16 code units.
  private static func part(_ title: String, _ range: Range<Int>) -> String {
    String(decoding: Array(title.utf16)[range], as: UTF16.self)
  }

  @Test(
    "the marked part of a title reads like the query",
    arguments: [
      ("머그", "도자기 머그 2개"), ("머그", "🐱 고양이 머그 🐱"), ("패밀리", "👨‍👩‍👧‍👦 패밀리 세트"), ("crème", "Cre\u{300}me 그릇"),
      ("brûlée", "CRE\u{300}ME bru\u{302}le\u{301}e"),
      ("한글", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF} 블록"),
      ("pro", "MacBook ＰＲＯ 14"), ("울블렌드", "겨울 울 블렌드 코트"), ("☔", "우산 ☔\u{FE0F} 투명"),
      ("울 코트", "울  코트"), ("loreal", "로션 L'Oréal 파리"), ("haagen dazs", "Häagen-Dazs 바닐라"),
      ("500ml", "물 500㎖ 6병"), ("istanbul", "İstanbul 접시"), ("30x40", "담요 30 × 40cm"), ("주", "㈜모아"),
    ])
  func reconstruction(_ query: String, _ title: String) throws {
    let marked = try Self.marks(query, title).map { Self.part(title, $0) }.joined()
    #expect(FoldedText(marked).compact == FoldedText(query).compact)
  }

  @Test(
    "marks are where they are counted from the beginning",
    arguments: [
      ("머그", "머그 도자기 머그", [0..<2, 7..<9]), ("그 머", "머그", [0..<2]), ("컵", "🐱컵", [2..<3]),
      ("울 코트", "울 블렌드 코트", [0..<1, 6..<8]), ("aa", "aaaaa", [0..<4]), ("m", "5㎖", [1..<2]),
      ("loreal", "L'Oréal 립", [0..<7]), ("x", "30×40", [2..<3]), ("주", "a㈜", [1..<2]),
      ("50ml", "병 750ml 50ml", [8..<12]), ("50", "2 50", [2..<4]), ("0", "물 100", []),
      ("없음", "머그", []),
    ])
  func places(_ query: String, _ title: String, _ marks: [Range<Int>]) throws {
    #expect(try Self.marks(query, title) == marks)
  }

  @Test("marks lie inside of the title, in order, apart from each other")
  func bounds() throws {
    let titles = [
      "👩🏽‍🚀🇰🇷가각", "e\u{301}e\u{301}\u{301}", "\u{1100}\u{1161}\u{11A8}ㄱ", "a\u{200B}b", "🇰🇷🇰🇷",
    ]
    for title in titles {
      for query in ["가", "각", "é", "e", "b", "ab", "🇰", "ㄱ", "a", "👩"] {
        let marks = try Self.marks(query, title)
        #expect(marks.allSatisfy { $0.upperBound <= title.utf16.count })
        #expect(marks.allSatisfy { !$0.isEmpty })
        #expect(zip(marks, marks.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
      }
    }
  }
}
