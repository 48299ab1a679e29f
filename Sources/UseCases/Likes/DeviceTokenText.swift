import Text

/// The text of a device's token: `moa_device_<43 of base64url>`, all of it secret.
///
/// Administrators' tokens have another form, ``TokenText``; none is ever taken for the other.
package struct DeviceTokenText: Sendable, Hashable {
  package static let prefix = "moa_device_"
  /// 256 bits.
  package static let secretBytes = 32
  /// Characters of the secret.
  package static let secretCharacters = 43
  /// All of it.
  package let text: String

  /// Nil unless the text has this form.
  package init?(_ text: String) {
    guard text.hasPrefix(Self.prefix),
      text.utf8.count == Self.prefix.utf8.count + Self.secretCharacters,
      text.utf8.dropFirst(Self.prefix.utf8.count).allSatisfy(Base64.urlSafe.contains)
    else { return nil }
    self.text = text
  }

  init(secret: [UInt8]) {
    text = Self.prefix + Base64.urlSafe.text(secret)
  }
}
