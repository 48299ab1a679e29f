/// Guesses what somebody sent instead of an image, for the words of the refusal only.
enum UnknownFormat {
  /// Bytes that are looked at: enough for what comes before the first element of a document.
  private static let lookedAt = 1_024

  /// Nil when nothing fits.
  static func name(of bytes: [UInt8]) -> String? {
    if bytes.isEmpty { return "an empty file" }
    for (name, offset, beginning) in binary where bytes.dropFirst(offset).starts(with: beginning) {
      return name
    }
    if bytes.hasText("ftyp", at: 4) {
      return bytes.hasText("avif", at: 8) ? "AVIF" : "a film (MP4 or QuickTime)"
    }
    return markup(bytes.prefix(lookedAt))
  }

  private static let binary: [(String, Int, [UInt8])] = [
    ("PDF", 0, Array("%PDF".utf8)), ("a ZIP archive", 0, Array("PK\u{3}\u{4}".utf8)),
    ("TIFF", 0, [0x49, 0x49, 0x2A, 0]), ("TIFF", 0, [0x4D, 0x4D, 0, 0x2A]),
    ("BMP", 0, Array("BM".utf8)), ("an icon", 0, [0, 0, 1, 0]),
    ("Photoshop", 0, Array("8BPS".utf8)), ("JPEG XL", 0, [0xFF, 0x0A]),
    ("JPEG XL", 4, Array("JXL ".utf8)), ("JPEG 2000", 4, Array("jP  ".utf8)),
    ("a program", 0, [0x7F, 0x45, 0x4C, 0x46]),
  ]

  /// A document whose first elements say what it is. Case does not matter to those who open it.
  private static func markup(_ bytes: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    guard let first = text.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) else {
      return nil
    }
    guard first == "<" else { return first == "{" || first == "[" ? "JSON" : nil }
    if text.contains("<svg") { return "SVG" }
    if ["<!doctype html", "<html", "<head", "<body", "<script"].contains(where: text.contains) {
      return "HTML"
    }
    return "XML"
  }
}
