/// The name by which people and files know a thing: 1 to 64 of `a-z`, `0-9` and `-`, and the
/// first is not `-`.
///
/// It fits into URLs, file names and shells without escaping, and has one spelling only.
package struct Slug: Sendable, Hashable, CustomStringConvertible {
  package static let lengthMax = 64
  package let text: String

  /// - Throws: `empty`, `too_long` or `malformed`.
  package init(_ text: String) throws(Flaw) {
    let hint = "Write 1 to \(Self.lengthMax) of a-z, 0-9 and -, such as spring-outer."
    guard !text.isEmpty else { throw Flaw("empty", "The key is empty.", hint: hint) }
    guard text.utf8.count <= Self.lengthMax else {
      throw Flaw("too_long", "The key is longer than \(Self.lengthMax) characters.", hint: hint)
    }
    guard text.utf8.first != UInt8(ascii: "-"), text.utf8.allSatisfy(Self.allows) else {
      throw Flaw("malformed", "The key holds a character that keys cannot hold.", hint: hint)
    }
    self.text = text
  }

  package var description: String { text }

  private static func allows(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: octet == UInt8(ascii: "-")
    }
  }
}
