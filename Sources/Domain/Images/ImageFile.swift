/// The octets of an image that somebody sent, looked through as far as one can without decoding it.
///
/// The whole file is walked: what it says it is, how large it is, and that it ends where the image
/// ends, so that nothing else travels in it. SVG and whatever else may be active is no image here.
package struct ImageFile: Sendable, Hashable {
  package let mediaType: StoredImage.MediaType
  package let octets: [UInt8]
  /// In pixels.
  package let width: Int
  package let height: Int

  /// Pixels of a side. Textures of older phones end there.
  package static let sideMax = 8_192
  /// Pixels of the whole, 16 million: 64 MB when an app draws it.
  package static let pixelsMax = 16_777_216

  /// Reads the file.
  ///
  /// - Parameter declaredType: what the sender calls it, such as `image/png`; nil when nothing.
  /// - Throws: what is wrong, and at which octet of the file.
  package init(_ octets: [UInt8], declaredType: String?) throws(ImageFlaw) {
    guard octets.count <= StoredImage.octetsMax else { throw .tooLarge }
    guard let mediaType = StoredImage.MediaType(signatureOf: octets) else { throw .unknownFormat }
    if let declaredType, !mediaType.names.contains(declaredType) {
      throw .otherType(mediaType)
    }
    let size =
      switch mediaType {
      case .png: try PNGFile.size(of: octets)
      case .jpeg: try JPEGFile.size(of: octets)
      }
    self.mediaType = mediaType
    self.octets = octets
    width = size.width
    height = size.height
  }
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
    guard isSmall, width * height <= ImageFile.pixelsMax else { throw .tooManyPixels(at: offset) }
    self.width = width
    self.height = height
  }
}

extension StoredImage.MediaType {
  /// Nil when the octets begin like no image that is served.
  ///
  /// Source: Portable Network Graphics, Third Edition, §5.2; ITU-T T.81 §B.2.1.
  fileprivate init?(signatureOf octets: [UInt8]) {
    if octets.starts(with: PNGFile.signature) {
      self = .png
    } else if octets.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else {
      return nil
    }
  }

  /// What senders call it. `image/jpg` is not registered, but existing apps send it.
  fileprivate var names: Set<String> {
    switch self {
    case .png: ["image/png"]
    case .jpeg: ["image/jpeg", "image/jpg"]
    }
  }
}
