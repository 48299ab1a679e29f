/// Where an image is: an `https://` URL, or a path of this site that begins with `/`.
///
/// Only the octets that RFC 3986 allows: the URL type of older iOS answers nil for anything else,
/// and a cell would stay empty.
package struct ImageReference: Sendable, Hashable, CustomStringConvertible {
  /// Octets; what every browser, proxy and CDN takes.
  package static let octetsMax = 2_048
  package let text: String

  /// - Throws: `empty`, `too_long`, `not_https`, `malformed_host` or `malformed`.
  package init(_ text: String) throws(Flaw) {
    guard !text.isEmpty else { throw Self.flaw("empty", "The image URL is empty.") }
    guard text.utf8.count <= Self.octetsMax else {
      throw Self.flaw("too_long", "Longer than \(Self.octetsMax) octets.")
    }
    if text.hasPrefix("https://") {
      let rest = Substring(text).utf8.dropFirst(8)
      let host = rest.prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
      guard Authority.isValid(host) else {
        throw Self.flaw("malformed_host", "The host of the URL is missing or malformed.")
      }
      guard Self.isWellFormed(rest[host.endIndex...]) else { throw Self.malformed }
    } else {
      // A second slash would make it a URL of another host: `//evil.example/x`.
      guard text.hasPrefix("/"), !text.hasPrefix("//") else {
        throw Self.flaw("not_https", "Neither an https URL nor a path of this site.")
      }
      guard Self.isWellFormed(Substring(text).utf8) else { throw Self.malformed }
    }
    self.text = text
  }

  package var isSiteRelative: Bool { text.utf8.first == UInt8(ascii: "/") }

  package var description: String { text }

  /// The URL that a client can load. Without an origin a site-relative path stays as it is.
  package func url(from origin: Origin?) -> String {
    guard let origin, isSiteRelative else { return text }
    return origin.text + text
  }

  private static func isWellFormed(_ octets: Substring.UTF8View) -> Bool {
    var index = octets.startIndex
    while index < octets.endIndex {
      let octet = octets[index]
      index = octets.index(after: index)
      if octet == UInt8(ascii: "%") {
        let digits = octets[index...].prefix(2)
        guard digits.count == 2, digits.allSatisfy(\.isASCIIHexDigit) else { return false }
      } else if !allows(octet) {
        return false
      }
    }
    return true
  }

  /// Unreserved, sub-delims, `:` `@`, and the delimiters of path, query and fragment.
  ///
  /// Spelled as ranges, because every row of every answer passes here.
  /// Source: RFC 3986 §2, §3.3.
  private static func allows(_ octet: UInt8) -> Bool {
    switch octet {
    // Letters, digits, `/` `.` `-`, and `:` `;` `,` `+` `*` `&` `'` `(` `)`, which stand beside them.
    case 0x26...0x3B, 0x61...0x7A, 0x40...0x5A: true
    case 0x21, 0x23, 0x24, 0x3D, 0x3F, 0x5F, 0x7E: true
    default: false
    }
  }

  private static var malformed: Flaw {
    flaw("malformed", "Holds a character that URLs cannot hold; percent-encode it.")
  }

  private static func flaw(_ code: String, _ detail: String) -> Flaw {
    Flaw(
      code, detail,
      hint: "Write https://host/path, or a path of this site such as /images/spring.png.")
  }
}
