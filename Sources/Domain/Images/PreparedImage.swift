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
