package import Domain
package import Images

extension ImageFlaw {
  /// An error that was found by reading the bytes.
  init(_ fault: ImageFault) {
    self.init(ValidationError(fault.code, fault.detail, hint: fault.hint), at: fault.offset)
  }

  /// A picture that needs a tool that is not installed.
  static func needsTool(_ format: ImageFormat) -> ImageFlaw {
    ImageFlaw(
      ValidationError(
        "unsupported_format", "This server cannot read \(format.rawValue).",
        hint: "Send a JPEG or PNG file."))
  }

  /// A picture that looks right from outside, and cannot be decoded. A large one may only need more
  /// memory than it may have: the decoder does not tell these apart.
  static func undecodable(_ claims: ImageClaims) -> ImageFlaw {
    guard claims.size.pixels > ImageLimits.servedPixelsMax else { return undecodable }
    let size = "\(claims.size.width) x \(claims.size.height)"
    return ImageFlaw(
      ValidationError(
        "undecodable_image",
        "The picture of \(size) pixels cannot be decoded, or takes more memory than it may.",
        hint: "Save it again as plain JPEG with fewer pixels."))
  }

  static let undecodable = ImageFlaw(
    ValidationError(
      "undecodable_image", "The picture cannot be decoded.",
      hint: "Save it again with a program that writes plain JPEG or PNG."))

  /// A picture whose decoder was stopped.
  static let costly = ImageFlaw(
    ValidationError(
      "undecodable_image", "Decoding the picture takes more time than it may.",
      hint: "Save it again as plain JPEG, or with fewer pixels."))
}

extension PixelLimit {
  /// For uploads.
  package static let arriving = PixelLimit(
    sideMax: ImageLimits.arrivingSidePixelsMax, pixelsMax: ImageLimits.arrivingPixelsMax)
  /// For pictures that are served.
  package static let served = PixelLimit(
    sideMax: ImageLimits.servedSidePixelsMax, pixelsMax: ImageLimits.servedPixelsMax)
}

extension StoredImage {
  /// A file that was looked through, under the digest of its bytes.
  ///
  /// Nil when it is of a type that is not served.
  package init?(_ file: ImageFile, digest: ImageDigest) {
    guard let mediaType = MediaType(file.format) else { return nil }
    self.init(
      digest: digest, mediaType: mediaType, bytes: file.bytes, width: file.size.width,
      height: file.size.height)
  }
}

extension StoredImage.MediaType {
  init?(_ format: ImageFormat) {
    switch format {
    case .jpeg: self = .jpeg
    case .png: self = .png
    case .gif, .webp, .heic: return nil
    }
  }
}
