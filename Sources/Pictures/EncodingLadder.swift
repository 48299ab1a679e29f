import Domain
import Images

/// The encodings to try for an image, the best first: the first that fits the limit is stored.
///
/// Quality goes down before size does, because apps draw some hundred pixels and phones send
/// thousands. What the image claims about itself decides where the ladder starts.
struct EncodingLadder {
  /// One size and encoding.
  struct Rung: Hashable {
    /// Pixels of the longer side.
    let side: Int
    let encoding: ImageTool.Encoding
    /// Bytes in proportion to the best encoding of the same size.
    var weight = 1.0
  }

  /// Quality of a JPEG beyond which the eye sees no difference.
  static let qualityMax = 85
  /// Pixels of a side that always fit: raw, they have fewer bytes than the limit.
  static let sideMin = 256
  /// Each size has this part of the side of the one before.
  private static let scale = (numerator: 7, denominator: 8)
  /// Quality at all smaller sizes.
  private static let smallerQuality = 75
  /// A picture with fewer bits per pixel, compressed without loss, was drawn: photographs have 8
  /// and more.
  private static let drawnBitsMax = 3
  /// Lossless pictures up to this many times the limit are tried without loss.
  private static let losslessHope = 4
  /// Pixels of a transparent photograph: choosing 256 colours out of more takes many seconds.
  private static let transparentPixelsMax = 4 << 20

  let claims: ImageClaims
  /// Bytes of the file that arrived.
  let bytes: Int

  // MARK: Kind of picture

  /// Letters, logos and screenshots: their edges blur where colours are stored coarsely.
  var isDrawn: Bool {
    switch claims.sampling {
    case .palette: true
    case .gray(let bits) where bits < 8: true
    case .gray, .exact: bytes * 8 < Self.drawnBitsMax * claims.size.pixels
    case .fullChroma, .coarse: false
    }
  }

  private var isLossless: Bool { claims.sampling != .fullChroma && claims.sampling != .coarse }

  private func isWhole(_ size: ImageSize) -> Bool { size.longerSide == claims.size.longerSide }

  // MARK: Rungs

  /// Lossless encodings of an opaque picture, the likely smaller first; empty when none can fit.
  func lossless(_ size: ImageSize) -> [ImageTool.Encoding] {
    guard isLossless, isDrawn || bytes <= Self.losslessHope * ImageLimits.servedBytesMax else {
      return []
    }
    return [asItCame(size) ?? .png(), .png(isFiltered: true)]
  }

  /// The rungs for a decoded picture of this size.
  func rungs(_ size: ImageSize, isOpaque: Bool) -> [Rung] {
    isOpaque ? opaque(size) : transparent(size)
  }

  private func opaque(_ size: ImageSize) -> [Rung] {
    let side = min(size.longerSide, sideMax)
    let keepsChroma = isDrawn || claims.sampling == .fullChroma && isWhole(size)
    // More than the quality that a JPEG came with makes it larger and no better.
    let quality = isWhole(size) ? min(claims.quality ?? Self.qualityMax, Self.qualityMax) : 85
    let qualities = [quality] + [75, 60].filter { $0 < quality && side == sideMax }
    let whole = qualities.map {
      Rung(
        side: side, encoding: .jpeg(quality: $0, fullChroma: keepsChroma),
        weight: Self.weight(quality: $0))
    }
    let smaller = ImageTool.Encoding.jpeg(quality: Self.smallerQuality, fullChroma: isDrawn)
    return whole
      + Self.smallerSides(than: side).map {
        Rung(side: $0, encoding: smaller, weight: Self.weight(quality: Self.smallerQuality))
      }
  }

  private func transparent(_ size: ImageSize) -> [Rung] {
    let side = transparentSide(size)
    let exact =
      if case .palette(let bits) = claims.sampling, isWhole(size) {
        ImageTool.Encoding.pngPalette(quality: 100, bits: bits)
      } else {
        // Filters make slopes smaller, and letters larger.
        ImageTool.Encoding.png(isFiltered: !isDrawn)
      }
    return [
      Rung(side: side, encoding: exact),
      Rung(side: side, encoding: .pngPalette(quality: 90), weight: 0.5),
    ]
      + Self.smallerSides(than: side).map {
        Rung(side: $0, encoding: .pngPalette(quality: 80), weight: 0.5)
      }
  }

  private func transparentSide(_ size: ImageSize) -> Int {
    let side = min(size.longerSide, sideMax)
    let scale = (Double(Self.transparentPixelsMax) / Double(size.pixels)).squareRoot()
    return isDrawn || scale >= 1 ? side : min(side, Int(Double(size.longerSide) * scale))
  }

  /// As few bits per pixel as it came with; nil when it needs all of them.
  private func asItCame(_ size: ImageSize) -> ImageTool.Encoding? {
    guard isWhole(size) else { return nil }
    switch claims.sampling {
    case .palette(let bits): return .pngPalette(quality: 100, bits: bits)
    // Converted to the colours of screens, it is no longer plain gray.
    case .gray(let bits) where claims.colors == .screen: return .png(bits: bits)
    case .gray(let bits): return .pngPalette(quality: 100, bits: bits)
    case .exact, .fullChroma, .coarse: return nil
    }
  }

  private static func weight(quality: Int) -> Double {
    quality > 75 ? 1 : quality > 60 ? 0.75 : 0.6
  }

  /// Down to one that always fits.
  private static func smallerSides(than side: Int) -> [Int] {
    guard side > sideMin else { return [] }
    var sides: [Int] = []
    var next = side * scale.numerator / scale.denominator
    while next > sideMin {
      sides.append(next)
      next = next * scale.numerator / scale.denominator
    }
    return sides + [sideMin]
  }

  // MARK: Size to decode

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

  /// Pixels of the longer side to decode: the largest size that could fit three times the limit,
  /// by the bytes that arrived. A decoder shrinks while it reads, which saves most of its work.
  var decodedSide: Int {
    let room = 3 * Double(ImageLimits.servedBytesMax)
    guard let expected = expectedBytes, expected > room else { return sideMax }
    let scale = (room / expected).squareRoot()
    return min(sideMax, max(Self.sideMin, Int(Double(claims.size.longerSide) * scale)))
  }

  /// Bytes of a JPEG of the same size; nil when what arrived does not tell.
  private var expectedBytes: Double? {
    guard claims.format != .png || !claims.mayBeTransparent else { return nil }
    let bytes = Double(self.bytes)
    if isLossless { return lossless(claims.size).isEmpty ? bytes / 6 : nil }
    guard let quality = claims.quality else { return claims.format == .jpeg ? bytes / 2 : bytes }
    return bytes * max(0.25, 1 - 0.05 * Double(max(0, quality - Self.qualityMax)))
  }
}

extension EncodingLadder {
  /// Encodings tried in all: each can take a second of a processor.
  static let triesMax = 8
  /// A rung expected to have this many times the limit is passed over.
  private static let hope = 1.5

  /// Descends until an encoding fits.
  ///
  /// - Parameters:
  ///   - limit: bytes that it may have.
  ///   - encode: tries a rung; returns the number of bytes, and the encoded image if it fits.
  /// - Returns: the first that fits; nil when none does.
  static func descend<Made, Trouble: Error>(
    _ rungs: [Rung], limit: Int,
    _ encode: (Rung) throws(Trouble) -> (made: Made?, bytes: Int)
  ) throws(Trouble) -> (rung: Rung, made: Made)? {
    var measured: (rung: Rung, bytes: Int)?
    var tries = 0
    for rung in rungs {
      let isLast = rung == rungs.last
      if let measured, !isLast {
        let scale = Double(rung.side) / Double(measured.rung.side)
        let expected =
          Double(measured.bytes) * scale * scale * rung.weight / measured.rung.weight
        guard expected <= hope * Double(limit), tries < triesMax - 1 else { continue }
      }
      tries += 1
      let (made, bytes) = try encode(rung)
      if let made { return (rung, made) }
      measured = (rung, bytes)
    }
    return nil
  }
}

extension ImageSize {
  var longerSide: Int { max(width, height) }
  var shorterSide: Int { min(width, height) }
}
