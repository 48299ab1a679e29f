import Domain
import HTTP
import UseCases
import Web

/// The rules of searches in JSON.
enum SearchRulesDocument {
  /// 4 MiB: the largest number of words, of some hundred bytes each.
  static let bytesMax = 4_194_304

  static let document = BodyObject<SearchRules>(
    "SearchRulesDocument", "All rules of searching.", members.body)

  static let wire = WireObject<SearchRules>(
    "SearchRules", "What a merchandiser decides about searching.", members.answer)

  package static func bytes(_ rules: SearchRules) -> [UInt8] {
    wire.bytes(rules, capacity: 1_024 + 64 * rules.synonyms.count)
  }

  // MARK: Members

  private static let members = SharedMembers<SearchRules, SearchRules>(
    SharedMember.required(
      "synonyms", groups,
      "Groups of words that mean the same: each finds what the others find. A word is in one group.",
      [["반팔", "반소매"]]
    ) { .array($0.synonyms.map { .strings($0.map(\.text)) }) },
    SharedMember(
      .map("redirects", Wire.linkTarget, redirectsMeaning, redirectsExample) {
        $0.redirects.map { ($0.query.text, $0.target) }
      },
      .required("redirects", targets, redirectsMeaning, redirectsExample)),
    SharedMember.required(
      "banned", words, "Words that find nothing; they are not suggested either.", ["모조품"]
    ) { .strings($0.banned.map(\.text)) },
    judge: { synonyms, redirects, banned in
      try SearchRules(
        SearchRules.Written(
          synonyms: synonyms ?? [], redirects: redirects ?? [], banned: banned ?? []))
    })

  private static let redirectsMeaning =
    "Where whole queries lead, by the query; spaces in it do not count."
  private static let redirectsExample: JSONValue = ["골프": ["kind": "event", "id": 6]]

  private static let word = BodyValue<String>(Wire.title, text: { $0 })
  private static let groups: BodyValue<[[String?]?]> = .places(
    .places(word, SearchRules.wordsPerGroup), 0...SearchRules.groupsMax)
  private static let words: BodyValue<[String?]> = .places(word, 0...SearchRules.bannedMax)

  /// Links by queries, nil for each that cannot be read; one more than there may be at most.
  private static let targets = BodyValue.named(
    .object(LinkTarget.document), SearchRules.redirectsMax
  ).map { $0.map { (query: $0.name, target: $0.value) } }
}
