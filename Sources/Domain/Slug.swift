/// The name by which people and files know a thing: 1 to 64 of `a-z`, `0-9` and `-`, and the
/// first is not `-`.
///
/// It fits into URLs, file names and shells without escaping, and has one spelling only.
package struct Slug: Sendable, Hashable, CustomStringConvertible {
  package static let lengthMax = 64
  package let text: String

  /// - Throws: `empty`, `too_long` or `malformed`.
  package init(_ text: String) throws(ValidationError) {
    let bytes = text.utf8
    guard let first = bytes.first else { throw Self.flaw("empty", "The key is empty.") }
    guard bytes.count <= Self.lengthMax else {
      throw Self.flaw("too_long", "The key is longer than \(Self.lengthMax) characters.")
    }
    guard first != UInt8(ascii: "-"), bytes.allSatisfy(Self.allows) else {
      throw Self.flaw("malformed", "The key holds a character that keys cannot hold.")
    }
    self.text = text
  }

  package var description: String { text }

  private static func allows(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: byte == UInt8(ascii: "-")
    }
  }

  private static func flaw(_ code: String, _ detail: String) -> ValidationError {
    ValidationError(
      code, detail, hint: "Write 1 to \(lengthMax) of a-z, 0-9 and -, such as spring-outer.")
  }
}
