import Testing
import Text

@testable import Cryptography

/// The texts of salts and outcomes in a hash.
struct PHCTextTests {
  @Test(arguments: 0..<70)
  func bytesComeBack(_ count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ count) }
    #expect(Cryptography.Base64.bytes(Cryptography.Base64.text(bytes)[...]) == bytes)
  }

  @Test(
    "What it would not have written is not read",
    arguments: [
      "QQ==", "QUI=", "QUJD\n", "\nQUJD", " QUJD", "QUJD ", "QU JD", "QUJD-", "QUJD----", "QUJ-",
      "-_-_", "Q", "QUJDQ", "QR", "QUJ", "비밀번", "QUJ\u{E9}", "=", "====", "\0\0\0\0",
    ])
  func othersAreRefused(_ text: String) {
    #expect(Cryptography.Base64.bytes(text[...]) == nil, "\(text)")
  }
}
