package import Domain
import Text

/// By which a vendor shows who they are: 8 to 512 bytes on one line.
package struct VendorSecret: Sendable, Hashable {
  /// A shorter one is guessed, however slow the hash is.
  package static let bytesMin = 8
  /// 256 bits.
  static let randomBytes = 32
  package let text: String

  /// - Throws: `too_short`, `too_long`, `surrounded_by_space` or `control_character`.
  package init(_ text: String) throws(ValidationError) {
    let hint = "Write \(Self.bytesMin) to \(AuthenticateVendor.secretBytesMax) bytes."
    guard text.utf8.count >= Self.bytesMin else {
      throw ValidationError("too_short", "Shorter than \(Self.bytesMin) bytes.", hint: hint)
    }
    guard text.utf8.count <= AuthenticateVendor.secretBytesMax else {
      throw ValidationError(
        "too_long", "Longer than \(AuthenticateVendor.secretBytesMax) bytes.", hint: hint)
    }
    guard text.first != " ", text.last != " " else {
      throw ValidationError(
        "surrounded_by_space", "Begins or ends with a space.", hint: "Take it away.")
    }
    guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
      throw ValidationError(
        "control_character", "Holds a control character or a line break.", hint: "Write one line.")
    }
    self.text = text
  }

  /// One that nobody can guess, fit for a URL and for a field.
  init(random bytes: [UInt8]) {
    text = Base64.urlSafe.text(bytes)
  }
}

extension VendorSecret: CustomStringConvertible, CustomReflectable {
  package var description: String { "[secret]" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
