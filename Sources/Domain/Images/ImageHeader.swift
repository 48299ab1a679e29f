/// What an image that arrived says of itself, read without decoding anything.
///
/// It decides whether a decoder is asked at all: a file of a few octets can claim more pixels than
/// the machine has memory. What follows the end of the image is not looked at, because none of it is
/// kept: phones append films and previews to their photographs.
package struct ImageHeader: Sendable, Hashable {
  package let format: ImageFormat
  /// In pixels, before the image is turned as it wants to be shown.
  package let width: Int
  package let height: Int
  /// Pictures in the file, of which the first is taken.
  package let frames: Int
  /// Whether a pixel may let the background through.
  package let mayBeTransparent: Bool
  /// Whether its colours have to be converted for screens: it brings a profile, or is made for print.
  package let hasOtherColors: Bool

  /// Octets on arrival, 10 MB: a photograph of a phone has three to five.
  package static let octetsMax = 10 * 1024 * 1024
  /// Pictures of an animation; stickers have some dozen.
  package static let framesMax = 256

  /// Walks the file.
  ///
  /// - Parameter declaredType: what the sender calls it. It decides nothing, and stands in the words
  ///   of a refusal only.
  /// - Throws: what is wrong, and at which octet of the file.
  package init(of octets: [UInt8], declaredType: String? = nil) throws(ImageFlaw) {
    guard octets.count <= Self.octetsMax else { throw .tooLarge(limit: Self.octetsMax) }
    guard let format = ImageFormat(signatureOf: octets) else {
      throw .unknownFormat(looksLike: UnknownFormat.name(of: octets), declaredType: declaredType)
    }
    let outline =
      switch format {
      case .jpeg: try JPEGFile(octets).outline
      case .png: try PNGFile(octets).outline
      case .gif: try GIFFile.outline(of: octets)
      case .webp: try WebPFile.outline(of: octets)
      case .heic: try HEICFile.outline(of: octets)
      }
    self.format = format
    width = outline.size.width
    height = outline.size.height
    frames = outline.frames
    mayBeTransparent = outline.mayBeTransparent
    hasOtherColors = outline.hasOtherColors
  }
}

/// What the walkers of the formats find out.
struct ImageOutline {
  var size: ImageSize
  var frames = 1
  var mayBeTransparent = false
  var hasOtherColors = false
}

/// The size of an image in pixels, within the limits.
struct ImageSize {
  let width: Int
  let height: Int

  /// - Parameter offset: where the size stands in the file.
  /// - Throws: for no pixels, and for more than an app should be asked to draw.
  init(width: Int, height: Int, at offset: Int) throws(ImageFlaw) {
    guard width > 0, height > 0 else {
      throw ImageFlaw("no_pixels", "The image is 0 pixels wide or high.", at: offset)
    }
    let isSmall = width <= ImageFile.sideMax && height <= ImageFile.sideMax
    guard isSmall, width * height <= ImageFile.pixelsMax else {
      throw .tooManyPixels(width: width, height: height, at: offset)
    }
    self.width = width
    self.height = height
  }
}
