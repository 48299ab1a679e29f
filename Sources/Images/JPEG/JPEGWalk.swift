/// One walk through a JPEG file, from marker to marker.
///
/// It skips what decoders skip: bytes between segments, marks without meaning, and anything after
/// the last scan when the end mark is missing.
struct JPEGWalk {
  private let bytes: [UInt8]
  private let limit: PixelLimit
  private(set) var at = 2
  private(set) var frame: JPEGFrame?
  private(set) var scans = 0
  private(set) var orientation: Int?
  private(set) var quality: Int?
  private(set) var pieces = ProfilePieces()
  /// The segments that say how the colours are coded, without marker and length.
  private(set) var jfif: ArraySlice<UInt8>?
  private(set) var adobe: ArraySlice<UInt8>?
  /// Tables, frame and scans, in the order of the file; neighbours are joined.
  private(set) var kept: [Range<Int>] = []
  private(set) var hasEnd = false
  /// Whether nothing had to be skipped.
  private(set) var isWhole = true
  private var segments = 0

  /// Segments of a file. Colour profiles take the most: 255.
  static let segmentsMax = 4_096
  /// Scans of a file. Encoders make about ten; thousands of scans over one small picture keep a
  /// decoder busy on purpose.
  static let scansMax = 128
  private static let jfifSignature = Array("JFIF\0".utf8)
  private static let adobeSignature = Array("Adobe".utf8)

  init(_ bytes: [UInt8], within limit: PixelLimit) {
    self.bytes = bytes
    self.limit = limit
  }

  /// Walks to the end of the picture.
  ///
  /// - Returns: the frame.
  /// - Throws: for sizes, scans and segments beyond their limits, and where no picture can be
  ///   found.
  mutating func walk() throws(ImageFault) -> JPEGFrame {
    while let start = findMarker(), try take(bytes[at - 1], start) {}
    guard let frame, scans > 0 else {
      guard hasEnd else { throw .truncated(at: bytes.count) }
      throw .malformed("The JPEG holds no picture.", at: at)
    }
    return frame
  }

  /// - Returns: whether the picture goes on.
  private mutating func take(_ marker: UInt8, _ start: Int) throws(ImageFault) -> Bool {
    let kind = JPEGMarker.kind(of: marker)
    switch kind {
    case .end:
      hasEnd = true
      return false
    case .start, .alone:
      isWhole = false
      // After a picture another one begins.
      guard kind == .start, scans > 0 else { return true }
      at = start
      return false
    case .frame, .scan, .table, .note, .other: break
    }
    guard let segment = try readSegment() else {
      isWhole = false
      at = start
      return false
    }
    switch kind {
    case .frame: try readFrame(segment, marker, start)
    case .scan: try readScan(start)
    case .table:
      if marker == JPEGMarker.quantizationTables {
        quality = quality ?? JPEGQuality.value(in: segment)
      }
      keep(start..<at)
    case .note: read(marker, segment)
    default: isWhole = false
    }
    return true
  }

  /// Goes past the next marker, and returns where it begins; nil at the end of the file. Any number
  /// of 0xFF may come before it. Source: §B.1.1.2.
  private mutating func findMarker() -> Int? {
    let start = at
    while let mark = bytes[at...].firstIndex(of: 0xFF) {
      guard let next = bytes[mark...].firstIndex(where: { $0 != 0xFF }) else { return nil }
      at = next + 1
      guard bytes[next] != 0 else { continue }
      if mark != start { isWhole = false }
      return next - 1
    }
    at = bytes.count
    return nil
  }

  /// Returns the bytes of a segment, without its length; nil when something that is no segment
  /// follows a picture.
  private mutating func readSegment() throws(ImageFault) -> ArraySlice<UInt8>? {
    guard bytes.count - at >= 2 else { return try missing() }
    let length = Int(bytes[at]) << 8 | Int(bytes[at + 1])
    guard length >= 2 else {
      guard scans == 0 else { return nil }
      throw .malformed("A segment of the JPEG has no length.", at: at)
    }
    guard length <= bytes.count - at else { return try missing() }
    segments += 1
    guard segments <= Self.segmentsMax else {
      throw .malformed("The JPEG has more than \(Self.segmentsMax) segments.", at: at)
    }
    defer { at += length }
    return bytes[(at + 2)..<(at + length)]
  }

  private func missing() throws(ImageFault) -> ArraySlice<UInt8>? {
    guard scans > 0 else { throw .truncated(at: bytes.count) }
    return nil
  }

  /// Keeps only the segments that change how the picture looks.
  private mutating func read(_ marker: UInt8, _ data: ArraySlice<UInt8>) {
    switch marker {
    case JPEGMarker.jfif:
      if data.starts(with: Self.jfifSignature), data.count >= 14 { jfif = jfif ?? data }
    case JPEGMarker.exif:
      orientation = orientation ?? ExifOrientation.value(inSegment: data)
    case JPEGMarker.profile:
      if data.starts(with: ProfilePieces.signature) { pieces.note(data) }
    case JPEGMarker.adobe:
      if data.starts(with: Self.adobeSignature), data.count >= 12 { adobe = adobe ?? data }
    default: return
    }
  }

  private mutating func keep(_ range: Range<Int>) {
    if let last = kept.last, last.upperBound == range.lowerBound {
      kept[kept.count - 1] = last.lowerBound..<range.upperBound
    } else {
      kept.append(range)
    }
  }

  /// A second frame would have another size than the one that was checked.
  private mutating func readFrame(
    _ segment: ArraySlice<UInt8>, _ marker: UInt8, _ start: Int
  ) throws(ImageFault) {
    guard frame == nil else {
      throw .malformed("The JPEG holds a second picture within the first.", at: start)
    }
    frame = try JPEGFrame(segment, marker: marker, within: limit, at: segment.startIndex)
    keep(start..<at)
  }

  private mutating func readScan(_ start: Int) throws(ImageFault) {
    guard frame != nil else { throw .malformed("A scan comes before its frame.", at: start) }
    scans += 1
    guard scans <= Self.scansMax else {
      throw ImageFault(
        "too_many_scans", "The JPEG has more than \(Self.scansMax) scans.", at: start)
    }
    skipScan()
    keep(start..<at)
  }

  /// Goes to the next marker that is neither an escaped 0xFF nor a restart. Source: §B.1.1.5.
  private mutating func skipScan() {
    while let mark = bytes[at...].firstIndex(of: 0xFF), mark + 1 < bytes.count {
      at = mark
      let next = bytes[mark + 1]
      if next == 0 || JPEGMarker.restarts.contains(next) {
        at = mark + 2
      } else if next == 0xFF {
        at = mark + 1
      } else {
        return
      }
    }
    at = bytes.count
  }
}
