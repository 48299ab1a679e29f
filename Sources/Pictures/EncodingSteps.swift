import Domain

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Looks for the best encoding of a picture that fits, in few tries, by what each of them measured.
///
/// Quality goes down first, because apps draw some hundred pixels and phones send thousands; then
/// the size does, no further than it must. The last resort always fits: raw, it has fewer bytes
/// than the limit.
struct EncodingSteps {
  struct Step: Hashable {
    let side: Int
    let encoding: ImageTool.Encoding
  }

  /// What is tried at the whole size, and then at smaller ones.
  struct Encodings {
    /// Each with its bytes in proportion to those of the one before.
    let whole: [(encoding: ImageTool.Encoding, ratio: Double)]
    /// With its bytes in proportion to the last of those.
    let smaller: (encoding: ImageTool.Encoding, ratio: Double)

    /// The bytes of the encoding of smaller sizes, in proportion to one of the whole size whose
    /// share of the first is this.
    fileprivate func scale(_ share: Double) -> Double {
      whole.dropFirst().reduce(smaller.ratio / share) { $0 * $1.ratio }
    }

    /// - Parameters:
    ///   - quality: the first one to try.
    ///   - keepsChroma: at the whole size, and at smaller ones.
    static func opaque(
      quality: Int = EncodingPlan.qualityMax,
      keepsChroma: (whole: Bool, smaller: Bool) = (false, false)
    ) -> Encodings {
      let less = [(75, 0.75), (60, 0.8)].filter { $0.0 < quality }
      let whole = [(quality, 1)] + less
      return Encodings(
        whole: whole.map { (.jpeg(quality: $0, fullChroma: keepsChroma.whole), $1) },
        smaller: (.jpeg(quality: 75, fullChroma: keepsChroma.smaller), 1.25))
    }

    static func transparent(_ whole: [ImageTool.Encoding]) -> Encodings {
      Encodings(
        whole: whole.enumerated().map { ($1, $0 == 0 ? 1 : 0.5) },
        smaller: (.pngPalette(quality: 80), 0.95))
    }
  }

  /// A side in pixels, and what an encoding came to there.
  private struct Measure {
    let side: Int
    let bytes: Double
  }

  /// Encodings in all: each can take a second of a processor.
  static let triesMax = 6
  /// Pixels of a side that always fit.
  static let sideMin = 256
  /// What fits and fills so much of the limit is good enough.
  static let fill = 0.85
  /// How much of the limit is aimed at.
  private static let aim = 0.93
  /// The same, where there is no try left to mend it.
  private static let safeAim = 0.75
  /// How near a side that does not fit ends the search.
  private static let nearness = 0.96
  /// How much larger than the limit a quality may be expected to be and still be tried: a guess by
  /// the number of pixels is off by less.
  private static let hope = 1.5

  /// How the bytes may grow with the side, as a power: by the number of pixels it is 2, and of
  /// smooth pictures less.
  private static let exponents = 0.5...3.0

  private let side: Int
  private let limit: Double
  private let triesMax: Int
  private let encodings: Encodings
  /// Encodings of the whole size that were not tried.
  private var whole: ArraySlice<(encoding: ImageTool.Encoding, ratio: Double)>
  /// The bytes of the one looked at last, in proportion to those of the first.
  private var share = 1.0
  /// The best of them that was not worth a try, by what was expected.
  private var skipped: ImageTool.Encoding?
  private var pending: Step?
  private var tries = 0
  /// What the whole picture would have, by the encoding looked at last.
  private var expected: Double
  /// What was tried, as bytes of the encoding of smaller sizes: at most one for each side.
  private var measures: [Measure] = []
  private var fits: Measure?
  private var exceeds: Measure?
  private var isOver = false

  /// - Parameters:
  ///   - side: pixels of the longer side of the source.
  ///   - guess: bytes that the picture is likely to have at that size.
  ///   - limit: bytes that it may have.
  init(
    side: Int, guess: Int, _ encodings: Encodings, limit: Int, triesMax: Int = Self.triesMax
  ) {
    self.side = max(1, side)
    self.limit = Double(limit)
    self.triesMax = triesMax
    self.encodings = encodings
    expected = Double(max(1, guess))
    whole = encodings.whole[...]
  }

  /// The next encoding worth trying, whose outcome is told by `note`; nil when the last one that
  /// fitted is the one to take.
  mutating func next() -> Step? {
    guard !isOver, tries < triesMax else { return nil }
    tries += 1
    pending = nextWhole() ?? nextSmaller()
    return pending
  }

  /// - Parameter bytes: what the encoding that was tried came to.
  mutating func note(_ bytes: Int) {
    guard let step = pending else { return }
    let count = Double(max(1, bytes))
    let isWhole = step.side == side
    let measure = Measure(
      side: step.side,
      bytes: step.encoding == encodings.smaller.encoding ? count : count * encodings.scale(share))
    measures.removeAll { $0.side == step.side }
    measures.append(measure)
    if bytes <= Int(limit) {
      fits = measure
      isOver = isWhole || count >= Self.fill * limit
      if isWhole { tryAgain(count, step) }
    } else {
      exceeds = measure
      let isSmallest = step.side <= min(side, Self.sideMin)
      isOver = isSmallest && whole.isEmpty || fits?.side == side
      if isWhole { expected = count }
    }
  }

  /// The whole picture fits with room, against what was expected: then it may be better, too.
  private mutating func tryAgain(_ count: Double, _ step: Step) {
    guard let better = skipped, better != step.encoding, count < Self.fill * limit else { return }
    skipped = nil
    whole = [(better, 1)]
    expected = count / encodings.scale(1)
    isOver = false
  }

  // MARK: Steps

  private mutating func nextWhole() -> Step? {
    while let (encoding, ratio) = whole.popFirst() {
      expected *= ratio
      share *= ratio
      // Something smaller than the smallest is not to be had by size.
      if expected <= limit * Self.hope || side <= Self.sideMin {
        return Step(side: side, encoding: encoding)
      }
      if skipped == nil { skipped = encoding }
      exceeds = nil
    }
    return nil
  }

  private mutating func nextSmaller() -> Step? {
    guard fits?.side != side else { return nil }
    let isLast = tries == triesMax
    let next = fits == nil && isLast ? min(side, Self.sideMin) : nextSide()
    guard let next, next != fits?.side else { return nil }
    return Step(side: next, encoding: encodings.smaller.encoding)
  }

  /// Between what fits and what does not, where the two lead to expect the aim.
  private func nextSide() -> Int? {
    let top = exceeds.map { Int(Double($0.side) * Self.nearness) } ?? side
    let bottom = fits.map { $0.side + 1 } ?? min(side, Self.sideMin)
    guard bottom <= top || fits == nil else { return nil }
    return min(max(bottom, expectedSide), max(bottom, top))
  }

  private var expectedSide: Int {
    let guess = Measure(side: side, bytes: expected * encodings.smaller.ratio)
    let from = fits ?? measures.last ?? guess
    // The last try but one has to fit, or it was no use.
    let isHasty = fits == nil && triesMax - tries <= 1
    let aim = isHasty ? Self.safeAim : Self.aim
    let scale = pow(aim * limit / from.bytes, 1 / exponent)
    return Int(min(Double(side), Double(from.side) * scale))
  }

  /// By the number of pixels, until two measures tell how it really grows.
  private var exponent: Double {
    let pair =
      if let fits, let exceeds { [fits, exceeds] } else { Array(measures.suffix(2)) }
    guard pair.count == 2, pair[0].side != pair[1].side else { return 2 }
    let grown =
      log(pair[1].bytes / pair[0].bytes) / log(Double(pair[1].side) / Double(pair[0].side))
    return grown > 0 ? min(max(grown, Self.exponents.lowerBound), Self.exponents.upperBound) : 2
  }
}
