package import Domain
package import Images
package import UseCases

/// Image files made by hand, small, and every byte of them known.
package enum SampleImages {
  /// A PNG of that size in pixels, whose data is not really compressed pixels: nobody decodes it.
  package static func png(
    width: Int = 8, height: Int = 8, extra: [(type: String, data: [UInt8])] = [],
    data: [UInt8] = [0x78, 0x9C, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01]
  ) -> [UInt8] {
    let header = bigEndian(width) + bigEndian(height) + [8, 2, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", header) + extra.flatMap { chunk($0.type, $0.data) } + chunk("IDAT", data)
      + chunk("IEND", [])
  }

  /// A chunk with its right checksum.
  package static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return bigEndian(data.count) + body + bigEndian(checksum(body))
  }

  /// A JPEG of that size in pixels; `frame` is the marker of its frame.
  package static func jpeg(
    width: Int = 8, height: Int = 8, frame: UInt8 = 0xC0,
    scan: [UInt8] = [0x12, 0xFF, 0x00, 0x34, 0xFF, 0xD0, 0x56]
  ) -> [UInt8] {
    let size = Array(bigEndian(height)[2...] + bigEndian(width)[2...])
    return [0xFF, 0xD8] + segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])
      + segment(frame, [8] + size + [1, 1, 0x11, 0]) + segment(0xDA, [1, 1, 0, 0, 63, 0]) + scan
      + [0xFF, 0xD9]
  }

  package static func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
    [0xFF, marker] + bigEndian(data.count + 2)[2...] + data
  }

  static func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// Bit by bit, unlike the one that is tested. Source: PNG, Third Edition, §5.5.
  private static func checksum(_ bytes: [UInt8]) -> Int {
    var rest: UInt32 = .max
    for byte in bytes {
      rest ^= UInt32(byte)
      for _ in 0..<8 { rest = (rest >> 1) ^ (rest & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return Int(~rest)
  }
}

extension SampleImages {
  /// How many pixels a picture may have: as on arrival.
  package static let pixelLimit = PixelLimit(
    sideMax: ImageLimits.arrivingSidePixelsMax, pixelsMax: ImageLimits.arrivingPixelsMax)

  /// A PNG or JPEG as it is stored.
  ///
  /// - Throws: what is wrong with it.
  package static func stored(
    _ bytes: [UInt8], by digest: some SecretDigest
  ) throws(ImageFault) -> StoredImage {
    let file = try ImageFile(bytes, within: pixelLimit)
    guard let digest = ImageDigest(bytes: digest.digest(bytes)) else {
      preconditionFailure("a digest has 32 bytes")
    }
    return StoredImage(
      digest: digest, mediaType: file.format == .png ? .png : .jpeg, bytes: bytes,
      width: file.size.width, height: file.size.height)
  }
}

extension PreparedImage {
  /// Its original and its renditions.
  var served: [(ImageAddress, ImageSummary)] {
    let digest = original.digest
    return [
      (
        ImageAddress(digest: digest, preset: nil, mediaType: original.mediaType),
        ImageSummary(width: original.width, height: original.height, color: color)
      )
    ]
      + renditions.map { made in
        (
          ImageAddress(digest: digest, preset: made.preset, mediaType: made.mediaType),
          ImageSummary(width: made.width, height: made.height, color: color)
        )
      }
  }
}
