import Text

/// The address of an image on this site: `/images/<digest>/original.png`, or `cell.jpg` for a
/// rendition.
package struct ImageAddress: Sendable, Hashable {
  package let digest: ImageDigest
  /// Nil for the original.
  package let preset: ImagePreset?
  package let mediaType: StoredImage.MediaType
  /// The last segment of the path: `original.png`, or `cell.jpg`.
  package let fileName: String

  package init(digest: ImageDigest, preset: ImagePreset?, mediaType: StoredImage.MediaType) {
    self.digest = digest
    self.preset = preset
    self.mediaType = mediaType
    fileName = Self.fileName(preset, mediaType)
  }

  /// The beginning of the path of each uploaded image.
  static let prefix = "/images/"
  static let originalName = "original"
  /// The picture for items without one; every server includes it.
  package static let placeholder = "/images/none.png"

  /// Reads `/images/<digest>/cell.jpg`; nil for any other text.
  init?(path: String) {
    guard path.hasPrefix(Self.prefix) else { return nil }
    let steps = path.dropFirst(Self.prefix.count).split(
      separator: "/", omittingEmptySubsequences: false)
    guard steps.count == 2, let digest = ImageDigest(hex: String(steps[0])) else { return nil }
    self.init(digest: digest, fileName: String(steps[1]))
  }

  /// Reads the last segment of a path; nil for any other text.
  package init?(digest: ImageDigest, fileName: String) {
    guard let file = Self.files.first(where: { $0.name == fileName }) else { return nil }
    self.digest = digest
    preset = file.preset
    mediaType = file.mediaType
    self.fileName = fileName
  }

  /// All last segments that exist: so few that comparing takes less than hashing.
  private static let files = StoredImage.MediaType.allCases.flatMap { mediaType in
    ([nil] + ImagePreset.allCases).map { preset in
      (name: fileName(preset, mediaType), preset: preset, mediaType: mediaType)
    }
  }

  package var path: String { url(from: nil) }

  /// The URL with an origin, or the path without one.
  package func url(from origin: Origin?) -> String {
    let host = origin?.text ?? ""
    let pathBytes = Self.prefix.utf8.count + ImageDigest.digitCount + 1 + fileName.utf8.count
    return String(bytesMax: host.utf8.count + pathBytes) { url in
      url.put(host)
      url.put(Self.prefix)
      url.put(digest.high)
      url.put(digest.low)
      url.put("/")
      url.put(fileName)
    }
  }

  private static func fileName(
    _ preset: ImagePreset?, _ mediaType: StoredImage.MediaType
  ) -> String {
    (preset?.rawValue ?? originalName) + "." + mediaType.fileExtension
  }

  /// The address of the original. It is served when the size was not made.
  package var original: ImageAddress {
    ImageAddress(digest: digest, preset: nil, mediaType: mediaType)
  }
}

/// The properties of an image that a cell needs before it has loaded it.
package struct ImageSummary: Sendable, Hashable {
  /// In pixels.
  package let width: Int
  package let height: Int
  package let color: Color

  package init(width: Int, height: Int, color: Color) {
    self.width = width
    self.height = height
    self.color = color
  }
}
