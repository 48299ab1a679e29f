/// The lines of a file, each as a row of one cell.
struct LineRows {
  let file: String
  private let more: () throws(CatalogueError) -> [UInt8]
  private var buffer: ArraySlice<UInt8>
  private var line = 0

  init(
    file: String, beginning: [UInt8], more: @escaping () throws(CatalogueError) -> [UInt8]
  ) {
    (self.file, self.more, buffer) = (file, more, beginning[...])
  }

  /// The next line that is not blank; nil at the end.
  mutating func next() throws(CatalogueError) -> CatalogueRow? {
    while let content = try nextLine() {
      guard content.contains(where: { $0 > 0x20 }) else { continue }
      var row = CatalogueRow()
      row.line = line
      row.append(content)
      return row
    }
    return nil
  }

  private mutating func nextLine() throws(CatalogueError) -> [UInt8]? {
    var content: [UInt8] = []
    while true {
      if let end = buffer.firstIndex(of: 0x0A) {
        content += buffer[..<end]
        buffer = buffer[(end + 1)...]
        break
      }
      content += buffer
      let next = try more()
      buffer = next[...]
      guard content.count <= CSVRows.rowBytesMax else {
        throw CatalogueError(
          place: Place(file: file, line: line + 1),
          detail: "The line has more than \(CSVRows.rowBytesMax) bytes.",
          cure: "Write one product a line.")
      }
      if next.isEmpty {
        if content.isEmpty { return nil }
        break
      }
    }
    line += 1
    return content
  }
}
