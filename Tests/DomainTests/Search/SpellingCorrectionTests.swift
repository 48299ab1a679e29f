import Domain
import Testing

/// One wrong key is forgiven.
@Suite struct SpellingCorrectionTests {
  @Test(
    "one key too many, too few, another one or two exchanged",
    arguments: [
      ("블루투수", "블루투스"), ("헤드펀", "헤드폰"), ("이어혼", "이어폰"), ("travle", "travel"),
      ("tumblr", "tumbler"), ("센들", "샌들"), ("텀블라", "텀블러"),
    ])
  func oneMistake(_ typed: String, _ meant: String) {
    let terms = ["도자기", meant, "세트"]
    #expect(SpellingCorrection.closest(to: typed, among: terms) == meant)
  }

  @Test("two mistakes are another word", arguments: [("헤두펀", "헤드폰"), ("trvale", "travel")])
  func twoMistakes(_ typed: String, _ term: String) {
    #expect(SpellingCorrection.closest(to: typed, among: [term]) == nil)
  }

  @Test(
    "digits are never corrected",
    arguments: [
      ("500ml", "50ml"), ("50ml", "500ml"), ("27cm", "28cm"), ("260mm", "265mm"),
      ("아이폰16프로", "아이폰15프로"), ("아이폰1프로", "아이폰프로"), ("아이폰프로", "아이폰2프로"),
      ("galaxy21", "galaxy12"), ("xm4a", "x4ma"), ("5o0ml", "50ml"), ("l0inch", "10inch"),
      ("٥٠٠ml", "٥٠ml"),
    ])
  func digits(_ typed: String, _ term: String) {
    #expect(SpellingCorrection.closest(to: typed, among: [term]) == nil)
  }

  @Test(
    "a mistake beside digits is corrected", arguments: [("아이픈16프로", "아이폰16프로"), ("50mll", "50ml")])
  func besideDigits(_ typed: String, _ meant: String) {
    #expect(SpellingCorrection.closest(to: typed, among: [meant]) == meant)
  }

  @Test func theCommonestOfSeveralIsMeant() {
    #expect(SpellingCorrection.closest(to: "스니커스", among: ["스니커즈", "스니커르"]) == "스니커즈")
  }

  @Test("a word itself is no mistake")
  func itself() {
    #expect(SpellingCorrection.closest(to: "스니커즈", among: ["스니커즈"]) == nil)
  }

  @Test(
    "short words have too many neighbours",
    arguments: [
      ("머그", false), ("배", false), ("샌들", true), ("카디건", true), ("mug", false), ("wool", true),
    ])
  func length(_ word: String, _ canBe: Bool) {
    #expect(SpellingCorrection.canCorrect(word) == canBe)
  }

  @Test("whatever key is wrong, the term begins or ends as is asked for")
  func halves() {
    let term = "블루투스"
    let keys = Array(Hangul.keys(of: term.unicodeScalars))
    for index in keys.indices {
      var others = [keys, keys, keys]
      others[0].remove(at: index)
      others[1][index] = "q"
      others[2].insert("q", at: index)
      if index + 1 < keys.count {
        var exchanged = keys
        exchanged.swapAt(index, index + 1)
        others.append(exchanged)
      }
      for typed in others.map({ String($0) }) where typed != String(keys) {
        let halves = SpellingCorrection.halves(of: typed)
        let whole = String(keys)
        #expect(
          whole.hasPrefix(halves.beginning) || whole.hasSuffix(halves.ending), "\(typed)")
      }
    }
  }
}
