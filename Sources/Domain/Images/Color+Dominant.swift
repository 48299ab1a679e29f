extension Color {
  /// The most frequent colour of a picture, to draw until it has loaded; gray for a picture without
  /// visible pixels.
  ///
  /// Colours are counted in buckets of 16 steps for each channel, so that the shades of one thing
  /// count together. The fullest bucket is averaged, so the result is a colour of the picture.
  /// - Parameter pixels: red, green, blue and alpha of each pixel.
  package static func dominant(ofRGBA pixels: [UInt8]) -> Color {
    var buckets = [Bucket](repeating: Bucket(), count: 16 * 16 * 16)
    for index in stride(from: 0, to: pixels.count - 3, by: 4) where pixels[index + 3] >= 128 {
      let (red, green, blue) = (pixels[index], pixels[index + 1], pixels[index + 2])
      buckets[Int(red >> 4) << 8 | Int(green >> 4) << 4 | Int(blue >> 4)].add(red, green, blue)
    }
    // The first of equally full buckets: the same picture has the same colour everywhere.
    let fullest = buckets.reduce(Bucket()) { $1.count > $0.count ? $1 : $0 }
    return fullest.average ?? .gray
  }

  private struct Bucket {
    private(set) var count = 0
    private var sums = (red: 0, green: 0, blue: 0)

    mutating func add(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
      count += 1
      sums.red += Int(red)
      sums.green += Int(green)
      sums.blue += Int(blue)
    }

    var average: Color? {
      guard count > 0 else { return nil }
      return Color(
        red: UInt8(clamping: sums.red / count), green: UInt8(clamping: sums.green / count),
        blue: UInt8(clamping: sums.blue / count))
    }
  }
}
