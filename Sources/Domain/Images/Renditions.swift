/// The smaller sizes of one image, at most one for each preset.
package struct Renditions: Sendable, Hashable {
  private var thumb, cell, full, wide: Rendition?

  package init() {}

  /// The first one for each preset counts.
  package init(_ renditions: some Sequence<Rendition>) {
    for rendition in renditions { insert(rendition) }
  }

  package mutating func insert(_ rendition: Rendition) {
    switch rendition.preset {
    case .thumb: thumb = thumb ?? rendition
    case .cell: cell = cell ?? rendition
    case .full: full = full ?? rendition
    case .wide: wide = wide ?? rendition
    }
  }

  package subscript(preset: ImagePreset) -> Rendition? {
    switch preset {
    case .thumb: thumb
    case .cell: cell
    case .full: full
    case .wide: wide
    }
  }
}

/// A smaller size of an image, without its bytes.
package struct Rendition: Sendable, Hashable {
  package let preset: ImagePreset
  package let mediaType: StoredImage.MediaType
  package let width: Int
  package let height: Int
  package let byteCount: Int

  package init(
    preset: ImagePreset, mediaType: StoredImage.MediaType, width: Int, height: Int,
    byteCount: Int
  ) {
    self.preset = preset
    self.mediaType = mediaType
    self.width = width
    self.height = height
    self.byteCount = byteCount
  }
}
