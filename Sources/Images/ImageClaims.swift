/// What a picture says of itself, read without decoding anything.
package struct ImageClaims: Sendable, Hashable {
  package let format: ImageFormat
  /// Before the picture is turned as it wants to be shown.
  package let size: ImageSize
  /// Whether a pixel may let the background through.
  package var mayBeTransparent = false
  package var colors = Colors.screen
  package var sampling = Sampling.coarse
  /// Whether its last mark is missing: a decoder finds out whether anything else is.
  package var isCut = false
  /// Whether a decoder has to take any doubt for an error then, because it would fill with gray
  /// what is missing of one scan of several.
  package var needsStrictDecoder = false

  /// What has to be done for the colours of a screen.
  package enum Colors: Sendable, Hashable {
    /// Nothing: they are those of a screen, or nothing that can be used says otherwise.
    case screen
    /// They have to be converted by the profile in the file.
    case profile
    /// They are those of a screen with more of them, and no profile says so.
    case displayP3
    /// Those of print. The file for the decoder has a profile.
    /// - Parameter hasRelativeTable: whether that one can convert relative to the paper's white.
    case print(hasRelativeTable: Bool)
  }

  /// How exactly the pixels were kept.
  package enum Sampling: Sendable, Hashable {
    /// As they were, of a table of colours that has at most two to the power of `bits`.
    case palette(bits: Int)
    /// As they were, in that many shades of gray.
    case gray(bits: Int)
    /// As they were, in any colours.
    case exact
    /// With losses, and all of the colours at each pixel.
    case fullChroma
    /// With losses, and less of the colours than of light and dark.
    case coarse
  }

  /// The quality by which a JPEG was encoded, 1 to 100, as far as its tables tell.
  package var quality: Int?
}

/// A picture that arrived, looked through: what it claims, and what of it a decoder needs.
///
/// What it claims decides whether a decoder is asked at all: a file of a few bytes can claim more
/// pixels than the machine has memory. Only what would be dangerous is refused: too many pixels,
/// scans or boxes. Whether the rest is a picture is for the decoder to say. What lies between the
/// parts of the picture, after it, or is never shown, is left out.
package struct ImageReading: Sendable {
  package let claims: ImageClaims
  private let layout: Layout

  private enum Layout {
    case jpeg(JPEGFile)
    case png(PNGFile)
    case gif(GIFFile)
    case webp(WebPFile)
    case heic(HEICFile)
  }

  /// Walks the file.
  ///
  /// - Parameter declaredType: what the sender calls it. It decides nothing, and is for the words
  ///   of a refusal only.
  /// - Throws: what is wrong, and at which byte of the file.
  package init(
    of bytes: [UInt8], within limit: PixelLimit, declaredType: String? = nil
  ) throws(ImageFault) {
    guard let format = ImageFormat(signatureOf: bytes) else {
      throw .unknownFormat(looksLike: UnknownFormat.name(of: bytes), declaredType: declaredType)
    }
    switch format {
    case .jpeg:
      let file = try JPEGFile(bytes, within: limit)
      (claims, layout) = (file.claims, .jpeg(file))
    case .png:
      let file = try PNGFile(bytes, within: limit)
      (claims, layout) = (file.claims, .png(file))
    case .gif:
      let file = try GIFFile(bytes, within: limit)
      (claims, layout) = (file.claims, .gif(file))
    case .webp:
      let file = try WebPFile(bytes, within: limit)
      (claims, layout) = (file.claims, .webp(file))
    case .heic:
      let file = try HEICFile(bytes, within: limit)
      (claims, layout) = (file.claims, .heic(file))
    }
  }

  /// A whole file of the same picture, byte by byte, without notes about it: place, time, device,
  /// previews, texts, other pictures. How it wants to be turned stays, and a profile that fits it.
  ///
  /// A HEIC keeps its notes: all of it is found by its place in the file.
  /// - Parameter withProfile: false leaves the profile out, too. Colours of print get a plain one.
  package func plain(withProfile: Bool = true) -> [UInt8] {
    switch layout {
    case .jpeg(let file): file.plain(withProfile: withProfile)
    case .png(let file): file.plain(withProfile: withProfile)
    case .gif(let file): file.plain
    case .webp(let file): file.plain(withProfile: withProfile)
    case .heic(let file): file.plain(withProfile: withProfile)
    }
  }
}
