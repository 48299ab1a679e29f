import Cryptography
import Domain
import Images
import Pictures
import Resources

extension PreparedImage {
  /// A picture of the demo shop, with its other sizes, which were drawn with it.
  init(demo entry: DemoWaresFile.PictureEntry) throws {
    let original = try StoredImage(png: try Self.bytes(entry.name, ""))
    let renditions = try [ImagePreset.thumb, .cell, .wide].map { preset in
      let file = try StoredImage(png: try Self.bytes(entry.name, ".\(preset.rawValue)"))
      return PreparedRendition(
        preset: preset, mediaType: file.mediaType, width: file.width, height: file.height,
        bytes: file.bytes)
    }
    self.init(
      original: original, color: try Color(css: entry.color), renditions: renditions)
  }

  private static func bytes(_ name: String, _ suffix: String) throws -> [UInt8] {
    let path = "images/product-\(name)\(suffix).png"
    guard let file = Resources.demo(named: path) else {
      throw CommandError(.software, "the demo shop names a picture that it does not have: \(path).")
    }
    return file.bytes
  }
}

extension StoredImage {
  /// Takes a PNG file, looked through as one that is uploaded.
  init(png bytes: [UInt8]) throws {
    let file = try ImageFile(bytes, within: .served)
    guard let digest = ImageDigest(bytes: SHA256.digest(bytes)),
      let stored = StoredImage(file, digest: digest)
    else { throw CommandError(.software, "a picture of the demo shop cannot be stored.") }
    self = stored
  }
}

extension Color {
  /// Reads `#f4ead5`.
  init(css text: String) throws {
    guard text.utf8.count == 7, text.hasPrefix("#"), let number = Int32(text.dropFirst(), radix: 16)
    else { throw CommandError(.software, "the demo shop has a colour that is none: \(text).") }
    self.init(number: number)
  }
}
