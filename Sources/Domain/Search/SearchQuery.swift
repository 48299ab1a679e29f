/// The text of a search field: 1 to 100 characters, at least one letter or digit.
package struct SearchQuery: Sendable, Hashable {
  package static let charactersMax = 100
  /// Bytes of UTF-8; a character may carry any number of marks.
  package static let bytesMax = 4_096
  /// The number of words to look for. The first ones of a long pasted title find it, and its whole
  /// text ranks it first.
  package static let wordsMax = 10
  package let folded: FoldedText
  /// The words with their capitals, which are other letters on a Korean keyboard.
  private let typedWords: [String]

  /// - Throws: `empty`, `too_long`.
  package init(_ text: String) throws(ValidationError) {
    guard text.utf8.count <= Self.bytesMax else { throw Self.tooLong }
    let folded = FoldedText(text)
    guard !folded.isEmpty else {
      throw ValidationError(
        "empty", "No letter or digit to search for.", hint: "Write at least one letter or digit.")
    }
    guard !text.hasMore(than: Self.charactersMax) || Self.isShort(folded) else {
      throw Self.tooLong
    }
    self.folded = folded
    typedWords = FoldedText(text, foldsCase: false).words
  }

  /// Spaces around the words do not count.
  private static func isShort(_ folded: FoldedText) -> Bool {
    !folded.text.hasMore(than: charactersMax)
  }

  private static let tooLong = ValidationError(
    "too_long", "Longer than \(charactersMax) characters.",
    hint: "Search for at most \(charactersMax) characters.",
    allowed: .characters(1...charactersMax))

  /// Capitals count: they are other keys on a Korean keyboard.
  package static func == (left: SearchQuery, right: SearchQuery) -> Bool {
    left.folded.scalars == right.folded.scalars && left.typedWords == right.typedWords
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(folded.scalars) }

  /// The words to look for, each once.
  package var words: [String] {
    var seen: Set<String> = []
    return folded.words.prefix(Self.wordsMax).filter { seen.insert($0).inserted }
  }

  /// The words as they were typed.
  package var pattern: SearchPattern {
    SearchPattern(words: words.map { [$0] }, whole: folded.compact)
  }

  /// Each word with its possible meanings; see ``SearchWord``.
  package var readings: [SearchWord] {
    let words = words
    let typed = typedWords.count == folded.words.count ? typedWords : words
    return zip(words, typed).map { SearchWord($0, typed: $1) }
  }
}

/// A word of a query, with its possible meanings: half typed, initials, or typed on the wrong
/// keyboard.
package struct SearchWord: Sendable, Hashable {
  package let text: String
  /// The word with its capitals.
  package let typed: String
  /// The typed keys of a two-set keyboard, in one or more variants; the keys of a term must begin
  /// with one of them.
  package let keys: [String]
  /// The initials of a term, if the word has consonants only, or digits too. A term must begin with
  /// these, whatever its keys.
  package let initials: String?
  /// The same keys on the other keyboard: `아이폰` for `dkdlvhs`, `hello` for `ㅗ디ㅣㅐ`. Of initials
  /// they are a guess for when no term has these; of a single consonant there is none.
  package let otherKeyboard: [String]

  package init(_ text: String, typed: String) {
    (self.text, self.typed) = (text, typed)
    let scalars = text.unicodeScalars
    let folded = Hangul.keys(of: scalars)
    let exact = Hangul.keys(of: typed.unicodeScalars)
    keys = folded == exact ? [folded] : [folded, exact]
    initials = Hangul.asInitials(scalars)
    let isHangul = scalars.contains(where: Hangul.holds)
    otherKeyboard =
      initials.map(\.unicodeScalars.count) == 1
      ? [] : isHangul ? [folded.lowercased()] : keys.compactMap(Hangul.typed)
  }
}

extension SearchWord {
  /// Whether it has fewer meanings: a whole word before one with single letters of Hangul, as in
  /// `ㅁㄱ` and `머ㄱ`, and of such ones the longer word.
  package func isClearer(than other: SearchWord) -> Bool {
    guard isHalfTyped, other.isHalfTyped else { return !isHalfTyped && other.isHalfTyped }
    return text.unicodeScalars.count > other.text.unicodeScalars.count
  }

  private var isHalfTyped: Bool {
    text.unicodeScalars.contains { (0x3131...0x318E).contains($0.value) }
  }

  /// Ranges of texts; all terms of which this word types a beginning are in one of them.
  package var beginnings: [(first: String, end: String)] {
    keys.compactMap(\.unicodeScalars.first).flatMap { key in
      (initials != nil && key.properties.isAlphabetic ? [] : [key.value..<key.value + 1])
        + [0x3131..<0x318F] + Hangul.syllables(beginningWith: key)
    }.compactMap { range in
      guard let first = Unicode.Scalar(range.lowerBound), let end = Unicode.Scalar(range.upperBound)
      else { return nil }
      return (String(first), String(end))
    }
  }

  /// The number of characters at the beginning of a term that this word types: with `아이ㅍ` all three
  /// of `아이폰`, with `ㅁㄱ` two of `머그컵`. Nil if the term begins otherwise.
  package func typedCharacters(of term: String) -> Int? {
    let scalars = Array(term.unicodeScalars)
    if let initials {
      let begins = Hangul.initials(of: scalars).unicodeScalars.starts(with: initials.unicodeScalars)
      return begins ? initials.unicodeScalars.count : nil
    }
    let whole = Hangul.keys(of: scalars)
    if let typed = keys.first(where: { whole.utf8.starts(with: $0.utf8) }) {
      var count = 0
      for (index, scalar) in scalars.enumerated() {
        count += Hangul.keys(of: [scalar]).utf8.count
        if count >= typed.utf8.count { return index + 1 }
      }
    }
    return nil
  }

  /// Initials as the keys of a Latin word; nil for other words and for a single consonant.
  package var latin: SearchWord? {
    guard initials != nil, let keys = otherKeyboard.first else { return nil }
    return SearchWord(keys, typed: keys)
  }
}
