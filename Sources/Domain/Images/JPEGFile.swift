/// Walks the markers of a JPEG file.
///
/// Only what every phone draws is taken: baseline, extended and progressive frames, one of them.
/// Source: ITU-T T.81, annex B.
struct JPEGFile {
  private let octets: [UInt8]
  private var at = 2
  private var size: ImageSize?
  private var hasScan = false

  private enum Marker {
    static let huffmanTables: UInt8 = 0xC4
    static let startOfImage: UInt8 = 0xD8
    static let endOfImage: UInt8 = 0xD9
    static let startOfScan: UInt8 = 0xDA
    static let frames: ClosedRange<UInt8> = 0xC0...0xC2
    static let restarts: ClosedRange<UInt8> = 0xD0...0xD7
    /// Quantization tables, restart interval, applications' own, and comments.
    static func isSegment(_ marker: UInt8) -> Bool {
      switch marker {
      case huffmanTables, 0xDB, 0xDD, 0xE0...0xEF, 0xFE: true
      default: false
      }
    }
  }

  /// Checks the whole file and returns the size of the image.
  ///
  /// `octets` begin with the marker of the beginning.
  static func size(of octets: [UInt8]) throws(ImageFlaw) -> ImageSize {
    var file = JPEGFile(octets: octets)
    return try file.walk()
  }

  private init(octets: [UInt8]) { self.octets = octets }

  private mutating func walk() throws(ImageFlaw) -> ImageSize {
    while true {
      let start = at
      let marker = try readMarker()
      switch marker {
      case Marker.endOfImage:
        guard let size, hasScan else { throw .malformed("The JPEG holds no image.", at: start) }
        guard at == octets.count else { throw .trailingOctets(at: at) }
        return size
      case Marker.frames: try readFrame(start)
      case Marker.startOfScan:
        guard size != nil else { throw .malformed("A scan stands before its frame.", at: start) }
        _ = try readSegment()
        hasScan = true
        skipScan()
      case _ where Marker.isSegment(marker): _ = try readSegment()
      default: throw .malformed("The JPEG holds a marker that is not expected.", at: start)
      }
    }
  }

  /// Reads a marker; any number of 0xFF may stand before it. Source: §B.1.1.2.
  private mutating func readMarker() throws(ImageFlaw) -> UInt8 {
    guard at < octets.count else { throw .truncated(at: at) }
    guard octets[at] == 0xFF else { throw .malformed("A marker of the JPEG is missing.", at: at) }
    while at < octets.count, octets[at] == 0xFF { at += 1 }
    guard at < octets.count else { throw .truncated(at: at) }
    defer { at += 1 }
    return octets[at]
  }

  /// Returns the octets of a segment, without its length.
  private mutating func readSegment() throws(ImageFlaw) -> ArraySlice<UInt8> {
    guard octets.count - at >= 2 else { throw .truncated(at: octets.count) }
    let length = Int(octets[at]) << 8 | Int(octets[at + 1])
    guard length >= 2 else { throw .malformed("A segment of the JPEG has no length.", at: at) }
    guard length <= octets.count - at else { throw .truncated(at: octets.count) }
    defer { at += length }
    return octets[(at + 2)..<(at + length)]
  }

  /// Reads the size. A height of 0, which a later marker would tell, nobody draws. Source: §B.2.2.
  private mutating func readFrame(_ start: Int) throws(ImageFlaw) {
    guard size == nil else { throw .malformed("The JPEG holds a second frame.", at: start) }
    let offset = at + 3
    let frame = Array(try readSegment())
    guard frame.count >= 9, frame[0] == 8, [1, 3, 4].contains(frame[5]),
      frame.count == 6 + 3 * Int(frame[5])
    else { throw .malformed("The frame of the JPEG has values that are not expected.", at: start) }
    size = try ImageSize(
      width: Int(frame[3]) << 8 | Int(frame[4]), height: Int(frame[1]) << 8 | Int(frame[2]),
      at: offset)
  }

  /// Goes to the next marker that is neither an escaped 0xFF nor a restart. Source: §B.1.1.5.
  private mutating func skipScan() {
    while at < octets.count {
      let next = at + 1 < octets.count ? octets[at + 1] : 0xFF
      let isMarker = next != 0 && next != 0xFF && !Marker.restarts.contains(next)
      guard octets[at] == 0xFF, isMarker else {
        at += 1
        continue
      }
      return
    }
  }
}
