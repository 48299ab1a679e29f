import Domain
import Images

/// How a picture is to be encoded, by what it claims and in how many bytes it came.
struct EncodingPlan {
  let claims: ImageClaims
  /// Bytes of what came.
  let bytes: Int
  /// By how much what was expected was wrong, as far as that is known.
  private var correction = 1.0

  init(_ claims: ImageClaims, bytes: Int) {
    self.claims = claims
    self.bytes = bytes
  }

  /// Quality of a JPEG beyond which no difference is seen.
  static let qualityMax = 85
  /// How much larger than expected the uncompressed picture is made, so that an expectation may be
  /// wrong.
  private static let room = 2.0
  /// Pixels of a side below which that saves nothing.
  private static let sideMin = 1_600
  /// Bits of a pixel, compressed without losses, below which it was drawn and not taken: of
  /// photographs they are 8 and more.
  private static let drawnBitsMax = 3
  /// How many times the limit a picture without losses may have come in to be tried without losses.
  private static let hope = 4

  /// Pixels of a photograph that is partly transparent.
  private static let transparentPixelsMax = 4 << 20

  // MARK: What it is

  /// Letters, logos and screenshots, whose edges blur where their colours are kept less finely.
  var isDrawn: Bool {
    switch claims.sampling {
    case .palette: true
    case .gray(let bits) where bits < 8: true
    case .gray, .exact: bytes * 8 < Self.drawnBitsMax * claims.size.pixels
    case .fullChroma, .coarse: false
    }
  }

  private var isLossless: Bool { claims.sampling != .fullChroma && claims.sampling != .coarse }

  /// Encodings that keep every pixel, the likely smaller one first; none where it is not worth a
  /// try.
  func exact(_ size: ImageSize) -> [ImageTool.Encoding] {
    guard isLossless, isDrawn || bytes <= Self.hope * ImageLimits.servedBytesMax else { return [] }
    let likely = exactAsItCame(size) ?? .png()
    return [likely, .png(isFiltered: true)]
  }

  /// What a transparent picture is tried with, the better one first.
  func transparent(_ size: ImageSize) -> [ImageTool.Encoding] {
    let exact =
      if case .palette(let bits) = claims.sampling, isWhole(size) {
        ImageTool.Encoding.pngPalette(quality: 100, bits: bits)
      } else {
        // Slopes are smaller with filters.
        ImageTool.Encoding.png(isFiltered: !isDrawn)
      }
    return [exact, .pngPalette(quality: 90)]
  }

  /// As few bits a pixel as it came in; nil when it needs all of them.
  private func exactAsItCame(_ size: ImageSize) -> ImageTool.Encoding? {
    guard isWhole(size) else { return nil }
    switch claims.sampling {
    case .palette(let bits): return .pngPalette(quality: 100, bits: bits)
    // Converted to the colours of screens they are no plain gray any more.
    case .gray(let bits) where claims.colors == .screen: return .png(bits: bits)
    case .gray(let bits): return .pngPalette(quality: 100, bits: bits)
    case .exact, .fullChroma, .coarse: return nil
    }
  }

  /// Whether a JPEG of that size keeps all colours.
  func keepsChroma(_ size: ImageSize) -> Bool {
    isDrawn || claims.sampling == .fullChroma && isWhole(size)
  }

  /// To encode a JPEG anew by more than the quality it had makes it larger and no better.
  func quality(_ size: ImageSize) -> Int {
    guard isWhole(size), let quality = claims.quality else { return Self.qualityMax }
    return min(quality, Self.qualityMax)
  }

  private func isWhole(_ size: ImageSize) -> Bool {
    size.longerSide == claims.size.longerSide
  }

  // MARK: How large it will be

  /// Pixels of the longer side that may be served.
  var sideMax: Int {
    let (longer, shorter) = (claims.size.longerSide, claims.size.shorterSide)
    let scale = (Double(ImageLimits.servedPixelsMax) / Double(longer * shorter)).squareRoot()
    var side = min(longer, ImageLimits.servedSidePixelsMax)
    if scale < 1 { side = min(side, Int(Double(longer) * scale)) }
    // The tool rounds the shorter side, which may be up.
    while side > 1, side * (shorter * side / longer + 1) > ImageLimits.servedPixelsMax { side -= 1 }
    return side
  }

  /// Pixels of the longer side of the uncompressed picture: as many as are likely to fit the limit,
  /// and some more.
  var side: Int {
    guard exact(claims.size).isEmpty else { return sideMax }
    let share = Double(ImageLimits.servedBytesMax) / max(1, guess(isOpaque: true))
    let expected = Double(claims.size.longerSide) * share.squareRoot() * Self.room
    return min(sideMax, max(Self.sideMin, Int(min(expected, Double(sideMax)))))
  }

  /// The plan, once the picture was encoded at a size.
  func corrected(by bytes: Int, at size: ImageSize) -> EncodingPlan {
    var plan = self
    plan.correction *= Double(bytes) / Double(max(1, guess(size, isOpaque: true)))
    return plan
  }

  /// Bytes that a picture of this size is likely to have as JPEG or, unless it is opaque, as PNG.
  func guess(_ size: ImageSize, isOpaque: Bool) -> Int {
    let scale = correction * Double(size.pixels) / Double(claims.size.pixels)
    return Int(guess(isOpaque: isOpaque) * scale)
  }

  /// At the size in which it came.
  private func guess(isOpaque: Bool) -> Double {
    let bytes = Double(self.bytes)
    guard isLossless else {
      // A PNG of a photograph needs twelve bits a pixel, whatever it came from.
      guard isOpaque else { return Double(claims.size.pixels) * 1.5 }
      guard let quality = claims.quality else { return claims.format == .jpeg ? bytes / 2 : bytes }
      return bytes * max(0.25, 1 - 0.05 * Double(max(0, quality - Self.qualityMax)))
    }
    guard isOpaque else { return bytes }
    return isDrawn ? bytes * 3 : bytes / 6
  }

  /// Pixels of the longer side of a picture that keeps its transparency. To choose 256 colours out
  /// of more pixels than that takes many seconds, and no photograph of so many fits.
  func transparentSide(_ size: ImageSize) -> Int {
    let scale = (Double(Self.transparentPixelsMax) / Double(size.pixels)).squareRoot()
    return isDrawn || scale >= 1 ? size.longerSide : Int(Double(size.longerSide) * scale)
  }
}

extension ImageSize {
  var longerSide: Int { max(width, height) }
  var shorterSide: Int { min(width, height) }
}
