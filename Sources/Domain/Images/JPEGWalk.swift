/// One walk through a JPEG file, from marker to marker.
struct JPEGWalk {
  private let octets: [UInt8]
  private(set) var at = 2
  private(set) var orientation = 1
  /// Neighbours are joined, except that JFIF stays alone.
  private(set) var kept: [Range<Int>] = []
  private(set) var hasOtherColors = false
  private var size: ImageSize?
  private var scans = 0
  private var segments = 0

  enum Marker {
    static let huffmanTables: UInt8 = 0xC4
    static let startOfImage: UInt8 = 0xD8
    static let endOfImage: UInt8 = 0xD9
    static let startOfScan: UInt8 = 0xDA
    static let jfif: UInt8 = 0xE0
    static let exif: UInt8 = 0xE1
    static let profile: UInt8 = 0xE2
    static let adobe: UInt8 = 0xEE
    static let comment: UInt8 = 0xFE
    static let frames: ClosedRange<UInt8> = 0xC0...0xC2
    static let restarts: ClosedRange<UInt8> = 0xD0...0xD7
    static let applications: ClosedRange<UInt8> = 0xE0...0xEF
    /// Quantization tables, restart interval, applications' own, and comments.
    static func isSegment(_ marker: UInt8) -> Bool {
      switch marker {
      case huffmanTables, 0xDB, 0xDD, applications, comment: true
      default: false
      }
    }
  }

  init(_ octets: [UInt8]) { self.octets = octets }

  mutating func walk() throws(ImageFlaw) -> ImageSize {
    while true {
      let start = at
      let marker = try readMarker()
      switch marker {
      case Marker.endOfImage:
        guard let size, scans > 0 else { throw .malformed("The JPEG holds no image.", at: start) }
        keep(start..<at)
        return size
      case Marker.frames:
        try readFrame(start)
        keep(start..<at)
      case Marker.startOfScan: try readScan(start)
      case _ where Marker.isSegment(marker): judge(marker, try readSegment(), start)
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
    segments += 1
    guard segments <= JPEGFile.segmentsMax else {
      throw .malformed("The JPEG has too many segments.", at: at)
    }
    defer { at += length }
    return octets[(at + 2)..<(at + length)]
  }

  /// Decides whether a segment is kept when the file is served as it came.
  private mutating func judge(_ marker: UInt8, _ data: ArraySlice<UInt8>, _ start: Int) {
    switch marker {
    case Marker.jfif:
      guard data.starts(with: "JFIF\0".utf8), kept.isEmpty else { return }
      kept.append(start..<at)
    case Marker.exif:
      if let found = ExifOrientation.value(in: data) { orientation = found }
    case Marker.profile:
      guard data.starts(with: "ICC_PROFILE\0".utf8) else { return }
      hasOtherColors = true
      keep(start..<at)
    case Marker.adobe:
      // It says how the colours are coded.
      if data.starts(with: "Adobe".utf8) { keep(start..<at) }
    case Marker.applications, Marker.comment: return
    default: keep(start..<at)
    }
  }

  private mutating func keep(_ range: Range<Int>) {
    if kept.count > 1, let last = kept.last, last.upperBound == range.lowerBound {
      kept[kept.count - 1] = last.lowerBound..<range.upperBound
    } else {
      kept.append(range)
    }
  }

  /// Reads the size. A height of 0, which a later marker would tell, nobody draws. Source: §B.2.2.
  private mutating func readFrame(_ start: Int) throws(ImageFlaw) {
    guard size == nil else { throw .malformed("The JPEG holds a second frame.", at: start) }
    let offset = at + 3
    let frame = Array(try readSegment())
    guard frame.count >= 9, frame[0] == 8, [1, 3, 4].contains(frame[5]),
      frame.count == 6 + 3 * Int(frame[5])
    else { throw .malformed("The frame of the JPEG has values that are not expected.", at: start) }
    // Four colours are those of print.
    if frame[5] == 4 { hasOtherColors = true }
    size = try ImageSize(
      width: Int(frame[3]) << 8 | Int(frame[4]), height: Int(frame[1]) << 8 | Int(frame[2]),
      at: offset)
  }

  private mutating func readScan(_ start: Int) throws(ImageFlaw) {
    guard size != nil else { throw .malformed("A scan stands before its frame.", at: start) }
    _ = try readSegment()
    scans += 1
    guard scans <= JPEGFile.scansMax else {
      throw .malformed("The JPEG has more than \(JPEGFile.scansMax) scans.", at: start)
    }
    skipScan()
    keep(start..<at)
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
