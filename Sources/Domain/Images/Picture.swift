import Text

/// The properties of a stored image that a cell needs before it has loaded it.
package struct Picture: Sendable, Hashable {
  /// The digest of the original, which is the beginning of its URL.
  package let digest: ImageDigest
  package let mediaType: StoredImage.MediaType
  /// In pixels.
  package let width: Int
  package let height: Int
  package let byteCount: Int
  /// The colour to draw until the image has loaded.
  package let color: Color
  /// The smaller sizes; empty where the tool for making them is missing.
  package let renditions: Renditions

  package init(
    digest: ImageDigest, mediaType: StoredImage.MediaType, width: Int, height: Int,
    byteCount: Int, color: Color, renditions: Renditions
  ) {
    self.digest = digest
    self.mediaType = mediaType
    self.width = width
    self.height = height
    self.byteCount = byteCount
    self.color = color
    self.renditions = renditions
  }

  /// The picture in this size, or the original if the size was not made.
  package func served(as preset: ImagePreset) -> ServedPicture {
    let made = renditions[preset]
    return ServedPicture(
      address: ImageAddress(
        digest: digest, preset: made?.preset, mediaType: made?.mediaType ?? mediaType),
      width: made?.width ?? width, height: made?.height ?? height,
      byteCount: made?.byteCount ?? byteCount, color: color)
  }
}

/// A size of images. There are no others: a free choice of sizes would let clients cause any amount
/// of work.
package enum ImagePreset: String, Sendable, Hashable, CaseIterable {
  case thumb, cell, full
  /// Twice as wide as high, as messengers show links. It is made of covers only: the whole picture
  /// on a ground of its colour.
  case wide

  /// Pixels of the longer side; a smaller original is not enlarged.
  package var side: Int {
    switch self {
    case .thumb: 200
    case .cell: 400
    case .full: 1_080
    case .wide: 1_200
    }
  }

  /// Whether an original of so many pixels is not in this size already.
  package func changes(width: Int, height: Int) -> Bool {
    max(width, height) > side || self == .wide && width != 2 * height
  }
}

/// An image at one URL.
package struct ServedPicture: Sendable, Hashable {
  package let address: ImageAddress
  package let width: Int
  package let height: Int
  package let byteCount: Int
  package let color: Color

  package init(address: ImageAddress, width: Int, height: Int, byteCount: Int, color: Color) {
    self.address = address
    self.width = width
    self.height = height
    self.byteCount = byteCount
    self.color = color
  }

  /// The URL for a client; without an origin a path that begins with a slash.
  package func url(from origin: Origin?) -> String {
    address.url(from: origin)
  }
}

/// A colour in sRGB.
package struct Color: Sendable, Hashable, CustomStringConvertible {
  package static let gray = Color(red: 0xE0, green: 0xE0, blue: 0xE0)
  package static let white = Color(red: 0xFF, green: 0xFF, blue: 0xFF)
  package let red: UInt8
  package let green: UInt8
  package let blue: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// 0xRRGGBB.
  package init(number: Int32) {
    self.init(
      red: UInt8(truncatingIfNeeded: number >> 16), green: UInt8(truncatingIfNeeded: number >> 8),
      blue: UInt8(truncatingIfNeeded: number))
  }

  /// Nil unless it is `#` and six hexadecimal digits, in either case.
  package init?(text: String) {
    guard text.utf8.count == 7, text.utf8.first == UInt8(ascii: "#"),
      let digits = String(text.utf8.dropFirst()), let bytes = Hexadecimal.bytes(digits)
    else { return nil }
    self.init(red: bytes[0], green: bytes[1], blue: bytes[2])
  }

  /// 0xRRGGBB.
  package var number: Int32 { Int32(red) << 16 | Int32(green) << 8 | Int32(blue) }

  /// `#rrggbb`.
  package var text: String {
    String(bytesMax: 7) { text in
      text.put("#")
      text.put(hexadecimal: UInt64(number), digits: 6)
    }
  }

  package var description: String { text }
}
