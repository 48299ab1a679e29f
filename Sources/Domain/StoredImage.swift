import Text

/// An image as the store keeps it: its bytes, and what a client must know about them.
package struct StoredImage: Sendable, Hashable {
  /// 300 KB: what the existing apps send at most; it bounds a row and an answer.
  package static let bytesMax = 307_200

  /// Of the bytes: equal images are kept once.
  package let digest: ImageDigest
  package let mediaType: MediaType
  /// At most `bytesMax`; whoever takes an image in checks it.
  package let bytes: [UInt8]
  /// In pixels.
  package let width: Int
  package let height: Int

  /// What is served. Anything active (SVG, HTML) is not an image here.
  package enum MediaType: String, Sendable, Hashable, CaseIterable {
    case png = "image/png"
    case jpeg = "image/jpeg"

    /// `png` or `jpg`.
    package var fileExtension: String {
      switch self {
      case .png: "png"
      case .jpeg: "jpg"
      }
    }
  }

  package init(
    digest: ImageDigest, mediaType: MediaType, bytes: [UInt8], width: Int, height: Int
  ) {
    self.digest = digest
    self.mediaType = mediaType
    self.bytes = bytes
    self.width = width
    self.height = height
  }

  /// Where this site serves it: `/images/<digest>/original.png`. The bytes behind it never
  /// change, so that whoever has it need not ask again.
  package var path: String {
    ImageAddress(digest: digest, preset: nil, mediaType: mediaType).path
  }
}

/// The SHA-256 of an image's bytes: its identity, and the unguessable part of its URL.
package struct ImageDigest: Sendable, Hashable, CustomStringConvertible {
  /// The 32 bytes.
  package let bytes: [UInt8]

  /// Nil unless it is 64 lower-case hexadecimal digits: one spelling, so that one image has one
  /// URL.
  package init?(hex: String) {
    guard hex.utf8.count == 64,
      hex.utf8.allSatisfy({ $0.isASCIIDigit || (0x61...0x66).contains($0) }),
      let bytes = Hexadecimal.bytes(hex)
    else { return nil }
    self.init(bytes: bytes)
  }

  /// Nil unless there are 32 bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  /// 64 lower-case hexadecimal digits.
  package var hex: String { Hexadecimal.text(bytes) }

  package var description: String { hex }
}
