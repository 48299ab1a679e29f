/// The head of the picture in a JPEG file: its size, and how its colours are kept.
///
/// Source: ITU-T T.81 §B.2.2.
struct JPEGFrame {
  let size: ImageSize
  let isProgressive: Bool
  /// Of each channel, in the order of the file: its number, and how many samples it has across and
  /// down, in proportion to the others.
  let components: [Component]

  struct Component: Equatable {
    let identifier: UInt8
    let factors: UInt8
  }

  /// - Parameters:
  ///   - segment: without its length.
  ///   - offset: where it begins in the file.
  /// - Throws: for a head that is cut, and for sizes beyond the limit. A height of 0, which a later
  ///   segment would tell, is not drawn by any decoder.
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

  /// Whether its colours are as fine as its light and dark.
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
