/// What is said about a product: 0 to 1,000 characters as a reader counts them, on many lines.
package struct ProductDescription: Sendable, Hashable, CustomStringConvertible {
  package static let charactersMax = 1_000
  /// In UTF-8: a thousand of the longest emoji, which take 35 octets each.
  package static let octetsMax = 40_960
  package static let none = ProductDescription(unchecked: "")
  package let text: String

  private init(unchecked text: String) { self.text = text }

  /// - Throws: `too_long` or `control_character`; line breaks and tabs are none.
  package init(_ text: String) throws(Flaw) {
    guard text.utf8.count <= Self.octetsMax || text.hasMore(than: Self.charactersMax) else {
      throw .tooManyOctets(limit: Self.octetsMax)
    }
    guard text.utf8.count <= Self.octetsMax,
      text.utf8.count <= Self.charactersMax || text.count <= Self.charactersMax
    else {
      throw Flaw(
        "too_long", "Longer than \(Self.charactersMax) characters.",
        hint: "Write 0 to \(Self.charactersMax) characters.")
    }
    guard !text.unicodeScalars.contains(where: Self.forbids) else {
      throw Flaw(
        "control_character", "Holds a control character.",
        hint: "Write text; line breaks and tabs are allowed.")
    }
    self.text = text
  }

  /// A description as the store gives it back: it came through `init(_:)` when it was written.
  ///
  /// - Throws: `too_long`, by octets, which is what the schema holds it to.
  package init(stored text: String) throws(Flaw) {
    guard text.utf8.count <= Self.octetsMax else { throw .tooManyOctets(limit: Self.octetsMax) }
    self.text = text
  }

  package var description: String { text }

  package static func == (left: ProductDescription, right: ProductDescription) -> Bool {
    left.text.hasSameOctets(as: right.text)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// Bidirectional overrides can make a text read as another one.
  private static func forbids(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: false
    case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
