import Domain
import UseCases
import Web

extension Wire {
  static let storedPicture = WireObject<StoredPicture>(
    "StoredImage", "An image that was taken in: what is kept, not what was sent.",
    [
      .value(
        "url", .string(format: "uri-reference"), "For the URLs of event categories.",
        "/images/1f/original.png"
      ) { .string($0.path) },
      .value(
        "digest", .string(pattern: "^[0-9a-f]{64}$"), "Names it among the images of a product.",
        "98c95a1ba2a2e9ecb9fc9b0e4a0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e6f7a8b"
      ) { .string($0.picture.digest.hex) },
      .value(
        "media_type", .growingWord(["image/png", "image/jpeg"]), "The media type of its bytes.",
        "image/png"
      ) { .string($0.picture.mediaType.rawValue) },
      .value("width", .integer(1...), "In pixels.", 640) { .integer($0.picture.width) },
      .value("height", .integer(1...), "In pixels.", 360) { .integer($0.picture.height) },
      .value("bytes", .integer(1...), "What loading it takes.", 51_200) {
        .integer($0.picture.byteCount)
      },
      .value("color", .color, "What most of it has.", "#d8d0c4") { .string($0.picture.color.text) },
    ])

  static let key = JSONSchema.string(1...Slug.lengthMax, pattern: "^[a-z0-9][a-z0-9-]*$")
  static let image = JSONSchema.string(1...ImageReference.bytesMax, format: "uri-reference")
}
