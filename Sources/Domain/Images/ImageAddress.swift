import Text

/// Where this site serves an image: `/images/<digest>/original.png`, or `cell.jpg` for one that was
/// made of it.
package struct ImageAddress: Sendable, Hashable {
  package let digest: ImageDigest
  /// Nil for the original.
  package let preset: ImagePreset?
  package let mediaType: StoredImage.MediaType
  /// The last step of the path: `original.png`, or `cell.jpg`.
  package let fileName: String

  package init(digest: ImageDigest, preset: ImagePreset?, mediaType: StoredImage.MediaType) {
    self.digest = digest
    self.preset = preset
    self.mediaType = mediaType
    fileName = Self.fileName(preset, mediaType)
  }

  /// Below which this site serves its images.
  static let prefix = "/images/"
  static let originalName = "original"
  /// The picture of what has none, which every server brings along.
  package static let placeholder = "/images/none.png"

  /// Reads `/images/<digest>/cell.jpg`; nil for any other text.
  init?(path: String) {
    guard path.hasPrefix(Self.prefix) else { return nil }
    let steps = path.dropFirst(Self.prefix.count).split(
      separator: "/", omittingEmptySubsequences: false)
    guard steps.count == 2, let digest = ImageDigest(hex: String(steps[0])) else { return nil }
    self.init(digest: digest, fileName: String(steps[1]))
  }

  /// Reads the last step of a path; nil for what is none.
  package init?(digest: ImageDigest, fileName: String) {
    guard let file = Self.files[fileName] else { return nil }
    self.digest = digest
    preset = file.preset
    mediaType = file.mediaType
    self.fileName = fileName
  }

  /// Every last step that there is.
  private static let files: [String: (preset: ImagePreset?, mediaType: StoredImage.MediaType)] = {
    var files: [String: (ImagePreset?, StoredImage.MediaType)] = [:]
    for mediaType in StoredImage.MediaType.allCases {
      for preset in [nil, .thumb, .cell, .full] as [ImagePreset?] {
        files[fileName(preset, mediaType)] = (preset, mediaType)
      }
    }
    return files
  }()

  /// A path of this site.
  package var path: String { url(from: nil) }

  /// The path behind an origin, or alone.
  package func url(from origin: Origin?) -> String {
    let host = origin?.text ?? ""
    let pathBytes = Self.prefix.utf8.count + 2 * digest.bytes.count + 1 + fileName.utf8.count
    return String(bytesMax: host.utf8.count + pathBytes) { url in
      url.put(host)
      url.put(Self.prefix)
      url.put(hexadecimal: digest.bytes)
      url.put("/")
      url.put(fileName)
    }
  }

  private static func fileName(
    _ preset: ImagePreset?, _ mediaType: StoredImage.MediaType
  ) -> String {
    (preset?.rawValue ?? originalName) + "." + mediaType.fileExtension
  }

  /// Of the image that this one was made of. It is served for a size that was not made.
  package var original: ImageAddress {
    ImageAddress(digest: digest, preset: nil, mediaType: mediaType)
  }
}

/// What a cell must know of an image before it has loaded it.
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
