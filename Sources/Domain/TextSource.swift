/// Something that reads as a text, and becomes one where that is wanted: often in the middle of an
/// answer, without a String in between.
package protocol TextSource: Sendable, Hashable {
  /// As many octets as `write` puts, or more.
  var octetsMax: Int { get }
  /// Puts the text.
  func write(to writer: inout TextWriter)
}

extension TextSource {
  /// The text as a String of its own.
  @inlinable
  package var text: String { String(octetsMax: octetsMax) { write(to: &$0) } }
}
