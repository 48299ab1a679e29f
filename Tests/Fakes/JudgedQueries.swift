/// What shoppers type into the demo shop, and what they want to see.
///
/// Products are named by their ids: their places in `db/demo/products.json`, from 1. Whoever adds
/// a query judges like a shopper, not by what the search does.
package struct JudgedQuery: Sendable, CustomStringConvertible {
  package let kind: String
  package let text: String
  /// Which must be among the first five, in whatever order.
  package let wanted: [Int64]
  /// Which must not be on the first page.
  package let unwanted: [Int64]

  package init(_ kind: String, _ text: String, _ wanted: [Int64], not unwanted: [Int64] = []) {
    self.kind = kind
    self.text = text
    self.wanted = wanted
    self.unwanted = unwanted
  }

  package var description: String { "\(kind): \(text)" }

  package static let all =
    words + spellings + typing + names + mistakes + titles

  // MARK: Words

  private static let words = [
    JudgedQuery("one syllable", "컵", [46, 105], not: [9, 120]),
    JudgedQuery("one syllable", "진", [136, 171], not: [46]),
    JudgedQuery("one syllable", "펜", [94], not: [46, 137]),
    JudgedQuery("one syllable", "톱", [156], not: [46]),
    JudgedQuery("one syllable", "힐", [117, 184], not: [46]),
    JudgedQuery("part of a word", "카디", [25, 191, 201], not: [124]),
    JudgedQuery("part of a word", "크림", [50, 138, 144, 147], not: [40]),
    JudgedQuery("part of a word", "헤드", [148, 163, 164], not: [48]),
    JudgedQuery("part of a word", "글라스", [60, 74, 89], not: [126]),
    JudgedQuery("part of a word", "빙수", [52, 105, 129], not: [46]),
    JudgedQuery("part of a word", "주전자", [], not: [186]),
    JudgedQuery("several words", "도자기 머그", [82], not: [73, 126]),
    JudgedQuery("several words", "머그 도자기", [82], not: [73]),
    JudgedQuery("several words", "코트 롱 핸드메이드", [169], not: [12, 103]),
    JudgedQuery("several words", "블루투스 마우스", [137], not: [57, 84]),
    JudgedQuery("several words", "코튼 여름 반팔", [43], not: [20]),
    JudgedQuery("several words", "캔버스 토트", [170], not: [61, 189]),
    JudgedQuery("several words", "린넨 셔츠", [95], not: [102, 135]),
    // MARK: Spaces
    JudgedQuery("spaces missing", "도자기머그", [82], not: [73]),
    JudgedQuery("spaces missing", "요가매트", [38, 132], not: [124]),
    JudgedQuery("spaces missing", "수분크림", [50, 144], not: [138]),
    JudgedQuery("spaces missing", "노트북백팩", [155], not: [166]),
    JudgedQuery("spaces missing", "쿠션커버", [112], not: [7]),
    JudgedQuery("spaces missing", "수면양말", [42], not: [17]),
    JudgedQuery("spaces added", "블루 투스", [57, 137], not: [48]),
    JudgedQuery("spaces added", "헤드 폰", [148, 163, 164], not: [54]),
    JudgedQuery("spaces added", "프라이 팬", [26], not: [135]),
    JudgedQuery("spaces added", "선 글라스", [60, 74, 89], not: [175]),
    JudgedQuery("spaces added", "다이어 리", [55], not: [133]),
  ]

  // MARK: Spellings

  private static let spellings = [
    JudgedQuery("NFD", "\u{1106}\u{1165}\u{1100}\u{1173}", [82, 151, 200], not: [46]),
    JudgedQuery(
      "NFD", "\u{110F}\u{1161}\u{1103}\u{1175}\u{1100}\u{1165}\u{11AB}", [25, 191, 201], not: [47]),
    JudgedQuery(
      "NFD", "\u{1109}\u{1165}\u{11AB}\u{110F}\u{1173}\u{1105}\u{1175}\u{11B7}", [175, 183]),
    JudgedQuery("capital letters", "TRAVEL TUMBLER", [168], not: [45]),
    JudgedQuery("small letters", "gan charger", [188], not: [119]),
    JudgedQuery("small letters", "spf50", [175], not: [183]),
    JudgedQuery("small letters", "ppsu 젖병", [182], not: [202]),
    JudgedQuery("small letters", "vintage hoodie", [2], not: [88]),
    JudgedQuery("full width", "ＴＲＡＶＥＬ", [168]),
    JudgedQuery("full width", "４０수", [63], not: [118]),
    JudgedQuery("full width", "ＰＰＳＵ　젖병", [182], not: [202]),
    JudgedQuery("full width", "２８ｃｍ 프라이팬", [26]),
    JudgedQuery("number and unit", "500g", [127], not: [128]),
    JudgedQuery("number and unit", "750ml", [186], not: [75, 202]),
    JudgedQuery("number and unit", "750 ml", [186], not: [202]),
    JudgedQuery("number and unit", "20000mah", [152], not: [119]),
    JudgedQuery("number and unit", "65W 충전기", [119], not: [188]),
    JudgedQuery("number and unit", "15인치", [155]),
    JudgedQuery("number and unit", "24kg", [120], not: [149]),
    JudgedQuery("emoji", "☔", [3], not: [6, 14]),
    JudgedQuery("emoji", "머그 🐱", [151], not: [82]),
    JudgedQuery("emoji", "우산☔️", [3], not: [14]),
    JudgedQuery("emoji", "🌧️", [15]),
    JudgedQuery("punctuation", "3단-우산", [6], not: [14]),
    JudgedQuery("punctuation", "[이번 주말까지 특가]", [31]),
    JudgedQuery("punctuation", "립스틱!", [40]),
    JudgedQuery("punctuation", "바지/팬츠", [122], not: [46]),
    JudgedQuery("punctuation", "0.38 중성펜", [94], not: [87]),
    JudgedQuery("punctuation", "요가~매트", [38, 132]),
  ]

  // MARK: Typing

  private static let typing = [
    JudgedQuery("half-typed syllable", "크로스배", [93], not: [46]),
    JudgedQuery("half-typed syllable", "블라웃", [99], not: [71]),
    JudgedQuery("half-typed syllable", "이어포", [48, 54], not: [148]),
    JudgedQuery("half-typed syllable", "도자기 며", [73], not: [82]),
    JudgedQuery("half-typed syllable", "백패", [155], not: [125]),
    JudgedQuery("half-typed syllable", "카디거", [25, 191, 201], not: [47]),
    JudgedQuery("lone letter at the end", "머ㄱ", [82, 151, 200], not: [46]),
    JudgedQuery("lone letter at the end", "카디ㄱ", [25, 191, 201]),
    JudgedQuery("lone letter at the end", "스니커ㅈ", [197, 204], not: [61]),
    JudgedQuery("lone letter at the end", "도자기 머ㄱ", [82], not: [73]),
    JudgedQuery("initials", "ㅋㄷㄱ", [25, 191, 201], not: [47]),
    JudgedQuery("initials", "ㅎㄷㅍ", [148, 163, 164]),
    JudgedQuery("initials", "ㅅㄱㄹㅅ", [60, 74, 89], not: [126]),
    JudgedQuery("initials", "ㅇㄱ ㅁㅌ", [38, 132], not: [40]),
    JudgedQuery("initials", "ㅌㅂㄹ", [44], not: [105]),
    JudgedQuery("wrong keyboard", "ajrm", [82, 151, 200]),
    JudgedQuery("wrong keyboard", "zkelrjs", [25, 191, 201]),
    JudgedQuery("wrong keyboard", "ehwkrl ajrm", [82], not: [73]),
    JudgedQuery("wrong keyboard", "tjsrmffktm", [60, 74, 89]),
    JudgedQuery("wrong keyboard", "Rhckqlrl", [], not: [46]),
    JudgedQuery("wrong keyboard", "Rhkqorl", [58], not: [47]),
    JudgedQuery("wrong keyboard, the other way", "ㅅㄱㅁㅍ디", [168], not: [44]),
    JudgedQuery("wrong keyboard, the other way", "ㅙㅐ얃", [2]),
    JudgedQuery("wrong keyboard, the other way", "ㅎ무 촘ㄱㅎㄷㄱ", [188]),
    JudgedQuery("wrong keyboard, the other way", "려ㅜㅜㄷㄱ", [45], not: [46]),
    JudgedQuery("wrong keyboard, the other way", "겨ㅜㅜㄷㄱ", [45]),
  ]

  // MARK: Brands, makers and what means the same

  private static let names = [
    JudgedQuery("brand", "루미에", [28, 37, 39, 40, 75]),
    JudgedQuery("brand", "아기구름", [182, 202, 203], not: [153]),
    JudgedQuery("brand", "비건앤", [72, 138, 144, 175, 183]),
    JudgedQuery("brand", "두드림주방", [26, 167, 194], not: [32]),
    JudgedQuery("maker", "토닥제작소", [], not: [46]),
    JudgedQuery("maker", "들판", [5, 146, 190]),
    JudgedQuery("brand and word", "루미에 립스틱", [40], not: [37]),
    JudgedQuery("brand and word", "토닥 머그", [82, 151], not: [200]),
    JudgedQuery("brand and word", "키보드 클릭앤", [19, 178, 187], not: [84]),
    JudgedQuery("brand and word", "파인브룩 후디", [2, 180], not: [88]),
    JudgedQuery("brand and word", "토닥담요", [], not: [46]),
    JudgedQuery("synonyms", "머그컵", [82, 151, 200], not: [46]),
    JudgedQuery("synonyms", "반소매 티셔츠", [43], not: [71]),
    JudgedQuery("synonyms", "나시", [56, 156], not: [95]),
    JudgedQuery("synonyms", "꽃병", [73, 90, 126]),
    JudgedQuery("synonyms", "운동화", [197, 204], not: [134]),
    JudgedQuery("synonyms", "수건", [33, 63, 101]),
    JudgedQuery("synonyms", "watch", [207, 81, 162]),
    JudgedQuery("synonyms", "qksthao 티셔츠", [43], not: [71]),
    JudgedQuery("synonyms", "덤벨", [120, 149], not: [5]),
  ]

  // MARK: Mistakes

  private static let mistakes = [
    JudgedQuery("mistyped Korean", "헤드펀", [148, 163, 164]),
    JudgedQuery("mistyped Korean", "블루투수", [57, 137]),
    JudgedQuery("mistyped Korean", "센들", [16, 205]),
    JudgedQuery("mistyped Korean", "스니커스", [197, 204]),
    JudgedQuery("mistyped Korean", "선글래스", [60, 74, 89]),
    JudgedQuery("mistyped Korean", "도자기 화벙", [73], not: [82]),
    JudgedQuery("mistyped Latin", "travle tumbler", [168]),
    JudgedQuery("mistyped Latin", "tumblr", [168]),
    JudgedQuery("mistyped Latin", "runer", [45]),
    JudgedQuery("mistyped Latin", "vintagee", [2]),
  ]

  // MARK: Titles

  private static let titles = [
    JudgedQuery("exact title", "첼시 부츠", [32], not: [15, 160]),
    JudgedQuery("exact title", "Trail Runner 2", [45]),
    JudgedQuery("exact title", "린넨 방석", [102], not: [189]),
    JudgedQuery("exact title", "모아 로고 에코백", [150], not: [180]),
    JudgedQuery("exact title", "[이번 주말까지 특가] 두 가지 색 중에 고르는 가볍고 푹신하고", [31]),
    JudgedQuery("beginning of a title", "무게 조절", [120], not: [92]),
    JudgedQuery("beginning of a title", "여행용 미니", [28], not: [124]),
    JudgedQuery("beginning of a title", "빨간 돔", [3], not: [14]),
    JudgedQuery("beginning of a title", "캠핑 스테", [145], not: [44]),
  ]
}
