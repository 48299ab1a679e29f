/// Reads a CSV file row by row, in any encoding in which quotes and separators are single bytes of
/// ASCII: UTF-8, and CP949, whose second bytes are letters or above 0x7F.
///
/// Source: RFC 4180, and what spreadsheets write beside it: other separators, lone line feeds or
/// carriage returns, blank lines, quotes within unquoted cells.
struct CSVRows {
  static let rowBytesMax = 4 << 20
  static let columnsMax = 1_000

  let file: String
  private let more: () throws(CatalogueError) -> [UInt8]
  private var buffer: [UInt8]
  private var at = 0
  private var line = 1
  private let separator: UInt8
  /// Kept from row to row, with the memory it has.
  private var row = CatalogueRow()

  /// - Parameters:
  ///   - beginning: what was read of the file; its first line tells the separator.
  ///   - more: the next bytes; none at the end.
  init(
    file: String, beginning: [UInt8], more: @escaping () throws(CatalogueError) -> [UInt8]
  ) {
    (self.file, self.more, buffer) = (file, more, beginning)
    separator = Self.separator(of: beginning)
  }

  /// The next row that is not blank; nil at the end.
  mutating func next() throws(CatalogueError) -> CatalogueRow? {
    while try fill() {
      try readRow()
      if row.bytes.count > 0 { return row }
    }
    return nil
  }

  private mutating func readRow() throws(CatalogueError) {
    row.line = line
    row.bytes.removeAll(keepingCapacity: true)
    row.ends.removeAll(keepingCapacity: true)
    while true {
      let isLast = try readCell()
      row.ends.append(row.bytes.count)
      guard row.ends.count <= Self.columnsMax, row.bytes.count <= Self.rowBytesMax else {
        throw CatalogueError(
          place: Place(file: file, line: row.line),
          detail: "The row has more than \(Self.columnsMax) cells or \(Self.rowBytesMax) bytes.",
          cure: "Look for a quote that is not closed.")
      }
      if isLast { return }
    }
  }

  /// Whether it was the last one of its row.
  private mutating func readCell() throws(CatalogueError) -> Bool {
    var isQuoted = false
    if try fill(), buffer[at] == 0x22 {
      at += 1
      isQuoted = true
    }
    while try fill() {
      let byte = buffer[at]
      at += 1
      if isQuoted {
        if byte == 0x22 {
          isQuoted = try fill() && buffer[at] == 0x22
          if isQuoted {
            row.bytes.append(byte)
            at += 1
          }
          continue
        }
        if byte == 0x0A { line += 1 }
      } else {
        if byte == separator { return false }
        if byte == 0x0A || byte == 0x0D {
          try endLine(byte)
          return true
        }
      }
      row.bytes.append(byte)
      guard row.bytes.count <= Self.rowBytesMax else { break }
    }
    guard isQuoted else { return true }
    throw CatalogueError(
      place: Place(file: file, line: row.line),
      detail: "A quote is opened in this row and not closed within \(Self.rowBytesMax) bytes.",
      cure: "Close it, or double quotes that belong to the text.")
  }

  private mutating func endLine(_ byte: UInt8) throws(CatalogueError) {
    line += 1
    if byte == 0x0D, try fill(), buffer[at] == 0x0A { at += 1 }
  }

  /// Whether there is a byte at `at`.
  private mutating func fill() throws(CatalogueError) -> Bool {
    if at < buffer.count { return true }
    buffer = try more()
    at = 0
    return !buffer.isEmpty
  }

  /// The byte of these that stands most often in the first line, outside of quotes.
  private static func separator(of bytes: [UInt8]) -> UInt8 {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in bytes.prefix(1 << 16) {
      if byte == 0x22 { isQuoted.toggle() }
      guard !isQuoted else { continue }
      if byte == 0x0A || byte == 0x0D { break }
      counts[byte, default: 0] += 1
    }
    let candidates: [UInt8] = [0x2C, 0x09, 0x3B]
    return candidates.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? 0x2C
  }
}
