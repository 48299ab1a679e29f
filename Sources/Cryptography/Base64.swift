import COpenSSL

/// Bytes as text, without padding, by libcrypto.
///
/// Source: RFC 4648 §4; without padding as in the PHC string format.
enum Base64 {
  static func text(_ bytes: [UInt8]) -> String {
    // Four characters for three bytes that were begun, and a NUL.
    let characters = [UInt8](unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4 + 1) {
      $1 = Int(EVP_EncodeBlock($0.baseAddress, bytes, Int32(bytes.count)))
    }
    return String(decoding: characters.prefix { $0 != padding }, as: UTF8.self)
  }

  /// Nil for anything that `text` would not have written: padding, spaces, bits that mean nothing.
  static func bytes(_ text: Substring) -> [UInt8]? {
    let missing = (4 - text.utf8.count % 4) % 4
    let characters = Array(text.utf8) + Array(repeating: padding, count: missing)
    var bytes = [UInt8](repeating: 0, count: characters.count / 4 * 3)
    let count = EVP_DecodeBlock(&bytes, characters, Int32(characters.count))
    guard count >= missing else { return nil }
    bytes.removeLast(bytes.count - Int(count) + missing)
    // libcrypto lets spaces and superfluous bits pass.
    return self.text(bytes) == text ? bytes : nil
  }

  private static let padding = UInt8(ascii: "=")
}
