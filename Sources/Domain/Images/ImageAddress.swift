/// Where this site serves an image: `/images/<digest>/original.png`, or `cell.jpg` for one that was
/// made of it.
struct ImageAddress: Sendable, Hashable {
  let digest: ImageDigest
  /// Nil for the original.
  let preset: ImagePreset?
  let mediaType: StoredImage.MediaType
}
