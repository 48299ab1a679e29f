import Domain
import Foundation

/// Looks for the best encoding of an image that fits, in few tries, by what each of them measured.
///
/// Quality goes down first, because apps draw some hundred pixels and phones send thousands; then
/// the size does, no further than it must. The last resort always fits: raw, it has fewer octets
/// than the limit.
struct EncodingLadder {
  struct Step: Hashable {
    let side: Int
    let encoding: ImageTool.Encoding
  }

  /// A side in pixels, and what an encoding came to there.
  private struct Measure {
    let side: Int
    let octets: Double
  }

  /// Encodings in all: each can take a second of a processor.
  static let triesMax = 6
  /// Pixels of a side that always fit.
  static let sideMin = 256
  /// What fits and fills so much of the limit is good enough.
  private static let fill = 0.85
  /// How much of the limit is aimed at.
  private static let aim = 0.93
  /// How near a side that does not fit ends the search.
  private static let nearness = 0.96
  /// How much larger than the limit a quality may be expected to be and still be tried: a guess by
  /// the number of pixels is off by less.
  private static let hope = 1.5

  private let side: Int
  private let limit: Double
  /// Encodings of the whole size that were not tried, each with its octets in proportion to those of
  /// the one before.
  private var whole: ArraySlice<(encoding: ImageTool.Encoding, ratio: Double)>
  /// What a smaller image is encoded by, with its octets in proportion to the last of those.
  private let smaller: (encoding: ImageTool.Encoding, ratio: Double)
  private var pending: Step?
  private var tries = 0
  /// What the whole image would have, by the encoding looked at last.
  private var expected: Double
  private var fits: Measure?
  private var exceeds: Measure?
  private var isOver = false

  /// - Parameters:
  ///   - side: pixels of the longer side of the source.
  ///   - guess: octets that the image is likely to have at that size.
  ///   - limit: octets that it may have.
  init(side: Int, guess: Int, isOpaque: Bool, limit: Int) {
    self.side = max(1, side)
    self.limit = Double(limit)
    expected = Double(max(1, guess))
    whole =
      isOpaque
      ? [(.jpeg(quality: 85), 1), (.jpeg(quality: 75), 0.75), (.jpeg(quality: 60), 0.8)]
      : [(.png, 1), (.pngPalette(quality: 90), 0.5)]
    smaller = isOpaque ? (.jpeg(quality: 75), 1.25) : (.pngPalette(quality: 80), 0.95)
  }

  /// The next encoding worth trying, whose outcome is told by `note`; nil when the last one that
  /// fitted is the one to take.
  mutating func next() -> Step? {
    guard !isOver, tries < Self.triesMax else { return nil }
    tries += 1
    pending = nextWhole() ?? nextSmaller()
    return pending
  }

  /// - Parameter octets: what the encoding that was tried came to.
  mutating func note(_ octets: Int) {
    guard let step = pending else { return }
    let count = Double(max(1, octets))
    let isSmallest = step.side <= min(side, Self.sideMin)
    if octets <= Int(limit) {
      fits = Measure(side: step.side, octets: count)
      isOver = step.side == side || count >= Self.fill * limit
    } else {
      exceeds = Measure(side: step.side, octets: count)
      isOver = isSmallest && whole.isEmpty
    }
    if step.side == side { expected = count }
  }

  // MARK: Steps

  private mutating func nextWhole() -> Step? {
    while let (encoding, ratio) = whole.popFirst() {
      expected *= ratio
      // Something smaller than the smallest is not to be had by size.
      if expected <= limit * Self.hope || side <= Self.sideMin {
        return Step(side: side, encoding: encoding)
      }
      exceeds = nil
    }
    return nil
  }

  private mutating func nextSmaller() -> Step? {
    let isLast = tries == Self.triesMax
    let next = fits == nil && isLast ? min(side, Self.sideMin) : nextSide()
    guard let next, next != fits?.side else { return nil }
    return Step(side: next, encoding: smaller.encoding)
  }

  /// Between what fits and what does not, where the two lead to expect the aim.
  private func nextSide() -> Int? {
    let top = exceeds.map { Int(Double($0.side) * Self.nearness) } ?? side
    let bottom = fits.map { $0.side + 1 } ?? min(side, Self.sideMin)
    guard bottom <= top || fits == nil else { return nil }
    return min(max(bottom, expectedSide), max(bottom, top))
  }

  private var expectedSide: Int {
    let from = fits ?? exceeds ?? Measure(side: side, octets: expected * smaller.ratio)
    // By the number of pixels, until two measures tell how it really grows.
    var exponent = 2.0
    if let fits, let exceeds, exceeds.side > fits.side, exceeds.octets > fits.octets {
      exponent = log(exceeds.octets / fits.octets) / log(Double(exceeds.side) / Double(fits.side))
    }
    let scale = pow(Self.aim * limit / from.octets, 1 / exponent)
    return Int(min(Double(side), Double(from.side) * scale))
  }

  /// What an image that arrived is likely to have as JPEG or PNG of its own size: cameras spend
  /// twice what we do, and PNG is no format for photographs.
  static func guess(_ octets: Int, of format: ImageFormat, isOpaque: Bool) -> Int {
    switch format {
    case .jpeg: octets / 2
    case .png, .gif: isOpaque ? octets / 6 : octets / 2
    case .webp, .heic: octets
    }
  }
}
