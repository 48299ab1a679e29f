/// A merchandiser's rules for searches: synonyms, redirects and banned words.
package struct SearchRules: Sendable, Hashable {
  package static let groupsMax = 1_000
  package static let wordsPerGroup = 2...20
  package static let redirectsMax = 1_000
  package static let bannedMax = 1_000
  package static let none = SearchRules(synonyms: [], redirects: [], banned: [])

  /// Groups of synonyms; a word is in one group only.
  package let synonyms: [[SearchRuleWord]]
  /// Queries that open a target, each once.
  package let redirects: [SearchRedirect]
  /// Words that find nothing, each once.
  package let banned: [SearchRuleWord]

  /// Rules that were checked before.
  package init(
    synonyms: [[SearchRuleWord]], redirects: [SearchRedirect], banned: [SearchRuleWord]
  ) {
    self.synonyms = synonyms
    self.redirects = redirects
    self.banned = banned
  }

  /// - Throws: all errors, with pointers such as `/synonyms/3/1`, `/redirects/골프` and `/banned/0`.
  package init(_ written: Written) throws(Rejection) {
    var reading = Reading()
    let synonyms = reading.groups(written.synonyms)
    let redirects = reading.redirects(written.redirects)
    let banned = reading.words(written.banned, at: "/banned")
    if written.banned.count > Self.bannedMax {
      reading.note("/banned", .tooMany("banned words", Self.bannedMax))
    }
    guard reading.fieldErrors.isEmpty else { throw Rejection(reading.fieldErrors) }
    self.init(synonyms: synonyms, redirects: redirects, banned: banned)
  }

  /// Unchecked rules; nil is an unreadable one, which keeps the places of the others.
  package struct Written: Sendable {
    package var synonyms: [[String?]?]
    package var redirects: [(query: String, target: LinkTarget?)]
    package var banned: [String?]

    package init(
      synonyms: [[String?]?] = [], redirects: [(query: String, target: LinkTarget?)] = [],
      banned: [String?] = []
    ) {
      self.synonyms = synonyms
      self.redirects = redirects
      self.banned = banned
    }
  }

  /// The same rules, folded by this program; words that have become equal are listed once.
  package var foldedAgain: SearchRules {
    func again(_ words: [SearchRuleWord], _ known: inout Set<String>) -> [SearchRuleWord] {
      words.compactMap { try? SearchRuleWord(query: $0.text) }
        .filter { known.insert($0.folded).inserted }
    }
    var (synonym, query, word) = (Set<String>(), Set<String>(), Set<String>())
    return SearchRules(
      synonyms: synonyms.map { again($0, &synonym) }
        .filter { $0.count >= Self.wordsPerGroup.lowerBound },
      redirects: redirects.compactMap { redirect in
        again([redirect.query], &query).first
          .map { SearchRedirect(query: $0, target: redirect.target) }
      }, banned: again(banned, &word))
  }

  /// Errors for redirects to missing targets.
  package func fieldErrors(missing: Set<LinkTarget>) -> [FieldError] {
    redirects.filter { missing.contains($0.target) }.map { redirect in
      FieldError(
        "/redirects" + FieldError.step(redirect.query.text) + "/id", redirect.target.unknown)
    }
  }
}

/// A word of a rule.
package struct SearchRuleWord: Sendable, Hashable {
  /// Bytes of UTF-8 of the folded word, half of what an index takes.
  package static let bytesMax = 1_024
  /// The word as it was written.
  package let text: String
  /// The word as searches compare it, without spaces.
  package let folded: String

  /// A word from the store.
  package init(stored text: String, folded: String) {
    self.text = text
    self.folded = folded
  }

  /// One word, of 1 to 100 characters.
  ///
  /// - Throws: `empty`, `too_long`, `control_character`; `malformed` for several words.
  package init(word text: String) throws(ValidationError) {
    try self.init(query: text)
    guard FoldedText(text).words.count == 1 else {
      throw ValidationError(
        "malformed", "More than one word.",
        hint: "Write one word, without spaces and punctuation inside.")
    }
  }

  /// A whole query, of 1 to 100 characters.
  ///
  /// - Throws: `empty`, `too_long`, `control_character`.
  package init(query text: String) throws(ValidationError) {
    self.text = try Title(text).text
    folded = FoldedText(self.text).compact
    guard folded.utf8.count <= Self.bytesMax else { throw .tooManyBytes(limit: Self.bytesMax) }
    guard !folded.isEmpty else {
      throw ValidationError(
        "empty", "No letter or digit to search for.", hint: "Write a word.")
    }
  }
}

/// A query that opens a target instead of results.
package struct SearchRedirect: Sendable, Hashable {
  package let query: SearchRuleWord
  package let target: LinkTarget

  package init(query: SearchRuleWord, target: LinkTarget) {
    self.query = query
    self.target = target
  }
}

/// Reads rules, and collects all errors.
private struct Reading {
  private(set) var fieldErrors: [FieldError] = []

  mutating func note(_ pointer: String, _ flaw: ValidationError) {
    fieldErrors.append(FieldError(pointer, flaw))
  }

  mutating func groups(_ written: [[String?]?]) -> [[SearchRuleWord]] {
    if written.count > SearchRules.groupsMax {
      note("/synonyms", .tooMany("groups", SearchRules.groupsMax))
    }
    var groups: [[SearchRuleWord]] = []
    var known: [String: Int] = [:]
    for (index, group) in written.enumerated() {
      guard let group else { continue }
      let pointer = "/synonyms/\(index)"
      if !SearchRules.wordsPerGroup.contains(group.count) {
        note(pointer, Self.wrongSize(group.count))
      }
      var words: [SearchRuleWord] = []
      for (place, text) in group.enumerated() {
        guard let word = word(text, at: "\(pointer)/\(place)") else { continue }
        if let earlier = known[word.folded] {
          note("\(pointer)/\(place)", Self.inGroup(word, earlier))
        }
        known[word.folded] = known[word.folded] ?? index
        words.append(word)
      }
      groups.append(words)
    }
    return groups
  }

  mutating func redirects(
    _ written: [(query: String, target: LinkTarget?)]
  ) -> [SearchRedirect] {
    if written.count > SearchRules.redirectsMax {
      note("/redirects", .tooMany("redirects", SearchRules.redirectsMax))
    }
    var known: Set<String> = []
    return written.compactMap { text, target in
      let pointer = "/redirects" + FieldError.step(text)
      guard
        let query = read(pointer, { () throws(ValidationError) in try SearchRuleWord(query: text) })
      else { return nil }
      if !known.insert(query.folded).inserted { note(pointer, Self.repeated(query)) }
      return target.map { SearchRedirect(query: query, target: $0) }
    }
  }

  mutating func words(_ written: [String?], at pointer: String) -> [SearchRuleWord] {
    var known: Set<String> = []
    return written.enumerated().compactMap { index, text in
      guard let word = word(text, at: "\(pointer)/\(index)") else { return nil }
      if !known.insert(word.folded).inserted { note("\(pointer)/\(index)", Self.repeated(word)) }
      return word
    }
  }

  private mutating func word(_ text: String?, at pointer: String) -> SearchRuleWord? {
    guard let text else { return nil }
    return read(pointer) { () throws(ValidationError) in try SearchRuleWord(word: text) }
  }

  private mutating func read(
    _ pointer: String, _ make: () throws(ValidationError) -> SearchRuleWord
  ) -> SearchRuleWord? {
    do throws(ValidationError) {
      return try make()
    } catch {
      note(pointer, error)
      return nil
    }
  }

  private static func wrongSize(_ count: Int) -> ValidationError {
    let limits = SearchRules.wordsPerGroup
    return ValidationError(
      count < limits.lowerBound ? "too_few" : "too_many",
      count < limits.lowerBound
        ? "The group has \(count) words." : "The group has more than \(limits.upperBound) words.",
      hint: "Write \(limits.lowerBound) to \(limits.upperBound) words that mean the same.",
      allowed: .count(limits))
  }

  private static func inGroup(_ word: SearchRuleWord, _ group: Int) -> ValidationError {
    ValidationError(
      "duplicate", "\(word.text) is already a word of the group with index \(group).",
      hint: "Name each word once, in one group.")
  }

  private static func repeated(_ word: SearchRuleWord) -> ValidationError {
    ValidationError(
      "duplicate", "\(word.text) is listed twice: case, width and spaces do not count.",
      hint: "Name it once.")
  }
}

extension ValidationError {
  fileprivate static func tooMany(_ what: String, _ limit: Int) -> ValidationError {
    ValidationError(
      "too_many", "More than \(limit) \(what).", hint: "Send at most \(limit).",
      allowed: .count(0...limit))
  }
}
