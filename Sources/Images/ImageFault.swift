/// An error in a picture, and the byte where it is.
package struct ImageFault: Error, Sendable, Hashable {
  /// Stable, for programs to match.
  package let code: String
  /// The mistake, one sentence.
  package let detail: String
  /// The correction, one sentence.
  package let hint: String
  /// Offset of the wrong byte in the file.
  package let offset: Int

  init(
    _ code: String, _ detail: String, at offset: Int,
    hint: String = "Save the picture again with a program that writes plain JPEG or PNG."
  ) {
    self.code = code
    self.detail = detail
    self.hint = hint
    self.offset = offset
  }

  /// - Parameters:
  ///   - looksLike: the format that it seems to have instead; nil when unknown.
  ///   - declaredType: the type that the sender named.
  static func unknownFormat(looksLike: String?, declaredType: String?) -> ImageFault {
    let known = ImageFormat.allCases.map(\.rawValue).joined(separator: ", ")
    var detail = "The file is none of the formats that are taken (\(known))"
    if let looksLike { detail += "; it looks like \(looksLike)" }
    if let declaredType { detail += ", and was sent as \(declaredType.prefix(80))" }
    return ImageFault("unknown_format", detail + ".", at: 0, hint: "Send a JPEG or PNG file.")
  }

  /// A picture that can be uploaded, but not served as it is.
  static let notServed = ImageFault(
    "unknown_format", "The file is neither PNG nor JPEG.", at: 0, hint: "Send a PNG or JPEG file.")

  static func tooManyPixels(
    width: Int, height: Int, limit: PixelLimit, at offset: Int
  ) -> ImageFault {
    ImageFault(
      "too_many_pixels",
      "The picture is \(width) x \(height) pixels; at most \(limit.megapixelsMax) megapixels are"
        + " taken, and \(limit.sideMax) pixels a side.", at: offset,
      hint: "Make it smaller: apps show at most 1080 pixels a side.")
  }

  static func noPixels(at offset: Int) -> ImageFault {
    ImageFault("no_pixels", "The picture is 0 pixels wide or high.", at: offset)
  }

  package static func truncated(at offset: Int) -> ImageFault {
    ImageFault(
      "truncated", "The file ends before the picture does.", at: offset, hint: "Send all of it.")
  }

  static func trailingBytes(at offset: Int) -> ImageFault {
    ImageFault(
      "trailing_bytes", "Something follows the end of the picture.", at: offset,
      hint: "Send the picture alone.")
  }

  static func malformed(_ detail: String, at offset: Int) -> ImageFault {
    ImageFault("malformed_image", detail, at: offset)
  }
}
