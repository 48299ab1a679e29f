/// How a camera was held, out of the notes that it put into the file.
///
/// Source: Exif 2.32 §4.5.4 and §4.6.4 A; TIFF 6.0 §2.
enum ExifOrientation {
  private static let tag = 0x0112
  private static let short = 3
  /// Entries that are looked through; cameras write about a dozen.
  private static let entriesMax = 256

  /// 1 to 8, or nil when nothing is said that makes sense.
  ///
  /// - Parameter segment: the octets of an application's segment, without its length.
  static func value(in segment: ArraySlice<UInt8>) -> Int? {
    guard segment.starts(with: "Exif\0\0".utf8) else { return nil }
    return try? read(Array(segment.dropFirst(6)))
  }

  private static func read(_ tiff: [UInt8]) throws(ImageFlaw) -> Int? {
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
      guard try number(&entry, 2, isLittle) == tag, try number(&entry, 2, isLittle) == short else {
        continue
      }
      try entry.skip(4)
      let value = try number(&entry, 2, isLittle)
      return (1...8).contains(value) ? value : nil
    }
    return nil
  }

  private static func number(
    _ cursor: inout ImageCursor, _ count: Int, _ isLittle: Bool
  ) throws(ImageFlaw) -> Int {
    isLittle ? try cursor.littleEndian(count) : try cursor.bigEndian(count)
  }
}
