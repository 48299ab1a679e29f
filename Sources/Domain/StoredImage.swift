import Text

/// An image as the store keeps it: its bytes, and the properties that clients need.
package struct StoredImage: Sendable, Hashable {
  /// 300 KB: the most that the existing apps send; it bounds a row and an answer.
  package static let bytesMax = 307_200

  /// The digest of the bytes; equal images are stored once.
  package let digest: ImageDigest
  package let mediaType: MediaType
  /// At most `bytesMax`; checked when the image is uploaded.
  package let bytes: [UInt8]
  /// In pixels.
  package let width: Int
  package let height: Int

  /// Media types that are served. Anything active (SVG, HTML) is not an image here.
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

  /// The path of the image on this site: `/images/<digest>/original.png`. Its bytes never change,
  /// so clients never need to ask again.
  package var path: String {
    ImageAddress(digest: digest, preset: nil, mediaType: mediaType).path
  }
}

/// The SHA-256 of an image's bytes: its identity, and the unguessable part of its URL.
package struct ImageDigest: Sendable, Hashable, CustomStringConvertible {
  static let digitCount = 64
  /// The first sixteen bytes.
  package let high: SixteenBytes
  /// The last sixteen bytes.
  package let low: SixteenBytes

  package init(high: SixteenBytes, low: SixteenBytes) {
    self.high = high
    self.low = low
  }

  /// Nil unless it is 64 lower-case hexadecimal digits: each image has exactly one URL.
  package init?(hex: String) {
    guard hex.utf8.count == Self.digitCount,
      hex.utf8.allSatisfy({ $0.isASCIIDigit || (0x61...0x66).contains($0) }),
      let bytes = Hexadecimal.bytes(hex)
    else { return nil }
    self.init(bytes: bytes)
  }

  /// Nil unless there are 32 bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 32, let high = SixteenBytes(firstOf: bytes),
      let low = SixteenBytes(Array(bytes[16...]))
    else { return nil }
    self.init(high: high, low: low)
  }

  /// The 32 bytes.
  package var bytes: [UInt8] { high.bytes + low.bytes }

  /// 64 lower-case hexadecimal digits.
  package var hex: String {
    String(bytesMax: Self.digitCount) { text in
      text.put(high)
      text.put(low)
    }
  }

  package var description: String { hex }
}
