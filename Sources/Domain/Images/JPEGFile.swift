/// The markers of a JPEG file, walked up to the end of the image.
///
/// Only what every phone draws is taken: baseline, extended and progressive frames, one of them.
/// Source: ITU-T T.81, annex B.
struct JPEGFile {
  let size: ImageSize
  /// Where the image ends; a file may go on.
  let end: Int
  /// How the picture wants to be turned, 1 to 8; 1 is as it is. Source: Exif 2.32 §4.6.4.
  let orientation: Int
  /// What a decoder needs, in order; the rest is about the picture and not in it.
  private let kept: [Range<Int>]
  private let hasOtherColors: Bool
  private let octets: [UInt8]

  /// Segments of a file. The profiles of colours have the most, 255.
  static let segmentsMax = 4_096
  /// Scans of a file. Encoders make about ten; thousands over one small picture are a way to keep
  /// a decoder busy.
  static let scansMax = 128

  /// `octets` begin with the marker of the beginning.
  init(_ octets: [UInt8]) throws(ImageFlaw) {
    var walk = JPEGWalk(octets)
    size = try walk.walk()
    end = walk.at
    orientation = walk.orientation
    kept = walk.kept
    hasOtherColors = walk.hasOtherColors
    self.octets = octets
  }

  var outline: ImageOutline { ImageOutline(size: size, hasOtherColors: hasOtherColors) }

  var sizeAndEnd: (ImageSize, end: Int) { (size, end) }

  /// The same picture, octet by octet, without what was noted beside it: place, time, device,
  /// previews. What is left of Exif is how to turn the picture, without which it lies on its side.
  var withoutMetadata: [UInt8] {
    var plain: [UInt8] = [0xFF, 0xD8]
    var rest = kept[...]
    // JFIF must be the first segment. Source: JFIF 1.02, page 2.
    if let first = rest.first, octets[first].starts(with: [0xFF, JPEGWalk.Marker.jfif]) {
      plain += octets[first]
      rest = rest.dropFirst()
    }
    if orientation != 1 { plain += Self.exif(orientation) }
    for range in rest { plain += octets[range] }
    return plain
  }

  /// A segment with one entry. Source: Exif 2.32 §4.5.4, §4.6.2.
  private static func exif(_ orientation: Int) -> [UInt8] {
    let tiff: [UInt8] = [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8]
    let entry: [UInt8] = [0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(clamping: orientation), 0, 0]
    return [0xFF, 0xE1, 0, 34] + Array("Exif\0\0".utf8) + tiff + entry + [0, 0, 0, 0]
  }
}
