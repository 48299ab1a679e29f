/// What a search looks for in the texts of products: every word, each in one of its readings.
package struct SearchPattern: Sendable, Hashable {
  /// Folded, without spaces; each word has one reading at least. All words must be found.
  package let words: [[String]]
  /// All of the query without its spaces, which a title may be or begin with; nil where the words
  /// are readings of what was typed.
  package let whole: String?

  package init(words: [[String]], whole: String?) {
    self.words = words
    self.whole = whole
  }

  /// How well a product matches, the best first; nil when a word is missing.
  package func closeness(to document: SearchDocument) -> SearchCloseness? {
    let isFound = words.allSatisfy { readings in readings.contains { document.body.holds($0) } }
    guard isFound else { return nil }
    if let whole {
      if document.compactTitle == whole { return .title }
      if document.compactTitle.unicodeScalars.starts(with: whole.unicodeScalars) {
        return .beginningOfTitle
      }
    }
    let areWhole = words.allSatisfy { readings in
      readings.contains { document.title.holds(" \($0) ") }
    }
    if areWhole { return .wholeWords }
    let areInTitle = words.allSatisfy { readings in
      readings.contains { document.compactTitle.holds($0) }
    }
    return areInTitle ? .inTitle : .inMakers
  }
}

/// How well a product matches a search, the best first.
package enum SearchCloseness: Int64, Sendable, Hashable, CaseIterable {
  /// It is the title.
  case title
  case beginningOfTitle
  /// Every word is a word of the title.
  case wholeWords
  /// Every word is somewhere in the title.
  case inTitle
  /// Some word is only in the brand or the maker.
  case inMakers

  /// The place in the order of relevance: of equally good ones those in stock come first.
  package func rank(isSoldOut: Bool) -> Int64 { rawValue * 2 + (isSoldOut ? 1 : 0) }
}

extension String {
  /// Whether it contains these very scalars, in this order. Composed texts only.
  package func holds(_ part: String) -> Bool {
    let (text, wanted) = (Array(utf8), Array(part.utf8))
    guard let first = wanted.first else { return true }
    guard text.count >= wanted.count else { return false }
    return (0...text.count - wanted.count).contains { start in
      text[start] == first && text[start..<start + wanted.count].elementsEqual(wanted)
    }
  }
}
