package import Web

/// The output of a command: lines for people, and the same as JSON for scripts, one object a line.
package struct CommandReport: Sendable {
  package let lines: [String]
  package let json: [String]
  /// The error of a command that has done a part of its work; thrown after the report is printed.
  package var failure: CommandError?

  /// One object.
  package init(_ lines: [String], _ members: (inout JSONWriter) -> Void) {
    self.lines = lines
    json = [Self.object(members)]
  }

  /// One object for each row.
  package init<Row>(
    of rows: [Row], line: (Row) -> String, _ members: (inout JSONWriter, Row) -> Void
  ) {
    self.init(lines: rows.map(line), of: rows, members)
  }

  /// The same with lines of their own.
  package init<Row>(lines: [String], of rows: [Row], _ members: (inout JSONWriter, Row) -> Void) {
    self.lines = lines
    json = rows.map { row in Self.object { members(&$0, row) } }
  }

  /// Lines for people, and objects that are written already.
  package init(lines: [String], json: [String]) { (self.lines, self.json) = (lines, json) }

  /// One object that is written already.
  package init(json: String) { (lines, self.json) = ([json], [json]) }

  private static func object(_ members: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    writer.object(members)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Rows of words as lines of columns, two spaces apart; nothing follows the last word of a line.
  package static func aligned(_ rows: [[String]]) -> [String] {
    let widths = (0..<(rows.map(\.count).max() ?? 0)).map { column in
      rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      let padded = row.enumerated().map { column, word in
        let isLast = column == row.count - 1
        return isLast ? word : word + String(repeating: " ", count: widths[column] - word.count)
      }
      return padded.joined(separator: "  ")
    }
  }
}

extension JSONWriter {
  /// Text, or null.
  package mutating func optional(_ text: String?) {
    if let text { string(text) } else { null() }
  }
}
