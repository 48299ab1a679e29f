/// What is wrong with an image, and where in its octets.
package struct ImageFlaw: Error, Sendable, Hashable {
  package let flaw: Flaw
  /// Octets of the file before the one that is wrong.
  package let offset: Int

  init(
    _ code: String, _ detail: String, at offset: Int,
    hint: String = "Save the image again with a program that writes plain JPEG or PNG."
  ) {
    flaw = Flaw(code, detail, hint: hint)
    self.offset = offset
  }

  static func tooLarge(limit: Int) -> ImageFlaw {
    ImageFlaw(
      "too_large", "Larger than \(limit) octets.", at: limit,
      hint: "Make it smaller or compress it more.")
  }

  /// - Parameters:
  ///   - looksLike: what it is instead, as far as one can tell.
  ///   - declaredType: what it was sent as.
  static func unknownFormat(looksLike: String?, declaredType: String?) -> ImageFlaw {
    let known = ImageFormat.allCases.map(\.rawValue).joined(separator: ", ")
    var detail = "Begins like no image that is taken (\(known))"
    if let looksLike { detail += "; it looks like \(looksLike)" }
    if let declaredType { detail += ", and was sent as \(declaredType.prefix(80))" }
    return ImageFlaw(
      "unknown_format", detail + ".", at: 0, hint: "Send a JPEG or PNG file.")
  }

  /// An image that can be taken in, but not be served.
  static let notServed = ImageFlaw(
    "unknown_format", "Begins like neither PNG nor JPEG.", at: 0, hint: "Send a PNG or JPEG file.")

  /// An image that can be read only by a tool that is not there.
  package static func needsTool(_ format: ImageFormat) -> ImageFlaw {
    ImageFlaw(
      "unsupported_format", "This server cannot read \(format.rawValue).", at: 0,
      hint: "Send a JPEG or PNG file.")
  }

  /// An image that looks right from outside, and is not.
  package static let undecodable = ImageFlaw(
    "undecodable_image", "The image cannot be decoded.", at: 0)

  /// An image whose decoder was stopped or broke down.
  package static let costly = ImageFlaw(
    "undecodable_image", "Decoding the image took more time or memory than it may, or failed.",
    at: 0)

  static func tooManyPixels(width: Int, height: Int, at offset: Int) -> ImageFlaw {
    ImageFlaw(
      "too_many_pixels",
      "\(width) x \(height) pixels are more than \(ImageFile.sideMax) a side or "
        + "\(ImageFile.pixelsMax) in all.", at: offset,
      hint: "Make it smaller: a cell draws some hundred pixels.")
  }

  static func tooManyFrames(at offset: Int) -> ImageFlaw {
    ImageFlaw(
      "too_many_frames", "The animation has more than \(ImageHeader.framesMax) pictures.",
      at: offset, hint: "Send one picture.")
  }

  static func tooDeep(at offset: Int) -> ImageFlaw {
    ImageFlaw("too_deep", "The boxes of the file are nested too deeply.", at: offset)
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
