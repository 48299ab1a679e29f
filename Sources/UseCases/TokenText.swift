package import Domain
import Text

/// The text of a token: `moa_<16 hexadecimal digits>_<43 of base64url>`.
///
/// The first part finds the row, the second is the secret. The prefix lets scanners find tokens
/// that were published by accident.
package struct TokenText: Sendable, Hashable {
  package static let prefix = "moa_"
  /// 256 bits.
  package static let secretBytes = 32
  /// The public part.
  package let id: AccessTokenID
  /// The whole text, secret included.
  package let text: String

  /// Nil unless the text has this form.
  package init?(_ text: String) {
    let parts = text.split(separator: "_", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "moa", let id = AccessTokenID(String(parts[1])),
      parts[2].utf8.count == 43, parts[2].utf8.allSatisfy(Base64.urlSafe.contains)
    else { return nil }
    self.id = id
    self.text = text
  }

  init(id: AccessTokenID, secret: [UInt8]) {
    self.id = id
    self.text = "\(Self.prefix)\(id)_\(Base64.urlSafe.text(secret))"
  }
}
