/// The name of a product: 3 to 100 characters on one line, as a reader counts them.
package struct ProductName: Sendable, Hashable, CustomStringConvertible {
  package static let charactersMin = 3
  package static let charactersMax = Title.charactersMax
  package let text: String

  /// - Throws: `too_short`, `too_long`, `empty` or `control_character`.
  package init(_ sent: String) throws(ValidationError) {
    text = try Title(sent, charactersMin: Self.charactersMin).text
    guard Title.characters(of: text) >= Self.charactersMin else { throw Self.tooShort }
  }

  /// A name from the store, checked as by ``Title/init(stored:)``.
  ///
  /// - Throws: `empty`, `too_long` or `too_short`, by bytes: each character takes at least one.
  package init(stored text: String) throws(ValidationError) {
    self.text = try Title(stored: text).text
    guard Self.isStored(bytes: text.utf8.count) else { throw Self.tooShort }
  }

  /// Whether a stored name can have this many bytes.
  package static func isStored(bytes: Int) -> Bool {
    (charactersMin...Title.bytesMax).contains(bytes)
  }

  package var description: String { text }

  package static func == (left: ProductName, right: ProductName) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }

  private static var tooShort: ValidationError {
    ValidationError(
      "too_short", "Shorter than \(charactersMin) characters.",
      hint: "Write \(charactersMin) to \(charactersMax) characters.",
      allowed: .characters(charactersMin...charactersMax))
  }
}
