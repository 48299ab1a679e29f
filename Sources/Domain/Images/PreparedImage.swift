/// A checked image without metadata, with its smaller sizes: ready to be stored and served.
package struct PreparedImage: Sendable, Hashable {
  package let original: StoredImage
  package let color: Color
  /// At most one for each preset, each of at most ``StoredImage/bytesMax`` bytes.
  package let renditions: [PreparedRendition]
  /// The digest of the file that was uploaded; nil if it is not known.
  package var upload: ImageDigest?

  package init(original: StoredImage, color: Color, renditions: [PreparedRendition]) {
    self.original = original
    self.color = color
    self.renditions = renditions
  }

  package var picture: Picture {
    Picture(
      digest: original.digest, mediaType: original.mediaType, width: original.width,
      height: original.height, byteCount: original.bytes.count, color: color,
      renditions: Renditions(renditions.map(\.rendition)))
  }
}

/// A smaller size of an image, with its bytes.
package struct PreparedRendition: Sendable, Hashable {
  package let preset: ImagePreset
  package let mediaType: StoredImage.MediaType
  package let width: Int
  package let height: Int
  package let bytes: [UInt8]

  package init(
    preset: ImagePreset, mediaType: StoredImage.MediaType, width: Int, height: Int,
    bytes: [UInt8]
  ) {
    self.preset = preset
    self.mediaType = mediaType
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  package var rendition: Rendition {
    Rendition(
      preset: preset, mediaType: mediaType, width: width, height: height,
      byteCount: bytes.count)
  }
}

/// The limits of uploaded and of served pictures.
package enum ImageLimits {
  /// Bytes of an upload, 10 MB: photographs of phones have two to eight.
  package static let arrivingBytesMax = 10 * 1_024 * 1_024
  /// Pixels of an upload, 50 megapixels: phones of 48 and 50 megapixels make as many, some of them
  /// 8192 x 6144. The decision `DecoderInASandbox` has the costs.
  package static let arrivingPixelsMax = 50 * 1_024 * 1_024
  /// Pixels of a side of an upload: the most that a JPEG can have, minus a reserve of some
  /// libraries.
  package static let arrivingSidePixelsMax = 65_500

  /// Bytes of a served image, 300 KB: the most that the existing apps send; it bounds a row and an
  /// answer.
  package static let servedBytesMax = StoredImage.bytesMax
  /// Pixels of a served image, 16 megapixels: 64 MB when an app draws it.
  package static let servedPixelsMax = 16 * 1_024 * 1_024
  /// Pixels of a side of a served image: the limit of textures on older phones.
  package static let servedSidePixelsMax = 8_192

  /// Bytes of an uncompressed picture: four for each pixel that may be served, and what frames
  /// them.
  package static let workingBytesMax = 4 * servedPixelsMax + (4 << 20)
  /// Bytes that one picture takes on the disk while it is decoded.
  package static let scratchBytesMax = arrivingBytesMax + workingBytesMax
}

/// An error in the bytes of a picture, with its place.
package struct ImageFlaw: Error, Sendable, Hashable {
  package let flaw: ValidationError
  /// The number of bytes before the wrong one.
  package let offset: Int

  package init(_ flaw: ValidationError, at offset: Int = 0) {
    self.flaw = flaw
    self.offset = offset
  }
}
