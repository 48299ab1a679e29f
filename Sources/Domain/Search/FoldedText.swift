import Text

/// A text in the form that searches compare: composed, one case, one width, nothing invisible, and
/// one space between words. Punctuation separates words, as spaces do.
///
/// It knows the origin of each scalar, so that a match can be highlighted in the original text.
package struct FoldedText: Sendable, Hashable {
  package private(set) var scalars: [Unicode.Scalar] = []
  /// For each scalar, the character that it comes from: in UTF-16 code units of the original text.
  package private(set) var ranges: [Range<Int>] = []

  /// - Parameter foldsCase: false keeps capitals, which are other keys on a Korean keyboard.
  package init(_ text: String, foldsCase: Bool = true) {
    scalars.reserveCapacity(text.utf8.count)
    ranges.reserveCapacity(text.utf8.count)
    var start = 0
    for character in text {
      let range = start..<start + character.utf16.count
      for scalar in Self.composed(character) { append(scalar, range, foldsCase: foldsCase) }
      start = range.upperBound
    }
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

  private static func composed(_ character: Character) -> String.UnicodeScalarView {
    let scalars = character.unicodeScalars
    return scalars.count == 1 ? scalars : String(character).composed.unicodeScalars
  }

  private mutating func append(
    _ scalar: Unicode.Scalar, _ range: Range<Int>, foldsCase: Bool
  ) {
    switch scalar.value {
    case 0xAC00...0xD7A3, 0x30...0x39, 0x61...0x7A: add(scalar, range)
    case 0x41...0x5A where foldsCase: add(Unicode.Scalar(UInt8(scalar.value) + 32), range)
    case 0x41...0x5A: add(scalar, range)
    default:
      let scalar = scalar.inUsualWidth
      if scalar.isInvisible { return }
      guard !scalar.separatesWords else {
        if let last = scalars.last, last != " " { add(" ", range) }
        return
      }
      guard foldsCase else { return add(scalar, range) }
      for folded in scalar.properties.lowercaseMapping.unicodeScalars {
        add(folded == "\u{3C2}" ? "\u{3C3}" : folded, range)
      }
    }
  }

  private mutating func add(_ scalar: Unicode.Scalar, _ range: Range<Int>) {
    scalars.append(scalar)
    ranges.append(range)
  }
}

extension Unicode.Scalar {
  /// The letter itself for its full-width, half-width or conjoining form.
  fileprivate var inUsualWidth: Unicode.Scalar {
    switch value {
    case 0x3000: " "
    case 0xFF01...0xFF5E: Unicode.Scalar(value - 0xFEE0) ?? self
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
    if value == 0x318D { return true }
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
