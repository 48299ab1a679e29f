/// What is wrong with an image, and where in its octets.
package struct ImageFlaw: Error, Sendable, Hashable {
  package let flaw: Flaw
  /// Octets of the file before the one that is wrong.
  package let offset: Int

  init(
    _ code: String, _ detail: String, at offset: Int,
    hint: String = "Save the image again with a program that writes plain PNG or JPEG."
  ) {
    flaw = Flaw(code, detail, hint: hint)
    self.offset = offset
  }

  static let tooLarge = ImageFlaw(
    "too_large", "Larger than \(StoredImage.octetsMax) octets.", at: StoredImage.octetsMax,
    hint: "Make it smaller or compress it more.")

  static let unknownFormat = ImageFlaw(
    "unknown_format", "Begins like neither PNG nor JPEG.", at: 0,
    hint: "Send a PNG or JPEG file.")

  static func otherType(_ mediaType: StoredImage.MediaType) -> ImageFlaw {
    ImageFlaw(
      "other_type", "The octets are \(mediaType.rawValue), the Content-Type says otherwise.",
      at: 0, hint: "Name the type that the file has.")
  }

  static func tooManyPixels(at offset: Int) -> ImageFlaw {
    ImageFlaw(
      "too_many_pixels",
      "More than \(ImageFile.sideMax) pixels a side or \(ImageFile.pixelsMax) in all.", at: offset,
      hint: "Make it smaller: a cell draws some hundred pixels.")
  }

  static func truncated(at offset: Int) -> ImageFlaw {
    ImageFlaw(
      "truncated", "The file ends before the image does.", at: offset, hint: "Send all of it.")
  }

  static func trailingOctets(at offset: Int) -> ImageFlaw {
    ImageFlaw(
      "trailing_octets", "Something follows the end of the image.", at: offset,
      hint: "Send the image alone.")
  }

  static func malformed(_ detail: String, at offset: Int) -> ImageFlaw {
    ImageFlaw("malformed_image", detail, at: offset)
  }
}
