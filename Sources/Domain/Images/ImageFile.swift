/// The octets of an image as it is stored and served: PNG or JPEG, looked through from the first to
/// the last without decoding them.
///
/// The whole file is walked: what it is, how large it is, and that it ends where the image ends, so
/// that nothing else travels in it. What a decoder made is looked through like what a stranger sent.
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
  /// - Throws: what is wrong, and at which octet of the file.
  package init(_ octets: [UInt8]) throws(ImageFlaw) {
    guard octets.count <= StoredImage.octetsMax else {
      throw .tooLarge(limit: StoredImage.octetsMax)
    }
    guard let mediaType = ImageFormat(signatureOf: octets)?.servedType else {
      throw .notServed
    }
    let (size, end) =
      switch mediaType {
      case .png: try PNGFile(octets).sizeAndEnd
      case .jpeg: try JPEGFile(octets).sizeAndEnd
      }
    guard end == octets.count else { throw .trailingOctets(at: end) }
    self.mediaType = mediaType
    self.octets = octets
    width = size.width
    height = size.height
  }
}
