import Domain

/// The ways to encode an image from the best to the smallest, of which the first that fits is taken.
///
/// Quality goes down first, because apps draw some hundred pixels and phones send thousands; below
/// that the size does. The last step always fits: raw, it has fewer octets than the limit.
struct EncodingLadder {
  struct Step: Hashable {
    let side: Int
    let encoding: ImageTool.Encoding
  }

  let steps: [Step]
  private static let sides = [2_560, 2_048, 1_600, 1_280, 1_080, 800, 640, 512, 384, 256]
  /// How much larger than the limit a step may be expected to be and still be tried: a guess by
  /// the number of pixels is off by less.
  private static let hope = 1.5

  /// - Parameter side: pixels of the longer side of the source.
  init(side: Int, isOpaque: Bool) {
    let smaller = Self.sides.filter { $0 < side }
    if isOpaque {
      steps =
        [85, 75, 60].map { Step(side: side, encoding: .jpeg(quality: $0)) }
        + smaller.map { Step(side: $0, encoding: .jpeg(quality: $0 >= 1_080 ? 80 : 65)) }
    } else {
      steps =
        [Step(side: side, encoding: .png), Step(side: side, encoding: .pngPalette(quality: 90))]
        + smaller.map { Step(side: $0, encoding: .pngPalette(quality: 80)) }
    }
  }

  /// The index of the next step worth trying.
  ///
  /// - Parameters:
  ///   - octets: what the image had, or is guessed to have, at `side` pixels.
  ///   - limit: octets that it may have.
  func next(from index: Int, octets: Int, side: Int, limit: Int) -> Int? {
    guard index < steps.count else { return nil }
    let hopeful = steps[index...].firstIndex { step in
      let scale = Double(min(step.side, side)) / Double(max(1, side))
      return Double(octets) * scale * scale <= Double(limit) * Self.hope
    }
    return hopeful ?? steps.count - 1
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
