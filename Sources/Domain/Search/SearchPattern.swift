/// The words to find in the texts of products, each in one of its readings.
package struct SearchPattern: Sendable, Hashable {
  /// The readings of each word, folded, without spaces, at least one. All words must be found.
  package let words: [[String]]
  /// The whole query without its spaces, which a title may equal or begin with; nil where the words
  /// are guesses.
  package let whole: String?

  package init(words: [[String]], whole: String?) {
    self.words = words
    self.whole = whole
  }

  /// The pattern of a list: without words, every product matches.
  package static let everything = SearchPattern(words: [], whole: nil)

  /// The quality of the match, the best first; nil when a word is missing.
  package func closeness(to document: SearchDocument) -> SearchCloseness? {
    let isFound = words.allSatisfy { readings in
      readings.contains { document.holds($0, in: document.body) }
    }
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
      readings.contains { document.holds($0, in: document.compactTitle) }
    }
    return areInTitle ? .inTitle : .inMakers
  }
}

/// The quality of a match, the best first.
package enum SearchCloseness: Int64, Sendable, Hashable, CaseIterable {
  /// The query is the title.
  case title
  case beginningOfTitle
  /// Every word is a word of the title.
  case wholeWords
  /// Every word is somewhere in the title.
  case inTitle
  /// At least one word is only in the brand or the maker.
  case inMakers

  /// The place in the order of relevance; of equally good matches those in stock come first.
  package func rank(isSoldOut: Bool) -> Int64 { rawValue * 2 + (isSoldOut ? 1 : 0) }
}

extension SearchDocument {
  /// Whether a part of it without spaces has this reading of a word. Only the title with its spaces
  /// tells that `50ml` is in `2 50ml`.
  fileprivate func holds(_ reading: String, in part: String) -> Bool {
    guard reading.beginsWithDigit else { return part.holds(reading) }
    return title.holds(number: reading) || part.holds(number: reading)
  }
}

extension String {
  /// Whether it begins with an ASCII digit. Such a word does not match inside of a number.
  package var beginsWithDigit: Bool { utf8.first.map(Self.isDigit) == true }

  /// Whether it contains exactly these scalars, in this order. Composed texts only.
  package func holds(_ part: String) -> Bool {
    let (text, wanted) = (Array(utf8), Array(part.utf8))
    guard let first = wanted.first else { return true }
    guard text.count >= wanted.count else { return false }
    return (0...text.count - wanted.count).contains { start in
      text[start] == first && text[start..<start + wanted.count].elementsEqual(wanted)
    }
  }

  /// Whether it contains a word that begins with a digit, also with spaces inside, and no digit
  /// right before it: `50ml` is not in `750ml`.
  fileprivate func holds(number: String) -> Bool {
    let text = Array(utf8)
    return text.indices.contains { start in
      (start == 0 || !Self.isDigit(text[start - 1]))
        && text[start...].lazy.filter { $0 != 0x20 }.starts(with: number.utf8)
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
