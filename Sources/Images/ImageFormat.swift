/// A format of pictures that is taken in. What is served is PNG or JPEG.
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
    } else if HEICFile.isOne(bytes) {
      self = .heic
    } else {
      return nil
    }
  }
}
