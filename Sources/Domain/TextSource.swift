/// Something that reads as a text, and becomes one where that is wanted: often in the middle of an
/// answer, without a String in between.
package protocol TextSource: Sendable, CustomStringConvertible {
  /// As many octets as `write` puts, or more; not negative.
  var octetsMax: Int { get }
  /// Whether no such text ever holds a quote, a backslash, `<` or a control character, which formats
  /// around it would have to escape. Each type says it once for all of its texts.
  static var isPlain: Bool { get }
  /// Puts the text.
  func write(to writer: inout TextWriter)
}

extension TextSource {
  @inlinable
  package static var isPlain: Bool { false }

  /// The text as a String of its own. Inlined, because the cells of lists are full of them, and
  /// whoever knows the type needs no protocol to write it.
  @inlinable
  package var text: String { String(octetsMax: octetsMax) { write(to: &$0) } }

  package var description: String { text }
}

/// A text that is there already.
extension String: TextSource {
  package var octetsMax: Int { utf8.count }
  package var text: String { self }
  package func write(to writer: inout TextWriter) { writer.put(text: self) }
}
