package import Domain
import Text

/// By which a client of the search shows who it is: 10 to 512 visible ASCII characters, as a field
/// of a request holds them.
///
/// Not hashed slowly, as a vendor's is: it opens nothing but a search of what everybody may read,
/// and is shown with every request.
package struct SearchClientSecret: Sendable, Hashable {
  /// What Naver's have.
  package static let bytesMin = 10
  package static let bytesMax = 512
  /// 256 bits.
  static let randomBytes = 32
  package let text: String

  /// - Throws: `too_short`, `too_long` or `malformed`.
  package init(_ text: String) throws(ValidationError) {
    let hint = "Write \(Self.bytesMin) to \(Self.bytesMax) visible ASCII characters."
    guard text.utf8.count >= Self.bytesMin else {
      throw ValidationError("too_short", "Shorter than \(Self.bytesMin) characters.", hint: hint)
    }
    guard text.utf8.count <= Self.bytesMax else {
      throw ValidationError("too_long", "Longer than \(Self.bytesMax) characters.", hint: hint)
    }
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw ValidationError("malformed", "Holds a space, or what is not ASCII.", hint: hint)
    }
    self.text = text
  }

  /// One that nobody can guess.
  init(random bytes: [UInt8]) {
    text = Base64.urlSafe.text(bytes)
  }
}

extension SearchClientSecret: CustomStringConvertible, CustomReflectable {
  package var description: String { "[secret]" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
