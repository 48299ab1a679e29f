/// How a camera was held, from the Exif metadata of the file.
///
/// Source: Exif 2.32 §4.5.4 and §4.6.4 A; TIFF 6.0 §2.
enum ExifOrientation {
  private static let tag = 0x0112
  /// Bytes of a value, by its type: BYTE, SHORT and LONG.
  private static let widths = [1: 1, 3: 2, 4: 4]
  /// Entries to look at; cameras write about a dozen.
  private static let entriesMax = 256

  /// 1 to 8; nil when there is no valid value.
  ///
  /// - Parameter segment: the bytes of an application segment, without its length.
  static func value(inSegment segment: ArraySlice<UInt8>) -> Int? {
    guard segment.starts(with: "Exif\0".utf8) else { return nil }
    return value(inTIFF: segment.dropFirst(6))
  }

  /// As `value(inSegment:)`, from the metadata of a PNG. Some writers put a JPEG's header
  /// before it.
  static func value(inTIFF bytes: ArraySlice<UInt8>) -> Int? {
    if bytes.starts(with: "Exif\0".utf8) { return value(inSegment: bytes) }
    return try? read(Array(bytes))
  }

  /// Metadata with this value and nothing else, without a JPEG's header. Source: Exif 2.32 §4.6.2.
  static func note(_ orientation: Int) -> [UInt8] {
    let head: [UInt8] = [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8]
    let entry = 1.bigEndian(2) + tag.bigEndian(2) + 3.bigEndian(2) + 1.bigEndian(4)
    return head + entry + orientation.bigEndian(2) + [0, 0] + [0, 0, 0, 0]
  }

  private static func read(_ tiff: [UInt8]) throws(ImageFault) -> Int? {
    var cursor = ImageCursor(tiff, 0..<tiff.count)
    let order = try cursor.bigEndian(2)
    guard order == 0x4949 || order == 0x4D4D else { return nil }
    let isLittle = order == 0x4949
    guard try number(&cursor, 2, isLittle) == 42 else { return nil }
    let directory = try number(&cursor, 4, isLittle)
    guard directory >= 8 else { return nil }
    try cursor.skip(directory - 8)
    let count = try number(&cursor, 2, isLittle)
    for _ in 0..<min(count, entriesMax) {
      var entry = try cursor.part(12)
      guard try number(&entry, 2, isLittle) == tag else { continue }
      guard let width = widths[try number(&entry, 2, isLittle)] else { return nil }
      try entry.skip(4)
      let value = try number(&entry, width, isLittle)
      return (1...8).contains(value) ? value : nil
    }
    return nil
  }

  private static func number(
    _ cursor: inout ImageCursor, _ count: Int, _ isLittle: Bool
  ) throws(ImageFault) -> Int {
    isLittle ? try cursor.littleEndian(count) : try cursor.bigEndian(count)
  }
}
