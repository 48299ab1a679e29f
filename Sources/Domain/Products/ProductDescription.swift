import Text

/// The description of a product: 0 to 20,000 characters as a reader counts them, on any number of
/// lines.
///
/// In NFC and without invisible characters at its ends, as a ``Title``.
package struct ProductDescription: Sendable, Hashable, CustomStringConvertible {
  package static let charactersMax = 20_000
  /// The characters that apps of Open Market show in a list.
  package static let listedCharactersMax = 1_000
  /// As many of Unicode's scalars as lists read of it.
  package static let listedScalarsMax = 4_000
  /// Bytes of UTF-8: four for each character; the longest emoji take 35 bytes each.
  package static let bytesMax = 81_920
  /// The longest input in bytes of UTF-8; as in ``Title``.
  private static let sentBytesMax = 4 * bytesMax
  package static let none = ProductDescription(unchecked: "")
  package let text: String

  private init(unchecked text: String) { self.text = text }

  /// - Throws: `too_long` or `control_character`; line breaks and tabs are allowed.
  package init(_ sent: String) throws(ValidationError) {
    guard sent.utf8.count <= Self.sentBytesMax else { throw Self.tooLong }
    let text = sent.tidied
    guard text.utf8.count <= Self.bytesMax || text.hasMore(than: Self.charactersMax) else {
      throw .tooManyBytes(limit: Self.bytesMax)
    }
    guard text.utf8.count <= Self.bytesMax,
      text.utf8.count <= Self.charactersMax || text.count <= Self.charactersMax
    else { throw Self.tooLong }
    guard !text.unicodeScalars.contains(where: Self.forbids) else {
      throw ValidationError(
        "control_character", "Holds a control character.",
        hint: "Write text; line breaks and tabs are allowed.")
    }
    self.text = text
  }

  /// A description from the store, which `init(_:)` checked when it was written.
  ///
  /// - Throws: `too_long`, by bytes, the limit that the schema enforces.
  package init(stored text: String) throws(ValidationError) {
    guard text.utf8.count <= Self.bytesMax else { throw .tooManyBytes(limit: Self.bytesMax) }
    self.text = text
  }

  /// The part that lists of Open Market show. The store gives them no more than
  /// ``listedScalarsMax``.
  package var listed: String {
    let most = Self.listedCharactersMax
    guard text.utf8.count > most else { return text }
    return String(String(text.unicodeScalars.prefix(Self.listedScalarsMax)).prefix(most))
  }

  /// The description as an app sends it back that saw it in a list.
  var sentBack: ProductDescription? { try? ProductDescription(listed) }

  package var description: String { text }

  package static func == (left: ProductDescription, right: ProductDescription) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }

  private static let tooLong = ValidationError(
    "too_long", "Longer than \(charactersMax) characters.",
    hint: "Write 0 to \(charactersMax) characters.", allowed: .characters(0...charactersMax))

  /// Bidirectional overrides can make a text look like another one.
  private static func forbids(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: false
    case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
