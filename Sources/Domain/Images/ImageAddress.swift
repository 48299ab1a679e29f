/// Where this site serves an image: `/images/<digest>/original.png`, or `cell.jpg` for one that was
/// made of it.
struct ImageAddress: Sendable, Hashable {
  let digest: ImageDigest
  /// Nil for the original.
  let preset: ImagePreset?
  let mediaType: StoredImage.MediaType

  /// The path, behind an origin.
  func text(behind origin: String) -> String {
    let (name, suffix) = (preset?.rawValue ?? "original", mediaType.fileExtension)
    let punctuation = 10
    let octets =
      origin.utf8.count + ImageDigest.hexOctets + name.utf8.count + suffix.utf8.count + punctuation
    return String(octetsMax: octets) { writer in
      writer.put(origin)
      writer.put("/images/")
      digest.write(to: &writer)
      writer.put("/")
      writer.put(name)
      writer.put(".")
      writer.put(suffix)
    }
  }
}
