/// Reads the first visible sheet of a workbook (.xlsx, .xlsm) row by row.
///
/// Values only: no formulas are computed, no dates are shown. The sheet's own statement of its size
/// is not believed.
/// Source: ECMA-376 part 1, §18.3 and §18.4.
struct WorkbookRows {
  static let rowsMax = 1_048_576
  /// Of all rows: millions of cells may share one long text, or stand far to the right.
  static let bytesMax = 512 << 20

  let file: String
  /// Sheets beside the one that is read, without the hidden ones.
  let otherSheets: Int
  private var scanner: XMLScanner
  private let shared: SharedTexts
  private var line = 0
  private var bytesLeft = bytesMax

  init(file: String, bytes: [UInt8]) throws(CatalogueError) {
    let archive = try ZipArchive(file: file, bytes: bytes)
    let book = try WorkbookParts(archive)
    guard let sheet = try archive.content(book.sheet), let scanner = XMLScanner(sheet) else {
      throw WorkbookParts.noSheet(file)
    }
    self.file = file
    otherSheets = book.otherSheets
    self.scanner = scanner
    shared = try SharedTexts(file: file, try archive.content(book.sharedTexts) ?? [])
  }

  /// The next row that is not blank; nil at the end.
  mutating func next() throws(CatalogueError) -> CatalogueRow? {
    while let event = scanner.next() {
      guard case .start("row", let isEmpty) = event else { continue }
      // Some writers leave the number out.
      line = scanner.attribute("r").flatMap { Int($0) } ?? line + 1
      guard (1...Self.rowsMax).contains(line) else { throw tooLarge(line) }
      guard !isEmpty else { continue }
      let row = try readRow()
      bytesLeft -= row.bytes.count + 8 * row.ends.count
      guard bytesLeft >= 0 else {
        throw CatalogueError(
          place: Place(file: file, line: line),
          detail: "The sheet holds more than \(Self.bytesMax >> 20) MiB of text.",
          cure: "Split it, or save it as CSV.")
      }
      if !row.bytes.isEmpty { return row }
    }
    return nil
  }

  private mutating func readRow() throws(CatalogueError) -> CatalogueRow {
    var row = CatalogueRow()
    row.line = line
    while let event = scanner.next() {
      switch event {
      case .end("row"): return row
      case .start("c", let isEmpty):
        let column = scanner.attribute("r").flatMap(Self.column) ?? row.ends.count
        guard column < CSVRows.columnsMax else { throw tooLarge(line) }
        let kind = scanner.attribute("t") ?? "n"
        let content = isEmpty ? [] : readCell(kind)
        // Columns only go on; a cell that goes back is not of a spreadsheet.
        guard column >= row.ends.count else { continue }
        while row.ends.count < column { row.append([]) }
        row.append(content)
        // A cell may share a text that is longer than a row.
        guard row.bytes.count <= CSVRows.rowBytesMax else { throw tooLarge(line) }
      default: break
      }
    }
    return row
  }

  private mutating func readCell(_ kind: String) -> [UInt8] {
    var content: [UInt8] = []
    var (isValue, isPhonetic) = (false, false)
    while let event = scanner.next() {
      switch event {
      case .start("v", false), .start("t", false): isValue = true
      case .end("v"), .end("t"): isValue = false
      case .start("rPh", false): isPhonetic = true
      case .end("rPh"): isPhonetic = false
      case .text(let text) where isValue && !isPhonetic: content += text
      case .end("c"): return Self.value(content, kind, shared)
      default: break
      }
    }
    return content
  }

  private static func value(_ content: [UInt8], _ kind: String, _ shared: SharedTexts) -> [UInt8] {
    switch kind {
    case "s": Int(String(decoding: content, as: UTF8.self)).map { shared[$0] } ?? []
    // An error of a formula, such as #N/A.
    case "e": []
    case "b": Array((content == [0x31] ? "TRUE" : "FALSE").utf8)
    case "n": Array(SpreadsheetNumber.text(String(decoding: content, as: UTF8.self)).utf8)
    default: SharedTexts.unescaped(content)
    }
  }

  /// `AB12` is column 27.
  private static func column(_ reference: String) -> Int? {
    let letters = reference.utf8.prefix { (0x41...0x5A).contains($0) }
    guard (1...3).contains(letters.count) else { return nil }
    return letters.reduce(0) { $0 * 26 + Int($1) - 0x40 } - 1
  }

  private func tooLarge(_ line: Int) -> CatalogueError {
    CatalogueError(
      place: Place(file: file, line: line),
      detail: "The sheet has more than \(Self.rowsMax) rows, \(CSVRows.columnsMax) columns, or "
        + "\(CSVRows.rowBytesMax) bytes in a row.",
      cure: "Split it.")
  }
}

/// The texts that the cells of a workbook share, one behind the other.
struct SharedTexts {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  init(
    file: String, _ content: [UInt8], countMax: Int = 4_000_000, bytesMax: Int = 64 << 20
  ) throws(CatalogueError) {
    guard !content.isEmpty, var scanner = XMLScanner(content) else { return }
    var (isText, isPhonetic) = (false, false)
    while let event = scanner.next() {
      switch event {
      case .start("t", false): isText = true
      case .end("t"): isText = false
      case .start("rPh", false): isPhonetic = true
      case .end("rPh"): isPhonetic = false
      case .text(let text) where isText && !isPhonetic: bytes += Self.unescaped(text)
      case .end("si"), .start("si", true): ends.append(bytes.count)
      default: break
      }
      guard ends.count <= countMax, bytes.count <= bytesMax else {
        throw CatalogueError(
          place: Place(file: file, line: 1),
          detail: "The workbook shares more than \(countMax) texts, or \(bytesMax >> 20) MiB.",
          cure: "Split it, or save it as CSV.")
      }
    }
  }

  subscript(_ index: Int) -> [UInt8] {
    guard ends.indices.contains(index) else { return [] }
    return Array(bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]])
  }

  /// Characters that XML forbids stand as `_x000D_`; of them we take line breaks.
  static func unescaped(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(0x5F) else { return text }
    var (result, rest) = ([UInt8](), text[...])
    while let byte = rest.first {
      let isBreak = rest.starts(with: "_x000D_".utf8) || rest.starts(with: "_x000d_".utf8)
      if !isBreak { result.append(byte) }
      rest = rest.dropFirst(isBreak ? 7 : 1)
    }
    return result
  }
}

/// Which parts of a workbook hold what.
private struct WorkbookParts {
  let sheet: String
  let sharedTexts: String
  let otherSheets: Int

  init(_ archive: ZipArchive) throws(CatalogueError) {
    guard let book = try archive.content("xl/workbook.xml"), var scanner = XMLScanner(book),
      let links = try archive.content("xl/_rels/workbook.xml.rels"),
      let targets = Self.targets(links)
    else { throw Self.noSheet(archive.file) }
    var sheets: [String] = []
    while let event = scanner.next() {
      guard case .start("sheet", _) = event,
        !["hidden", "veryHidden"].contains(scanner.attribute("state") ?? "")
      else { continue }
      if let path = targets.paths[scanner.attribute("id") ?? ""] { sheets.append(path) }
    }
    guard let first = sheets.first else { throw Self.noSheet(archive.file) }
    sheet = first
    sharedTexts = targets.sharedTexts
    otherSheets = sheets.count - 1
  }

  private static func targets(
    _ links: [UInt8]
  ) -> (paths: [String: String], sharedTexts: String)? {
    guard var scanner = XMLScanner(links) else { return nil }
    var paths: [String: String] = [:]
    var sharedTexts = ""
    while let event = scanner.next() {
      guard case .start("Relationship", _) = event, let target = scanner.attribute("Target") else {
        continue
      }
      let path = target.hasPrefix("/") ? String(target.dropFirst()) : "xl/" + target
      paths[scanner.attribute("Id") ?? ""] = path
      if scanner.attribute("Type")?.hasSuffix("/sharedStrings") == true { sharedTexts = path }
    }
    return (paths, sharedTexts)
  }

  static func noSheet(_ file: String) -> CatalogueError {
    CatalogueError(
      place: Place(file: file, line: 1), detail: "The workbook has no sheet that we can read.",
      cure: "Save it again as .xlsx.")
  }
}
