package import Domain
import Text

/// Which program has written a file of products.
package enum CatalogueKind: String, Sendable, CaseIterable {
  case shopify, woocommerce, cafe24, naver, coupang
  /// Our own CSV, or another one by a map of columns.
  case moa
  /// Our own, an object a line.
  case jsonLines = "jsonl"

  /// The currency of the program's country.
  var currency: Currency? {
    switch self {
    case .cafe24, .naver, .coupang: .krw
    case .shopify, .woocommerce, .moa, .jsonLines: nil
    }
  }

  private func knows(_ columns: CatalogueColumns) -> Bool {
    switch self {
    case .shopify:
      columns.has("Handle", "Title", "Variant Price")
        || columns.has("URL handle", "Title", "Price")
    case .woocommerce: columns.has("Type", "SKU", "Name", "Regular price")
    case .cafe24: columns.has("상품코드", "자체 상품코드", "상품명", "판매가")
    case .naver:
      columns.has("카테고리코드", "상품명", "판매가")
        || columns.has("상품번호(스마트스토어)", "상품명", "판매가")
    case .coupang: columns.has("등록상품명", "판매가격")
    case .moa: columns.has("key", "name", "price")
    case .jsonLines: false
    }
  }

  fileprivate func products(
    _ place: Place, _ options: CatalogueOptions, _ columns: inout CatalogueColumns
  ) throws(CatalogueError) -> any ProductRows {
    switch self {
    case .shopify: ShopifyProducts(&columns)
    case .woocommerce: WooCommerceProducts(&columns)
    case .cafe24: Cafe24Products(&columns)
    case .naver: NaverProducts(&columns)
    case .coupang: CoupangProducts(&columns)
    case .moa: try OwnProducts(place, options, &columns)
    case .jsonLines: JSONLineProducts()
    }
  }

  /// The one that is asked for, or the first one that knows the header.
  fileprivate static func find(
    _ options: CatalogueOptions, _ columns: CatalogueColumns
  ) -> CatalogueKind? {
    if !options.columns.isEmpty {
      return options.columns.values.contains { columns.has($0) } ? .moa : nil
    }
    if let kind = options.kind { return kind.knows(columns) ? kind : nil }
    return allCases.first { $0.knows(columns) }
  }
}

package struct CatalogueOptions: Sendable {
  /// Nil: found by the header.
  package var kind: CatalogueKind?
  /// Nil: the file names it, or its program's country tells it.
  package var currency: Currency?
  /// The stock of new products whose file has none.
  package var stock = 0
  /// For names of our own columns (``Catalogue/columnNames``), the names that the file has
  /// instead; empty without a map.
  package var columns: [String: String] = [:]

  package init() {}
}

/// Reads the products of a file one after the other, whatever program has written it.
///
/// Asks for bytes as it needs them, so that a CSV file of any size takes little memory. Workbooks
/// are held whole.
package struct Catalogue {
  /// The bytes by which encoding, separator and kind are found.
  private static let beginningBytes = 1 << 20
  /// Guides and titles of groups stand above the header.
  private static let headerRowsMax = 10
  static let workbookBytesMax = 64 << 20
  /// The names of the columns of our own CSV, in the order in which an export has them.
  package static let columnNames = [
    "key", "name", "description", "currency", "price", "original_price", "stock", "option1_name",
    "option1_value", "option2_name", "option2_value", "option3_name", "option3_value", "sku",
    "variant_image", "images", "brand", "maker", "item_type", "category_path", "tags", "is_hidden",
  ]

  package let kind: CatalogueKind
  private var rows: CatalogueRows
  private var products: any ProductRows
  private var reading: CatalogueReading
  private var isAtEnd = false

  /// - Parameters:
  ///   - file: its name, for messages.
  ///   - more: the next bytes; none at the end.
  /// - Throws: when it is no file of products that we know.
  package init(
    file: String, options: CatalogueOptions,
    more: @escaping () throws(CatalogueError) -> [UInt8]
  ) throws(CatalogueError) {
    var beginning: [UInt8] = []
    var isWhole = false
    while beginning.count < Self.beginningBytes, !isWhole {
      let bytes = try more()
      isWhole = bytes.isEmpty
      beginning += bytes
    }
    try Self.refuseOthers(file, beginning)
    let encoding = CatalogueEncoding.find(beginning, isWhole: isWhole)
    if beginning.starts(with: [0xEF, 0xBB, 0xBF]) { beginning.removeFirst(3) }
    if beginning.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
      let whole = try Self.whole(file, beginning, more)
      rows = .workbook(try WorkbookRows(file: file, bytes: whole))
      (kind, products, reading) = try Self.findHeader(&rows, file, options, .utf8)
    } else if beginning.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") {
      rows = .lines(LineRows(file: file, beginning: beginning, more: more))
      (kind, products) = (.jsonLines, JSONLineProducts())
      reading = CatalogueReading(
        file: file, options: options, currency: options.currency ?? .krw, encoding: .utf8,
        columns: CatalogueColumns([]), gaps: [])
    } else {
      rows = .csv(CSVRows(file: file, beginning: beginning, more: more))
      (kind, products, reading) = try Self.findHeader(&rows, file, options, encoding)
    }
  }

  package var findings: Findings { reading.findings }

  /// The next product; nil at the end.
  package mutating func next() throws(CatalogueError) -> ReadProduct? {
    while reading.ready.isEmpty, !isAtEnd {
      guard let row = try rows.next() else {
        isAtEnd = true
        products.end(&reading)
        reading.ready.reverse()
        break
      }
      reading.isGuide = false
      try products.take(row, &reading)
      if kind != .jsonLines, !reading.isGuide {
        tellExtra(row)
        reading.tellUnknownColumns(row)
      }
      reading.ready.reverse()
    }
    return reading.ready.popLast()
  }

  /// Blank cells at the end are how spreadsheets pad rows.
  private mutating func tellExtra(_ row: CatalogueRow) {
    let named = reading.columns.names.count
    guard row.ends.count > named, (named..<row.ends.count).contains(where: { !row.isBlank($0) })
    else { return }
    reading.findings.add(.leftCells, at: reading.place(row))
  }

  // MARK: Beginning

  private static func refuseOthers(
    _ file: String, _ beginning: [UInt8]
  ) throws(CatalogueError) {
    let found: (String, String)? =
      if beginning.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
        ("It is an old workbook (.xls), or one with a password.", "Save it as .xlsx without one.")
      } else if beginning.starts(with: [0xFF, 0xFE]) || beginning.starts(with: [0xFE, 0xFF]) {
        ("It is in UTF-16.", "Save it as CSV in UTF-8.")
      } else if beginning.first(where: { $0 > 0x20 && $0 < 0x80 }) == 0x3C {
        ("It is a page or XML.", "Open it in a spreadsheet and save it as .xlsx or CSV.")
      } else if beginning.isEmpty {
        ("It is empty.", "Export it again.")
      } else {
        nil
      }
    guard let found else { return }
    throw CatalogueError(place: Place(file: file, line: 1), detail: found.0, cure: found.1)
  }

  private static func whole(
    _ file: String, _ beginning: [UInt8], _ more: () throws(CatalogueError) -> [UInt8]
  ) throws(CatalogueError) -> [UInt8] {
    var bytes = beginning
    while bytes.count <= workbookBytesMax {
      let next = try more()
      if next.isEmpty { return bytes }
      bytes += next
    }
    throw CatalogueError(
      place: Place(file: file, line: 1),
      detail: "The workbook has more than \(workbookBytesMax >> 20) MiB.",
      cure: "Split it, or save it as CSV.")
  }

  /// Looks for the header, and for the reader that knows it.
  private static func findHeader(
    _ rows: inout CatalogueRows, _ file: String, _ options: CatalogueOptions,
    _ encoding: CatalogueEncoding
  ) throws(CatalogueError) -> (CatalogueKind, any ProductRows, CatalogueReading) {
    for _ in 0..<headerRowsMax {
      guard let row = try rows.next() else { break }
      var columns = CatalogueColumns(
        row.ends.indices.map { encoding.text(row[$0])?.trimmed ?? "" })
      guard let kind = CatalogueKind.find(options, columns) else { continue }
      let products = try kind.products(Place(file: file, line: row.line), options, &columns)
      guard let currency = options.currency ?? kind.currency ?? products.currency else {
        throw CatalogueError(
          place: Place(file: file, line: row.line), detail: "The file names no currency.",
          cure: "Name it by --currency.")
      }
      var reading = CatalogueReading(
        file: file, options: options, currency: currency, encoding: encoding, columns: columns,
        gaps: CatalogueReading.gaps(products.parts))
      if rows.otherSheets > 0 {
        reading.findings.add(.leftSheets, at: Place(file: file, line: 1))
      }
      return (kind, products, reading)
    }
    throw CatalogueError(
      place: Place(file: file, line: 1),
      detail: "No row among the first \(headerRowsMax) is a header that we know.",
      cure: "Name the program by --from, or the columns by --columns.")
  }
}

/// The rows of a table, in whatever container.
enum CatalogueRows {
  case csv(CSVRows)
  case workbook(WorkbookRows)
  case lines(LineRows)

  mutating func next() throws(CatalogueError) -> CatalogueRow? {
    switch self {
    case .csv(var rows):
      defer { self = .csv(rows) }
      return try rows.next()
    case .workbook(var rows):
      defer { self = .workbook(rows) }
      return try rows.next()
    case .lines(var rows):
      defer { self = .lines(rows) }
      return try rows.next()
    }
  }

  var otherSheets: Int {
    switch self {
    case .csv, .lines: 0
    case .workbook(let rows): rows.otherSheets
    }
  }
}

/// Makes products of rows, as one kind of file joins them.
protocol ProductRows {
  mutating func take(_ row: CatalogueRow, _ reading: inout CatalogueReading) throws(CatalogueError)
  mutating func end(_ reading: inout CatalogueReading)
  /// Of rows that name none; nil where one must be asked for.
  var currency: Currency? { get }
  /// The columns of parts that a file may lack; files of this kind have none of the other parts.
  var parts: [ProductGaps.Part: Int?] { get }
}

extension ProductRows {
  var currency: Currency? { nil }
  mutating func end(_ reading: inout CatalogueReading) {}
}
