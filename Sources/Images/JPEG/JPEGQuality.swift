/// By which quality a JPEG was encoded, out of its first table.
///
/// Source: ITU-T T.81 §B.2.4.1 and table K.1; libjpeg, `jpeg_quality_scaling`, which nearly all
/// encoders follow.
enum JPEGQuality {
  /// The sum of the table for quality 50.
  private static let usualSum = 3_688.0

  /// 1 to 100; nil when the segment does not hold that table.
  ///
  /// - Parameter segment: without its length.
  static func value(in segment: ArraySlice<UInt8>) -> Int? {
    // Sixteen bits an entry are of other encoders.
    guard segment.first == 0, segment.count >= 65 else { return nil }
    let sum = segment.dropFirst().prefix(64).reduce(0) { $0 + Double($1) }
    let scale = max(1, 100 * sum / usualSum)
    let quality = scale <= 100 ? (200 - scale) / 2 : 5_000 / scale
    return min(100, max(1, Int(quality.rounded())))
  }
}
