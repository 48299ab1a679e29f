/// The head of the picture in a JPEG file: its size, and how its colours are kept.
///
/// Source: ITU-T T.81 §B.2.2.
struct JPEGFrame {
  let size: ImageSize
  let isProgressive: Bool
  /// For each channel, in the order of the file: its number, and how many samples it has across and
  /// down, relative to the others.
  let components: [Component]

  struct Component: Equatable {
    let identifier: UInt8
    let factors: UInt8
  }

  /// - Parameters:
  ///   - segment: without its length.
  /// - Throws: when the head is cut, and when the size is beyond the limit. No decoder draws a
  ///   height of 0, which a later segment would give.
  init(
    _ segment: ArraySlice<UInt8>, marker: UInt8, within limit: PixelLimit, at offset: Int
  ) throws(ImageFault) {
    let frame = Array(segment)
    guard frame.count >= 6, frame.count >= 6 + 3 * Int(frame[5]) else {
      throw .malformed("The head of the JPEG's picture is cut.", at: offset)
    }
    size = try ImageSize(
      width: Int(frame[3]) << 8 | Int(frame[4]), height: Int(frame[1]) << 8 | Int(frame[2]),
      within: limit, at: offset + 1)
    isProgressive = JPEGMarker.isProgressive(marker)
    components = (0..<Int(frame[5])).map { index in
      Component(identifier: frame[6 + 3 * index], factors: frame[7 + 3 * index])
    }
  }

  /// Whether colours are stored as finely as brightness.
  var hasFullChroma: Bool { components.allSatisfy { $0.factors == components.first?.factors } }

  var space: ColorProfile.Space? {
    switch components.count {
    case 1: .gray
    case 3: .rgb
    case 4: .cmyk
    default: nil
    }
  }
}

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
