import Images

/// The files of a zip container, which workbooks are.
///
/// No encryption, no parts, no ZIP64: spreadsheets write none below 4 GiB. Sizes are read from the
/// central directory, which is written last.
/// Source: PKWARE APPNOTE 6.3.10, §4.3.
struct ZipArchive {
  static let entriesMax = 2_000
  /// Of one file, inflated.
  static let fileBytesMax = 96 << 20
  /// Inflated bytes for one: sheets of the same rows reach a few hundred.
  static let ratioMax = 500

  private struct Entry {
    let isDeflated: Bool
    let packed: Int
    let size: Int
    let header: Int
  }

  let file: String
  private let bytes: [UInt8]
  private var entries: [String: Entry] = [:]

  init(file: String, bytes: [UInt8]) throws(CatalogueError) {
    (self.file, self.bytes) = (file, bytes)
    guard let end = findEnd() else { throw broken }
    let count = number(end + 10, 2)
    guard count <= Self.entriesMax else {
      throw CatalogueError(
        place: Place(file: file, line: 1),
        detail: "The workbook has more than \(Self.entriesMax) parts.", cure: "Save it again.")
    }
    var at = number(end + 16, 4)
    for _ in 0..<count {
      guard number(at, 4) == 0x0201_4B50 else { throw broken }
      let (name, extra, note) = (number(at + 28, 2), number(at + 30, 2), number(at + 32, 2))
      let method = number(at + 10, 2)
      guard at + 46 + name <= bytes.count, number(at + 8, 2) & 1 == 0, method == 0 || method == 8
      else { throw broken }
      // Some writers separate folders by a backslash.
      let path = String(decoding: bytes[(at + 46)..<(at + 46 + name)], as: UTF8.self)
        .split(separator: "\\").joined(separator: "/").lowercased()
      entries[path] = Entry(
        isDeflated: method == 8, packed: number(at + 20, 4), size: number(at + 24, 4),
        header: number(at + 42, 4))
      at += 46 + name + extra + note
    }
  }

  /// The content of a file; nil when there is none of that name, in any case.
  func content(_ name: String) throws(CatalogueError) -> [UInt8]? {
    guard let entry = entries[name.lowercased()] else { return nil }
    guard entry.size <= Self.fileBytesMax, entry.size / Self.ratioMax <= entry.packed else {
      throw CatalogueError(
        place: Place(file: file, line: 1),
        detail: "\(name) in the workbook inflates to more than \(Self.fileBytesMax >> 20) MiB, or "
          + "more than \(Self.ratioMax) times its size.",
        cure: "Split the workbook, or save it as CSV.")
    }
    guard number(entry.header, 4) == 0x0403_4B50 else { throw broken }
    let start = entry.header + 30 + number(entry.header + 26, 2) + number(entry.header + 28, 2)
    guard start + entry.packed <= bytes.count else { throw broken }
    let packed = bytes[start..<(start + entry.packed)]
    guard entry.isDeflated else { return Array(packed) }
    guard let content = Inflate.raw(packed, upTo: entry.size) else { throw broken }
    return content
  }

  /// The end record, behind which is nothing but a comment.
  private func findEnd() -> Int? {
    let first = max(0, bytes.count - 22 - 0xFFFF)
    guard bytes.count >= 22 else { return nil }
    return (first...(bytes.count - 22)).last { number($0, 4) == 0x0605_4B50 }
  }

  /// Zero beyond the end of the file.
  private func number(_ at: Int, _ count: Int) -> Int {
    guard at >= 0, at + count <= bytes.count else { return 0 }
    return (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
  }

  private var broken: CatalogueError {
    CatalogueError(
      place: Place(file: file, line: 1),
      detail: "The workbook is cut, encrypted or packed in another way.",
      cure: "Open it in a spreadsheet and save it again as .xlsx, without a password.")
  }
}
