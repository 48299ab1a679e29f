import Domain
import UseCases
import Web

extension Wire {
  static let storedPicture = WireObject<StoredPicture>(
    "StoredImage", "An image that was taken in: what is kept, not what was sent.",
    [
      .string(
        "url", .string(format: "uri-reference"), "For the URLs of event categories.",
        "/images/1f/original.png"
      ) { $0.path },
      .string(
        "media_type", .growingWord(["image/png", "image/jpeg"]), "Of its bytes.", "image/png"
      ) { $0.picture.mediaType.rawValue },
      .integer("width", .integer(1...), "In pixels.", 640) { $0.picture.width },
      .integer("height", .integer(1...), "In pixels.", 360) { $0.picture.height },
      .integer("bytes", .integer(1...), "What loading it takes.", 51_200) {
        $0.picture.byteCount
      },
      .string("color", .color, "What most of it has.", "#d8d0c4") { $0.picture.color.text },
    ])

  static let key = JSONSchema.string(1...Slug.lengthMax, pattern: "^[a-z0-9][a-z0-9-]*$")
  static let image = JSONSchema.string(1...ImageReference.bytesMax, format: "uri-reference")
}
