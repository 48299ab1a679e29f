/// An image that was looked through, made safe and made small, with all that was made of it: ready
/// to be stored and served.
package struct PreparedImage: Sendable, Hashable {
  package let original: StoredImage
  package let color: Color
  /// At most one for each preset, each at most ``StoredImage/bytesMax`` bytes.
  package let renditions: [PreparedRendition]

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

/// An image made for a preset, with its bytes.
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

/// How large pictures may be when they come, and when they are served.
package enum ImageLimits {
  /// Bytes on arrival, 10 MB: photographs of phones have two to eight.
  package static let arrivingBytesMax = 10 * 1_024 * 1_024
  /// Pixels on arrival, 50 megapixels: what phones of 50 and 48 megapixels make, of which some have
  /// 8192 x 6144. The figures of the decision `DecoderInASandbox` say what they cost.
  package static let arrivingPixelsMax = 50 * 1_024 * 1_024
  /// Pixels of a side on arrival: what a JPEG can have at most, less what some libraries keep.
  package static let arrivingSidePixelsMax = 65_500

  /// Bytes of what is served, 300 KB: what the existing apps send at most; it bounds a row and an
  /// answer.
  package static let servedBytesMax = StoredImage.bytesMax
  /// Pixels of what is served, 16 megapixels: 64 MB when an app draws it.
  package static let servedPixelsMax = 16 * 1_024 * 1_024
  /// Pixels of a side of what is served. Textures of older phones end there.
  package static let servedSidePixelsMax = 8_192
}

/// What is wrong with a picture, and where in its bytes.
package struct ImageFlaw: Error, Sendable, Hashable {
  package let flaw: ValidationError
  /// Bytes of the file before the one that is wrong.
  package let offset: Int

  package init(_ flaw: ValidationError, at offset: Int = 0) {
    self.flaw = flaw
    self.offset = offset
  }
}
