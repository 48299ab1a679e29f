/// The properties that a picture claims, read without decoding anything.
package struct ImageClaims: Sendable, Hashable {
  package let format: ImageFormat
  /// Before the picture is turned upright.
  package let size: ImageSize
  /// Whether a pixel may let the background through.
  package var mayBeTransparent = false
  package var colors = Colors.screen
  package var sampling = Sampling.coarse
  /// Whether its end mark is missing. Only a decoder can tell whether anything else is missing.
  package var isCut = false
  /// Whether a decoder must then treat every doubt as an error, because it would fill the missing
  /// part of one scan of several with gray.
  package var needsStrictDecoder = false

  /// How the colours must be converted for a screen.
  package enum Colors: Sendable, Hashable {
    /// Not at all: they are a screen's colours, or no usable profile says otherwise.
    case screen
    /// By the profile in the file.
    case profile
    /// By a profile in the file, if the decoder can use one: only the decoder reads it.
    case unread
    /// They are a wide-gamut screen's, and no profile says so.
    case displayP3
    /// From print colours. The file for the decoder has a profile.
    /// - Parameter hasRelativeTable: whether the profile can convert relative to the paper's white.
    case print(hasRelativeTable: Bool)
  }

  /// How exactly the pixels were stored.
  package enum Sampling: Sendable, Hashable {
    /// Without loss, from a table of at most two to the power of `bits` colours.
    case palette(bits: Int)
    /// Without loss, in two to the power of `bits` shades of gray.
    case gray(bits: Int)
    /// Without loss, in any colours.
    case exact
    /// With loss, and a colour at each pixel.
    case fullChroma
    /// With loss, and fewer colour samples than brightness samples.
    case coarse
  }

  /// The quality at which a JPEG was encoded, 1 to 100, if its tables tell.
  package var quality: Int?
}

extension ImageClaims {
  /// The claims of a format that only the decoder reads.
  init(
    decoded format: ImageFormat, size: ImageSize, sampling: Sampling, colors: Colors = .screen
  ) {
    self.init(format: format, size: size)
    mayBeTransparent = true
    self.sampling = sampling
    self.colors = colors
  }
}

/// A picture that arrived, read without decoding: its claims, and the parts of it that a decoder
/// needs.
///
/// The claims decide whether a decoder is asked at all: a file of a few bytes can claim more pixels
/// than the machine has memory. Only dangerous things are refused here: too many pixels or scans.
/// Whether the rest is a picture is for the decoder to say. In a JPEG or PNG, bytes between the
/// parts of the picture, after it, or never shown are left out.
package struct ImageReading: Sendable {
  package let claims: ImageClaims
  private let layout: Layout

  private enum Layout {
    case jpeg(JPEGFile)
    case png(PNGFile)
    case other([UInt8])
  }

  /// Walks the file.
  ///
  /// - Parameter declaredType: the type that the sender named. It decides nothing, and only appears
  ///   in the text of an error.
  /// - Throws: the error, and the byte of the file where it is.
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
    case .gif: (claims, layout) = (try GIFSize.claims(of: bytes, within: limit), .other(bytes))
    case .webp: (claims, layout) = (try WebPSize.claims(of: bytes, within: limit), .other(bytes))
    case .heic: (claims, layout) = (try HEICSize.claims(of: bytes, within: limit), .other(bytes))
    }
  }

  /// A whole file of the same picture, byte by byte, without metadata: place, time, device,
  /// previews, texts, other pictures. Its orientation stays, and a profile that fits it.
  ///
  /// GIF, WebP and HEIC stay as they came: only the decoder reads them.
  /// - Parameter withProfile: false also removes the profile. Print colours then get a plain one.
  package func plain(withProfile: Bool = true) -> [UInt8] {
    switch layout {
    case .jpeg(let file): file.plain(withProfile: withProfile)
    case .png(let file): file.plain(withProfile: withProfile)
    case .other(let bytes): bytes
    }
  }
}

/// How many pixels a picture may claim to have.
package struct PixelLimit: Sendable, Hashable {
  /// Pixels of a side.
  package let sideMax: Int
  /// Pixels in all.
  package let pixelsMax: Int

  package init(sideMax: Int, pixelsMax: Int) {
    self.sideMax = sideMax
    self.pixelsMax = pixelsMax
  }

  /// For sentences: 50 for 52,428,800, as of megabytes.
  package var megapixelsMax: Int { pixelsMax >> 20 }
}

/// The size of a picture in pixels, within a limit.
package struct ImageSize: Sendable, Hashable {
  package let width: Int
  package let height: Int

  /// - Parameter offset: where the file says so.
  /// - Throws: for no pixels, and for more than the limit.
  init(width: Int, height: Int, within limit: PixelLimit, at offset: Int) throws(ImageFault) {
    guard width > 0, height > 0 else { throw .noPixels(at: offset) }
    guard width <= limit.sideMax, height <= limit.sideMax, width * height <= limit.pixelsMax else {
      throw .tooManyPixels(width: width, height: height, limit: limit, at: offset)
    }
    self.width = width
    self.height = height
  }

  package var pixels: Int { width * height }
}
