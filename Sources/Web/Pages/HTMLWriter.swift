/// Writes a page. Whatever a text or the value of an attribute holds, it never becomes markup.
///
/// Names of elements and attributes are literals; other texts go through ``text(_:)`` and through
/// attribute values, which are always quoted. Scripts, styles and comments end by rules of their
/// own, so it writes none.
/// Source: HTML Standard §13.3 (escaping a string).
package struct HTMLWriter {
  /// Attributes without a value are left out.
  package typealias Attributes = KeyValuePairs<StaticString, String?>
  package private(set) var bytes: [UInt8] = []

  /// - Parameter capacity: in bytes, an estimate; what does not fit costs a copy.
  package init(capacity: Int = 4_096) {
    bytes.reserveCapacity(capacity)
  }

  /// A whole document in a language, as RFC 5646 writes it.
  package static func document(
    in language: String, head: (inout HTMLWriter) -> Void, body: (inout HTMLWriter) -> Void
  ) -> [UInt8] {
    var writer = HTMLWriter(capacity: 16_384)
    writer.literal("<!doctype html>\n")
    writer.element("html", ["lang": language]) { html in
      html.element("head", [:], head)
      html.literal("\n")
      html.element("body", [:], body)
    }
    writer.literal("\n")
    return writer.bytes
  }

  /// An element whose content `content` writes.
  package mutating func element(
    _ name: StaticString, _ attributes: Attributes = [:], _ content: (inout HTMLWriter) -> Void
  ) {
    void(name, attributes)
    content(&self)
    literal("</")
    literal(name)
    literal(">")
  }

  /// An element that holds a text.
  package mutating func element(
    _ name: StaticString, _ attributes: Attributes = [:], _ text: String
  ) {
    element(name, attributes) { $0.text(text) }
  }

  /// An element that has no content and no end tag: `meta`, `link`, `img`.
  package mutating func void(_ name: StaticString, _ attributes: Attributes = [:]) {
    literal("<")
    literal(name)
    for (name, value) in attributes {
      guard let value else { continue }
      literal(" ")
      literal(name)
      literal("=\"")
      text(value)
      literal("\"")
    }
    literal(">")
  }

  /// A text as readers see it.
  package mutating func text(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): literal("&amp;")
      case UInt8(ascii: "<"): literal("&lt;")
      case UInt8(ascii: ">"): literal("&gt;")
      case UInt8(ascii: "\""): literal("&quot;")
      case UInt8(ascii: "'"): literal("&#39;")
      // No page may hold it, and parsers disagree about what becomes of it.
      case 0: literal("\u{FFFD}")
      default: bytes.append(byte)
      }
    }
  }

  /// Markup of our own files.
  package mutating func markup(_ file: [UInt8]) {
    bytes += file
  }

  private mutating func literal(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }
}
