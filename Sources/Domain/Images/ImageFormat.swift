/// A format of images that is taken in; what is served is fewer, see ``StoredImage/MediaType``.
package enum ImageFormat: String, Sendable, Hashable, CaseIterable {
  case jpeg = "JPEG"
  case png = "PNG"
  case gif = "GIF"
  case webp = "WebP"
  case heic = "HEIC"

  /// The type under which it can be served as it came, without being decoded; nil when it cannot.
  package var servedType: StoredImage.MediaType? {
    switch self {
    case .jpeg: .jpeg
    case .png: .png
    case .gif, .webp, .heic: nil
    }
  }

  /// Nil when the octets begin like no image that is taken in. Names and declared types are for
  /// people; senders get them wrong, and attackers get them right.
  ///
  /// Source: Portable Network Graphics, Third Edition, §5.2; ITU-T T.81 §B.2.1; GIF89a §17;
  /// RFC 9649 §2.4; ISO/IEC 23008-12 §10.
  init?(signatureOf octets: [UInt8]) {
    if octets.starts(with: PNGFile.signature) {
      self = .png
    } else if octets.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if octets.starts(with: Array("GIF87a".utf8)) || octets.starts(with: Array("GIF89a".utf8))
    {
      self = .gif
    } else if octets.starts(with: Array("RIFF".utf8)), octets.hasText("WEBP", at: 8) {
      self = .webp
    } else if HEICFile.isOne(octets) {
      self = .heic
    } else {
      return nil
    }
  }
}

extension StoredImage.MediaType {
  package var format: ImageFormat {
    switch self {
    case .jpeg: .jpeg
    case .png: .png
    }
  }
}

extension [UInt8] {
  /// Whether these octets stand at `offset`.
  func hasText(_ text: String, at offset: Int) -> Bool {
    dropFirst(offset).starts(with: text.utf8)
  }
}
