/// The second byte of the marks between the parts of a JPEG file.
///
/// Source: ITU-T T.81, table B.1.
enum JPEGMarker {
  static let huffmanTables: UInt8 = 0xC4
  static let arithmeticConditions: UInt8 = 0xCC
  static let startOfImage: UInt8 = 0xD8
  static let endOfImage: UInt8 = 0xD9
  static let startOfScan: UInt8 = 0xDA
  static let quantizationTables: UInt8 = 0xDB
  static let numberOfLines: UInt8 = 0xDC
  static let restartInterval: UInt8 = 0xDD
  static let jfif: UInt8 = 0xE0
  static let exif: UInt8 = 0xE1
  static let profile: UInt8 = 0xE2
  static let adobe: UInt8 = 0xEE
  static let comment: UInt8 = 0xFE
  static let restarts: ClosedRange<UInt8> = 0xD0...0xD7

  /// The kind of data after a marker.
  enum Kind {
    case frame, scan, end, start
    /// A segment that a decoder needs.
    case table
    /// A segment of an application, or a comment.
    case note
    /// A segment that no decoder of photographs needs.
    case other
    /// Nothing follows it, or nothing known.
    case alone
  }

  static func kind(of marker: UInt8) -> Kind {
    switch marker {
    case startOfImage: .start
    case endOfImage: .end
    case startOfScan: .scan
    case huffmanTables, arithmeticConditions, quantizationTables, numberOfLines, restartInterval:
      .table
    case 0xC8: .other
    case 0xC0...0xCF: .frame
    case 0xE0...0xEF, comment: .note
    case 0xDE, 0xDF, 0xF0...0xFD: .other
    default: .alone
    }
  }

  /// Frames whose scans refine the whole picture, one after the other.
  static func isProgressive(_ frame: UInt8) -> Bool { [0xC2, 0xC6, 0xCA, 0xCE].contains(frame) }

  /// A whole segment.
  static func segment(_ marker: UInt8, _ data: some Collection<UInt8>) -> [UInt8] {
    [0xFF, marker] + (data.count + 2).bigEndian(2) + data
  }
}
