import Testing

/// A workbook of our own CSV's columns, in a zip file that is not compressed.
struct Workbook: CustomTestStringConvertible {
  /// Rows below the header.
  var sheet = ""
  /// Bytes of the only text that cells share.
  var shared = 1
  /// Empty parts beside the ones that every workbook has.
  var parts = 0

  /// Bytes of zeros at its end.
  var padding = 0

  var testDescription: String { "\(sheet.prefix(40)), \(shared) bytes, \(parts) parts" }

  var bytes: [UInt8] {
    let header = ["key", "name", "price"].map { "<c t=\"str\"><v>\($0)</v></c>" }.joined()
    let text = String(repeating: "a", count: shared)
    let links = """
      <R><Relationship Id="s" Target="s.xml"/>\
      <Relationship Id="t" Type="/sharedStrings" Target="t.xml"/></R>
      """
    var files = [
      ("xl/workbook.xml", "<sheet id=\"s\"/>"), ("xl/_rels/workbook.xml.rels", links),
      ("xl/s.xml", "<row>\(header)</row>\(sheet)"), ("xl/t.xml", "<si><t>\(text)</t></si>"),
    ]
    files += (0..<parts).map { ("\($0)", "") }
    return Self.archive(files) + [UInt8](repeating: 0, count: padding)
  }

  /// Source: PKWARE APPNOTE 6.3.10, §4.3; checksums are 0, which nothing here reads.
  private static func archive(_ files: [(name: String, text: String)]) -> [UInt8] {
    var (content, directory): ([UInt8], [UInt8]) = ([], [])
    for (name, text) in files {
      let sizes = number(text.utf8.count, 4) + number(text.utf8.count, 4)
      let place = number(content.count, 4)
      let head = number(0, 12) + sizes + number(name.utf8.count, 2) + number(0, 2)
      content += number(0x0403_4B50, 4) + number(20, 2) + head + Array(name.utf8) + text.utf8
      directory += number(0x0201_4B50, 4) + number(20, 2) + number(20, 2) + head
      directory += number(0, 10) + place + Array(name.utf8)
    }
    let count = number(files.count, 2)
    return content + directory + number(0x0605_4B50, 4) + number(0, 4) + count + count
      + number(directory.count, 4) + number(content.count, 4) + number(0, 2)
  }

  private static func number(_ value: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
