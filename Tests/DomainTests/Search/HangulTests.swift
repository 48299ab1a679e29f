import Domain
import Testing

/// What is typed on a Korean keyboard, and what comes of it.
@Suite struct HangulTests {
  private static let syllables = (0xAC00...0xD7A3 as ClosedRange<UInt32>).compactMap(
    Unicode.Scalar.init)

  @Test("every syllable is what its keys type")
  func singleSyllables() {
    let wrong = Self.syllables.filter { Hangul.typed(Hangul.keys(of: [$0])) != String($0) }
    #expect(wrong.isEmpty)
    #expect(Self.syllables.count == 11_172)
  }

  @Test("no two syllables have the same keys")
  func keysDiffer() {
    #expect(Set(Self.syllables.map { Hangul.keys(of: [$0]) }).count == 11_172)
  }

  @Test("texts of several syllables are what their keys type")
  func severalSyllables() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 2...5, using: &generator)).reduce(into: "") { text, _ in
        if let syllable = Self.syllables.randomElement(using: &generator) {
          text.unicodeScalars.append(syllable)
        }
      }
      let typed = Hangul.typed(Hangul.keys(of: text.unicodeScalars))
      guard typed != text else { continue }
      Issue.record("\(text) became \(typed ?? "nothing")")
      return
    }
  }

  @Test(
    "keys are those of the two-set keyboard",
    arguments: [
      ("머그", "ajrm"), ("아이폰", "dkdlvhs"), ("아잎", "dkdlv"), ("아이ㅍ", "dkdlv"), ("닭볶음", "ekfrqhRdma"),
      ("과외", "rhkdhl"), ("ㄳ", "rt"), ("ㅢ", "ml"), ("웰론2", "dnpffhs2"), ("a가", "ark"),
    ])
  func keys(_ text: String, _ keys: String) {
    #expect(Hangul.keys(of: text.unicodeScalars) == keys)
  }

  @Test(
    "what types no whole syllable is no text",
    arguments: ["", "r", "k", "rkr1", "hello", "rkk", "rkt!", "wool", "zz", "rkrkz "])
  func untyped(_ keys: String) {
    #expect(Hangul.typed(keys) == nil)
  }

  @Test(
    "initials are first letters, and what keyboards joined of them is taken apart",
    arguments: [
      ("ㅁㄱ", "ㅁㄱ"), ("ㄳ", "ㄱㅅ"), ("ㅄㄲ", "ㅂㅅㄲ"), ("ㄶ", "ㄴㅎ"), ("10ㅈㄹ", "10ㅈㄹ"), ("ㄳ2", "ㄱㅅ2"),
    ])
  func initials(_ text: String, _ initials: String) {
    #expect(Hangul.asInitials(text.unicodeScalars) == initials)
  }

  @Test(
    "what is not all consonants and digits is no initials",
    arguments: ["", "머ㄱ", "ㅏ", "ㄱㅏ", "r", "1", "ㄱr"])
  func otherThanInitials(_ text: String) {
    #expect(Hangul.asInitials(text.unicodeScalars) == nil)
  }

  @Test func initialsOfATitle() {
    #expect(Hangul.initials(of: "까만 머그 2".unicodeScalars) == "ㄲㅁ ㅁㄱ 2")
  }

  @Test(
    "how much of a term is typed",
    arguments: [
      ("머", "머그컵", 1), ("머ㄱ", "머그컵", 2), ("먹", "머그컵", 2), ("ajr", "머그컵", 2),
      ("ㅁㄱ", "머그컵", 2), ("ㅁ", "머그컵", 1), ("tra", "travel", 3), ("머그컵", "머그컵", 3),
      ("머그컵", "머그", nil), ("컵", "머그컵", nil), ("ㅗ디", "hello", 3),
    ] as [(String, String, Int?)])
  func typedPart(_ word: String, _ term: String, _ characters: Int?) {
    #expect(SearchWord(word, typed: word).typedCharacters(of: term) == characters)
  }
}
