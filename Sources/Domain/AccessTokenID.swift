/// The public part of a token: 16 lower-case hexadecimal digits. It finds the row; it proves
/// nothing.
package struct AccessTokenID: Sendable, Hashable, CustomStringConvertible {
  package static let bytes = 8
  package let text: String

  /// Nil unless it is 16 lower-case hexadecimal digits.
  package init?(_ text: String) {
    guard text.utf8.count == 2 * Self.bytes,
      text.utf8.allSatisfy({ $0.isASCIIDigit || (0x61...0x66).contains($0) })
    else { return nil }
    self.text = text
  }

  package var description: String { text }
}
