import Catalogues
import Domain
import Repositories

/// Writes a vendor's products as CSV for a spreadsheet, as `moa import` reads it.
///
/// Columns of the product are filled on its first row only.
struct ProductSheetFile: Sendable {
  private(set) var products = 0
  private(set) var rows = 0
  private var last: Int64?

  /// With the mark by which spreadsheets know UTF-8.
  static var header: [UInt8] { [0xEF, 0xBB, 0xBF] + line(Catalogue.columnNames) }

  mutating func lines(_ rows: [ProductSheet.Row]) -> [UInt8] { rows.flatMap { line($0) } }

  private mutating func line(_ row: ProductSheet.Row) -> [UInt8] {
    let isFirst = row.id != last
    last = row.id
    products += isFirst ? 1 : 0
    rows += 1
    let digits = Currency(rawValue: row.currency)?.fractionDigits ?? 0
    let names = stride(from: 0, to: row.options.count, by: 3).map { row.options[$0] }
      .reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
    let options = (0..<3).flatMap { place in
      [
        isFirst && place < names.count ? names[place] : "",
        place < row.choices.count ? row.choices[place] : "",
      ]
    }
    let product = isFirst ? row.texts : [String](repeating: "", count: row.texts.count)
    let price = Self.decimal(row.amount - row.discount, digits)
    let original = row.discount > 0 ? Self.decimal(row.amount, digits) : ""
    return Self.line(
      [row.texts[0], product[1], product[2], isFirst ? row.currency : "", price, original]
        + [String(row.stock)] + options + [row.sku, row.image] + product[3...])
  }

  private static func decimal(_ minorUnits: Int64, _ digits: Int) -> String {
    guard digits > 0 else { return String(minorUnits) }
    let text = String(minorUnits)
    let padded = String(repeating: "0", count: max(0, digits + 1 - text.utf8.count)) + text
    return "\(padded.dropLast(digits)).\(padded.suffix(digits))"
  }

  private static func line(_ cells: [String]) -> [UInt8] {
    Array(cells.map { cell(Array($0.utf8)) }.joined(separator: [0x2C])) + [0x0D, 0x0A]
  }

  /// A spreadsheet computes cells that begin with = + - or @, also after a tab or a line break. A
  /// leading apostrophe makes them texts; `moa import` takes it off.
  ///
  /// Source: OWASP, "CSV Injection"; RFC 4180 §2.
  private static func cell(_ text: [UInt8]) -> [UInt8] {
    var text = text
    let beginnings: Set<UInt8> = [0x3D, 0x2B, 0x2D, 0x40, 0x09, 0x0D]
    // An apostrophe before one is kept by another one.
    if let first = text.first(where: { $0 != 0x27 }), beginnings.contains(first) {
      text.insert(0x27, at: 0)
    }
    let needsQuotes = text.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
    guard needsQuotes || text.first == 0x20 || text.last == 0x20 else { return text }
    let doubled = text.split(separator: 0x22, omittingEmptySubsequences: false)
    return [0x22] + doubled.joined(separator: [0x22, 0x22]) + [0x22]
  }
}
