/// Finds the intended term for a word with one wrong key.
package enum SpellingCorrection {
  /// Shorter words have too many neighbours.
  private static let charactersMin = 4
  /// Two or three syllables have this many keys.
  private static let keysMin = 6

  /// Whether a word is long enough to tell a mistake from another word.
  package static func canCorrect(_ word: String) -> Bool {
    let scalars = word.unicodeScalars
    return scalars.count >= charactersMin || Hangul.keys(of: scalars).utf8.count >= keysMin
  }

  /// The words that may stand before a Korean particle: `머그` for `머그를`. Shorter ones than of two
  /// syllables are too often a part of others.
  package static func withoutParticle(_ word: String) -> [String] {
    let scalars = Array(word.unicodeScalars)
    return particles.compactMap { particle in
      let stem = scalars.dropLast(particle.count)
      guard stem.count >= 2, scalars.suffix(particle.count).elementsEqual(particle),
        stem.allSatisfy({ Hangul.isSyllable.contains($0.value) })
      else { return nil }
      return String(String.UnicodeScalarView(stem))
    }
  }

  /// The longest first.
  private static let particles = [
    "에서", "에게", "으로", "까지", "부터", "보다", "처럼", "이랑", "하고", "을", "를", "이", "가", "은", "는", "의", "에",
    "도", "만", "로", "와", "과", "랑", "들",
  ].map { Array($0.unicodeScalars) }

  /// The most frequent term that is one key away from `word`. Digits are never corrected: `500ml`
  /// is another product than `50ml`.
  ///
  /// - Parameter terms: the most frequent first.
  package static func closest(to word: String, among terms: [String]) -> String? {
    let keys = Array(Hangul.keys(of: word.unicodeScalars).unicodeScalars)
    return terms.first { term in
      term != word
        && isOneMistake(keys, Array(Hangul.keys(of: term.unicodeScalars).unicodeScalars))
    }
  }

  /// Whether one key was added, left out or replaced, or two were exchanged, and all numbers are
  /// the same.
  private static func isOneMistake(
    _ typed: [Unicode.Scalar], _ meant: [Unicode.Scalar]
  ) -> Bool {
    guard abs(typed.count - meant.count) <= 1, typed != meant,
      numbers(of: typed) == numbers(of: meant)
    else { return false }
    let start = zip(typed, meant).prefix { $0 == $1 }.count
    let (typed, meant) = (typed[start...], meant[start...])
    if typed.count == meant.count {
      let isReplaced = typed.dropFirst().elementsEqual(meant.dropFirst())
      let isExchanged =
        typed.count >= 2 && typed.prefix(2).elementsEqual(meant.prefix(2).reversed())
        && !typed.prefix(2).contains(where: isDigit)
        && typed.dropFirst(2).elementsEqual(meant.dropFirst(2))
      return isReplaced || isExchanged
    }
    return typed.count > meant.count
      ? typed.dropFirst().elementsEqual(meant) : typed.elementsEqual(meant.dropFirst())
  }

  private static func numbers(
    of keys: [Unicode.Scalar]
  ) -> [ArraySlice<Unicode.Scalar>] {
    keys.split { !isDigit($0) }
  }

  private static func isDigit(_ key: Unicode.Scalar) -> Bool {
    switch key.properties.generalCategory {
    case .decimalNumber, .letterNumber, .otherNumber: true
    default: false
    }
  }

  /// The keys with which a term one key away must begin or end: one mistake leaves one half of the
  /// word unchanged.
  package static func halves(of word: String) -> (beginning: String, ending: String) {
    let keys = Array(Hangul.keys(of: word.unicodeScalars))
    let half = keys.count / 2
    return (
      String(keys.prefix(max(1, half - 1))), String(keys.suffix(max(1, keys.count - half - 1)))
    )
  }
}
