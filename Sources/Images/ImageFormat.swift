/// An image format that is accepted. Images are served as PNG or JPEG.
package enum ImageFormat: String, Sendable, Hashable, CaseIterable {
  case jpeg = "JPEG"
  case png = "PNG"
  case gif = "GIF"
  case webp = "WebP"
  case heic = "HEIC"

  /// Nil when the bytes begin like no picture that is taken in. Names and declared types are for
  /// people; senders get them wrong, and attackers get them right.
  ///
  /// Source: Portable Network Graphics, Third Edition, §5.2; ITU-T T.81 §B.2.1; GIF89a §17;
  /// RFC 9649 §2.4; ISO/IEC 23008-12 §10.
  package init?(signatureOf bytes: [UInt8]) {
    if bytes.starts(with: PNGChunk.signature) {
      self = .png
    } else if bytes.starts(with: [0xFF, JPEGMarker.startOfImage]) {
      self = .jpeg
    } else if bytes.hasText("GIF87a", at: 0) || bytes.hasText("GIF89a", at: 0) {
      self = .gif
    } else if bytes.hasText("RIFF", at: 0), bytes.hasText("WEBP", at: 8) {
      self = .webp
    } else if HEICSize.isOne(bytes) {
      self = .heic
    } else {
      return nil
    }
  }
}

/// Guesses the format of a file that is not an image, only for the text of the error.
enum UnknownFormat {
  /// Bytes to read: enough to reach the first element of a document.
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

  /// A document whose first elements name its kind. Programs that open it ignore case.
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
