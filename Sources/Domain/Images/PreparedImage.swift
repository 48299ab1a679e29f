/// An image that was looked through, made safe and made small, with all that was made of it: ready
/// to be stored and served.
package struct PreparedImage: Sendable, Hashable {
  package let original: StoredImage
  package let color: Color
  /// At most one for each preset, each at most ``StoredImage/octetsMax`` octets.
  package let renditions: [PreparedRendition]

  package init(original: StoredImage, color: Color, renditions: [PreparedRendition]) {
    self.original = original
    self.color = color
    self.renditions = renditions
  }

  package var picture: Picture {
    Picture(
      digest: original.digest, mediaType: original.mediaType, width: original.width,
      height: original.height, octetCount: original.octets.count, color: color,
      renditions: Renditions(renditions.map(\.rendition)))
  }
}

/// An image made for a preset, with its octets.
package struct PreparedRendition: Sendable, Hashable {
  package let preset: ImagePreset
  package let mediaType: StoredImage.MediaType
  package let width: Int
  package let height: Int
  package let octets: [UInt8]

  package init(
    preset: ImagePreset, mediaType: StoredImage.MediaType, width: Int, height: Int,
    octets: [UInt8]
  ) {
    self.preset = preset
    self.mediaType = mediaType
    self.width = width
    self.height = height
    self.octets = octets
  }

  package var rendition: Rendition {
    Rendition(
      preset: preset, mediaType: mediaType, width: width, height: height,
      octetCount: octets.count)
  }
}
