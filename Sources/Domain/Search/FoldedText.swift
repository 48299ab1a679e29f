import Text

/// A text in the form that searches compare: composed, one case, usual characters (NFKC) without
/// marks, nothing invisible, and one space between words. Punctuation separates words, as spaces
/// do.
///
/// It knows the origin of each scalar, so that a match can be highlighted in the original text.
/// Stored texts are folded: with each change of the form ``version`` grows, and a server then folds
/// them again.
package struct FoldedText: Sendable, Hashable {
  /// The number of this form. The first one kept marks and unusual characters.
  package static let version: Int16 = 2
  package private(set) var scalars: [Unicode.Scalar] = []
  /// For each scalar, the character that it comes from: in UTF-16 code units of the original text.
  package private(set) var ranges: [Range<Int>] = []
  /// The last sign of multiplication, while only spaces follow it.
  private var times: Range<Int>?

  /// - Parameter foldsCase: false keeps capitals, which are other keys on a Korean keyboard.
  package init(_ text: String, foldsCase: Bool = true) {
    scalars.reserveCapacity(text.utf8.count)
    ranges.reserveCapacity(text.utf8.count)
    var start = 0
    for character in text {
      let range = start..<start + character.utf16.count
      start = range.upperBound
      let scalars = character.unicodeScalars
      if scalars.count == 1, let only = scalars.first, only.isUsual {
        append(only, range, foldsCase: foldsCase)
      } else {
        for scalar in PlainLetters.of(character, foldsCase: foldsCase) {
          append(scalar, range, foldsCase: foldsCase)
        }
      }
    }
    times = nil
    if scalars.last == " " {
      scalars.removeLast()
      ranges.removeLast()
    }
  }

  package var isEmpty: Bool { scalars.isEmpty }

  /// The words, separated by single spaces.
  package var text: String { Self.string(scalars) }

  /// The words without the spaces between them.
  package var compact: String { Self.string(scalars.filter { $0 != " " }) }

  package var words: [String] { scalars.split(separator: " ").map { Self.string($0) } }

  private static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  private mutating func append(
    _ scalar: Unicode.Scalar, _ range: Range<Int>, foldsCase: Bool
  ) {
    switch scalar.value {
    case 0xAC00...0xD7A3, 0x61...0x7A: add(scalar, range)
    case 0x30...0x39: addDigit(scalar, range)
    case 0x41...0x5A where foldsCase: add(Unicode.Scalar(UInt8(scalar.value) + 32), range)
    case 0x41...0x5A: add(scalar, range)
    default:
      let scalar = scalar.asHangulLetter
      if scalar.isInvisible { return }
      guard !scalar.separatesWords else {
        guard let last = scalars.last else { return }
        if scalar.isTimes { times = range }
        if last != " " { add(" ", range, endsTimes: false) }
        return
      }
      guard !scalar.isNonStarter || takesNonStarter else { return }
      add(scalar, range)
    }
  }

  /// Marks that invisible characters held apart would be one long run, and to compare it takes a
  /// time that grows with the square of its length. Source: Unicode Standard Annex #15, §13.
  private var takesNonStarter: Bool { scalars.suffix(30).contains { !$0.isNonStarter } }

  /// A sign of multiplication before a digit is an x: `30 × 40` and `2L*6` are `30x40` and `2lx6`.
  private mutating func addDigit(_ digit: Unicode.Scalar, _ range: Range<Int>) {
    if let times, scalars.last == " " {
      scalars[scalars.count - 1] = "x"
      ranges[ranges.count - 1] = times
    }
    add(digit, range)
  }

  private mutating func add(
    _ scalar: Unicode.Scalar, _ range: Range<Int>, endsTimes: Bool = true
  ) {
    scalars.append(scalar)
    ranges.append(range)
    if endsTimes { times = nil }
  }
}

/// The letters of a character without their marks, of the scripts that write marks: `é` and ｅ are
/// `e`, ё is е, ß is `ss`. Marks of kana and Hangul make other letters, and stay.
private enum PlainLetters {
  static func of(_ character: Character, foldsCase: Bool) -> String.UnicodeScalarView {
    var usual = String.UnicodeScalarView()
    for scalar in character.unicodeScalars where !scalar.isBrandMark {
      let scalars = CompatibleForms.usual(scalar) ?? String(scalar).unicodeScalars
      usual.append(contentsOf: scalars)
    }
    if foldsCase { usual = lowercased(usual) }
    var plain = String.UnicodeScalarView()
    var keepsMarks = false
    for scalar in String(usual).decomposed.unicodeScalars {
      if scalar.isMark {
        if keepsMarks { plain.append(scalar) }
      } else {
        keepsMarks = !scalar.losesMarks
        plain.append(contentsOf: letters[scalar] ?? [scalar])
      }
    }
    return String(plain).composed.unicodeScalars
  }

  private static func lowercased(
    _ scalars: String.UnicodeScalarView
  ) -> String.UnicodeScalarView {
    var text = String.UnicodeScalarView()
    for scalar in scalars {
      text.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
    }
    return text
  }

  /// Letters whose marks are a part of them, and letters for two: `ø` is `o`, `æ` is `ae`.
  private static let letters: [Unicode.Scalar: [Unicode.Scalar]] = {
    let blocks: [ClosedRange<UInt32>] = [
      0x61...0x2AF, 0x3B1...0x52F, 0x2C60...0x2C7F, 0xA640...0xA7FF,
    ]
    let all = blocks.joined().compactMap { Unicode.Scalar($0) }
    let names = all.map { $0.properties.name ?? "" }
    let scalars = Dictionary(zip(names, all)) { first, _ in first }
    var letters: [Unicode.Scalar: [Unicode.Scalar]] = [
      "ß": ["s", "s"], "æ": ["a", "e"], "œ": ["o", "e"], "þ": ["t", "h"], "ð": ["d"], "ı": ["i"],
      "ς": ["σ"],
    ]
    for (name, scalar) in zip(names, all) {
      let words = name.split(separator: " ")
      guard let end = words.firstIndex(of: "WITH"),
        let base = scalars[words[..<end].joined(separator: " ")]
      else { continue }
      letters[scalar] = [base]
    }
    return letters
  }()
}

extension Unicode.Scalar {
  /// Whether ``PlainLetters`` has nothing to do: ASCII, and syllables of Hangul.
  fileprivate var isUsual: Bool { value < 0x80 || (0xAC00...0xD7A3).contains(value) }

  fileprivate var isNonStarter: Bool { properties.canonicalCombiningClass != .notReordered }

  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Whether marks after it are dropped: digits, Latin, Greek and Cyrillic letters, and what is no
  /// letter at all.
  fileprivate var losesMarks: Bool {
    switch value {
    case 0..<0x2B0, 0x370..<0x530, 0x1E00..<0x2000, 0x2C60..<0x2C80, 0xA640..<0xA6A0,
      0xA720..<0xA800, 0xAB30..<0xAB70:
      true
    default: separatesWords
    }
  }

  /// Signs after names of brands, which searches leave out.
  fileprivate var isBrandMark: Bool { ["©", "®", "™", "℠"].contains(self) }

  fileprivate var isTimes: Bool { ["*", "×", "∗", "✕", "✖", "⨯", "⨉", "╳"].contains(self) }

  /// The single letter for a half-width or conjoining letter of Hangul.
  fileprivate var asHangulLetter: Unicode.Scalar {
    switch value {
    case 0xFFA1...0xFFDC: Hangul.usualWidth(ofHalfWidth: self)
    case 0x1100...0x11FF: Hangul.compatible(self)
    default: self
    }
  }

  /// Characters without width: zero-width characters, soft hyphens, variation selectors.
  fileprivate var isInvisible: Bool {
    switch properties.generalCategory {
    case .format: true
    default: (0xFE00...0xFE0F).contains(value) || value == 0x3164 || value == 0x115F
    }
  }

  /// Mathematical signs separate words as well, except the plus of `1+1` and `SPF50+`.
  fileprivate var separatesWords: Bool {
    // Koreans use this obsolete letter as a middle dot.
    if value == 0x318D || isTimes { return true }
    switch properties.generalCategory {
    case .mathSymbol: return value != 0x2B
    case .modifierSymbol: return value < 0x80
    case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .connectorPunctuation,
      .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation, .unassigned, .surrogate, .privateUse:
      return true
    default: return false
    }
  }
}
