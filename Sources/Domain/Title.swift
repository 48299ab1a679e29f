/// One line of text that a cell draws: 1 to 100 characters as a reader counts them.
///
/// A character is a grapheme cluster: a family emoji of seven code points is one. White space at
/// the ends is refused, not repaired, so that what was sent is what is stored and shown.
package struct Title: Sendable, Hashable, CustomStringConvertible {
  package static let charactersMax = 100
  /// In UTF-8. One grapheme cluster may hold any number of combining marks; the longest emoji
  /// take 35 octets, so that a hundred of them still fit.
  package static let octetsMax = 4_096
  package let text: String

  /// - Throws: `empty`, `too_long`, `surrounded_by_space` or `control_character`.
  package init(_ text: String) throws(Flaw) {
    let hint = "Write 1 to \(Self.charactersMax) visible characters on one line."
    guard text.utf8.count <= Self.octetsMax, text.count <= Self.charactersMax else {
      throw Flaw("too_long", "Longer than \(Self.charactersMax) characters.", hint: hint)
    }
    guard !text.unicodeScalars.contains(where: Self.forbids) else {
      throw Flaw("control_character", "Holds a control character or a line break.", hint: hint)
    }
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last,
      !text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    else { throw Flaw("empty", "There is no visible character.", hint: hint) }
    guard !first.properties.isWhitespace, !last.properties.isWhitespace else {
      throw Flaw(
        "surrounded_by_space", "Begins or ends with white space.",
        hint: "Remove the white space at the ends.")
    }
    self.text = text
  }

  package var description: String { text }

  /// Octet by octet. Swift's strings are equal when they look alike, and then a title sent again
  /// in another normalization would count as unchanged and never be stored.
  package static func == (left: Title, right: Title) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    for octet in text.utf8 { hasher.combine(octet) }
  }

  /// Controls and line breaks break a cell's one line; bidirectional overrides and isolates can
  /// make a title read as another one. The zero-width joiner stays: families are made with it.
  private static func forbids(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
    case 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
