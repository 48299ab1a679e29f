import COpenSSL

/// Octets as text, without padding, by libcrypto.
///
/// Source: RFC 4648 §4; without padding as in the PHC string format.
enum Base64 {
  static func text(_ octets: [UInt8]) -> String {
    // Four characters for three octets that were begun, and a NUL.
    let characters = [UInt8](unsafeUninitializedCapacity: (octets.count + 2) / 3 * 4 + 1) {
      $1 = Int(EVP_EncodeBlock($0.baseAddress, octets, Int32(octets.count)))
    }
    return String(decoding: characters.prefix { $0 != padding }, as: UTF8.self)
  }

  /// Nil for anything that `text` would not have written: padding, spaces, bits that mean nothing.
  static func octets(_ text: Substring) -> [UInt8]? {
    let missing = (4 - text.utf8.count % 4) % 4
    let characters = Array(text.utf8) + Array(repeating: padding, count: missing)
    var octets = [UInt8](repeating: 0, count: characters.count / 4 * 3)
    let count = EVP_DecodeBlock(&octets, characters, Int32(characters.count))
    guard count >= missing else { return nil }
    octets.removeLast(octets.count - Int(count) + missing)
    // libcrypto lets spaces and superfluous bits pass.
    return self.text(octets) == text ? octets : nil
  }

  private static let padding = UInt8(ascii: "=")
}
