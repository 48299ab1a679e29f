import Domain
import Text

/// Common to readers of all kinds: cells as values, findings, and finished products.
struct CatalogueReading {
  let file: String
  let options: CatalogueOptions
  let currency: Currency
  let encoding: CatalogueEncoding
  var columns: CatalogueColumns
  /// The parts that the file lacks; of JSON lines, that the present line lacks.
  var gaps: Set<ProductGaps.Part>
  var findings = Findings()
  /// Finished and not yet handed out.
  var ready: [ReadProduct] = []
  /// Whether a value of the present row makes its product unusable.
  var isFlawed = false
  /// Whether the present row belongs to the form.
  var isGuide = false
  private var keys: Set<[UInt8]> = []

  init(
    file: String, options: CatalogueOptions, currency: Currency, encoding: CatalogueEncoding,
    columns: CatalogueColumns, gaps: Set<ProductGaps.Part>
  ) {
    self.gaps = gaps
    (self.file, self.options, self.currency) = (file, options, currency)
    (self.encoding, self.columns) = (encoding, columns)
  }

  static func gaps(_ found: [ProductGaps.Part: Int?]) -> Set<ProductGaps.Part> {
    Set(ProductGaps.Part.allCases.filter { (found[$0] ?? nil) == nil })
  }

  func place(_ row: CatalogueRow) -> Place { Place(file: file, line: row.line) }

  /// Tells a finding, and marks the row if its product is not taken.
  mutating func tell(
    _ kind: Finding.Kind, _ row: CatalogueRow, _ column: Int? = nil, sample: String? = nil
  ) {
    findings.add(kind, at: place(row), column: column.map { columns.names[$0] }, sample: sample)
    if kind.outcome == .refused { isFlawed = true }
  }

  mutating func passOver(_ row: CatalogueRow, sample: String) {
    tell(.leftRow, row, sample: sample)
    isGuide = true
  }

  // MARK: Cells

  /// The text of a cell, without blanks at its ends; empty without such a column.
  mutating func text(_ row: CatalogueRow, _ column: Int?) -> String {
    guard let column, column < row.ends.count, !row[column].isEmpty else { return "" }
    guard let text = encoding.text(row[column]) else {
      tell(.notText, row, column)
      return ""
    }
    let trimmed = text.trimmed
    // Writers of CSV files put an apostrophe before what a spreadsheet would compute; and, so that
    // one of a text stays, before such an apostrophe.
    let bytes = trimmed.utf8
    guard bytes.first == 0x27, let next = bytes.first(where: { $0 != 0x27 }),
      "=+-@\t\r".utf8.contains(next)
    else { return trimmed }
    return String(trimmed.dropFirst())
  }

  mutating func optionalText(_ row: CatalogueRow, _ column: Int?) -> String? {
    let text = text(row, column)
    return text.isEmpty ? nil : text
  }

  /// A code of many digits, which spreadsheets damage.
  mutating func code(_ row: CatalogueRow, _ column: Int?, ifDamaged kind: Finding.Kind) -> String {
    let code = text(row, column)
    guard SpreadsheetNumber.isDamaged(code) else { return code }
    tell(kind, row, column, sample: code)
    return ""
  }

  /// In minor units; nil for an empty cell, and for one that cannot be read, which is told.
  mutating func amount(_ row: CatalogueRow, _ column: Int?, in currency: Currency) -> Int64? {
    let text = text(row, column)
    guard !text.isEmpty else { return nil }
    do throws(SpreadsheetNumber.Unreadable) {
      return try SpreadsheetNumber.minorUnits(text, in: currency)
    } catch {
      tell(.badPrice, row, column, sample: text)
      return nil
    }
  }

  /// The price of a row; nil when it has none or a bad one, which is told.
  mutating func price(
    _ row: CatalogueRow, paid: Int?, original: Int?, in currency: Currency? = nil
  ) -> Price? {
    let currency = currency ?? self.currency
    let sent = amount(row, paid, in: currency)
    let before = amount(row, original, in: currency)
    guard !isFlawed else { return nil }
    guard let sent else {
      tell(.noPrice, row, paid)
      return nil
    }
    return price(row, sent, before, in: currency, paid, original)
  }

  mutating func price(
    _ row: CatalogueRow, _ paid: Int64, _ original: Int64?, in currency: Currency,
    _ column: Int? = nil, _ other: Int? = nil
  ) -> Price? {
    var before = original
    if let original, original <= paid {
      // Zero and the same price are how many programs write "no discount".
      if original != 0, original != paid { tell(.noDiscount, row, other, sample: "\(original)") }
      before = nil
    }
    do throws(Rejection) {
      return try Price(paid: paid, original: before, in: currency)
    } catch {
      tell(.badPrice, row, column, sample: "\(paid)")
      return nil
    }
  }

  /// Nil for an empty cell.
  mutating func stock(_ row: CatalogueRow, _ column: Int?) -> Int? {
    let text = text(row, column)
    guard !text.isEmpty else { return nil }
    return stock(text, row, column)
  }

  mutating func stock(_ text: String, _ row: CatalogueRow, _ column: Int?) -> Int? {
    guard let number = Double(text.replacing(",", with: "")), number.isFinite else {
      tell(.badNumber, row, column, sample: text)
      return nil
    }
    if number < 0 { tell(.negativeStock, row, column, sample: text) }
    if number.rounded() != number { tell(.partialStock, row, column, sample: text) }
    if number > Double(Stock.countMax) { tell(.hugeStock, row, column, sample: text) }
    return Int(min(max(number.rounded(.down), 0), Double(Stock.countMax)))
  }

  /// Tells that the file has no stock for something.
  mutating func unknownStock(_ row: CatalogueRow, _ column: Int?) -> Int? {
    tell(.unknownStock, row, column)
    return nil
  }

  /// The text of a description, with its pictures told.
  mutating func plainText(_ html: String, _ row: CatalogueRow, _ column: Int?) -> String {
    guard html.utf8.contains(where: { $0 == 0x3C || $0 == 0x26 }) else { return html }
    let read = HTMLText(html)
    if read.hasPictures { tell(.leftPictures, row, column) }
    return String(decoding: read.text, as: UTF8.self)
  }

  /// URLs and names of files, as a cell of other programs holds several.
  static func pictures(_ text: String) -> [String] {
    var parts = text.split { $0.isNewline || $0 == "|" }.map(String.init)
    for (mark, split) in [(", ", ", "), (",http", ",")] {
      parts = parts.flatMap { part in
        part.contains(mark)
          ? part.replacing(mark, with: mark.replacing(split, with: "\n")).split(separator: "\n")
            .map(String.init) : [part]
      }
    }
    return parts.map(\.trimmed).filter { !$0.isEmpty }
  }

  static func list(_ text: String, _ separator: Character) -> [String] {
    text.split(separator: separator).map { String($0).trimmed }.filter { !$0.isEmpty }
  }

  /// A list in which a separator after a backslash belongs to the text.
  static func escapedList(_ text: String, _ separator: Character) -> [String] {
    list(text.replacing("\\\(separator)", with: "\u{0}"), separator)
      .map { $0.replacing("\u{0}", with: String(separator)) }
  }

  // MARK: Products

  /// Whether a key is met for the first time; the other case is told.
  mutating func claim(_ key: String, _ row: CatalogueRow, _ column: Int?) {
    guard !key.isEmpty else { return isFlawed ? () : tell(.noKey, row, column) }
    if !keys.insert(Array(key.utf8)).inserted { tell(.repeatedKey, row, column, sample: key) }
  }

  /// Finishes a product, or tells why it is not taken.
  mutating func deliver(_ draft: CatalogueDraft) {
    isFlawed = draft.isFlawed
    let product = draft.product(&self)
    if let product, !isFlawed {
      if product.isHidden { tell(.hidden, draft.row) }
      ready.append(product)
    } else {
      findings.refuse()
    }
    isFlawed = false
  }

  /// Counts what stands in columns that no reader knows.
  mutating func tellUnknownColumns(_ row: CatalogueRow) {
    for column in row.ends.indices where column < columns.names.count {
      if !columns.known.contains(column), !row.isBlank(column) {
        findings.add(
          .leftColumn, at: place(row), column: columns.names[column],
          sample: encoding.text(row[column].prefix(64)))
      }
    }
  }
}

/// A product whose rows are still read.
struct CatalogueDraft {
  struct Variant {
    let row: CatalogueRow
    var values: [String]
    var sku = ""
    /// Nil only in a draft with a flaw.
    var price: Price?
    /// Nil where the file has none.
    var stock: Int?
    var picture: String?
  }

  /// Its first row, without its cells.
  let row: CatalogueRow
  let key: String
  var name = ""
  var text = ""
  var brand: String?
  var maker: String?
  var itemType: String?
  var categoryPath: [String] = []
  var tags: [String] = []
  var isHidden = false
  var pictures: [String] = []
  var options: [String] = []
  /// One without values for a product without options.
  var variants: [Variant] = []
  var isFlawed = false
  /// Whether it has more variants than are kept.
  private(set) var isOverfull = false

  init(_ row: CatalogueRow, key: String) {
    self.row = row.withoutCells
    self.key = key
  }

  /// How much memory it takes, roughly.
  var size: Int {
    500 + text.utf8.count + variants.count * 300
      + (pictures + tags + categoryPath).reduce(0) { $0 + $1.utf8.count + 32 }
  }

  /// As many as a product can have, and some, so that its rules can tell.
  private static let variantsMax = 500
  private static let picturesMax = 100

  /// Each value with each of the others; nil for more than any product has.
  static func combinations(_ choices: [[String]]) -> [[String]]? {
    var all: [[String]] = [[]]
    for values in choices {
      guard all.count * values.count <= variantsMax else { return nil }
      all = all.flatMap { chosen in values.map { chosen + [$0] } }
    }
    return all
  }

  mutating func add(_ variant: Variant) {
    isOverfull = variants.count >= Self.variantsMax
    if !isOverfull { variants.append(variant) }
  }

  mutating func add(_ picture: String?) {
    guard pictures.count < Self.picturesMax, let picture, !picture.isEmpty,
      !pictures.contains(where: { $0.isSame(picture) })
    else { return }
    pictures.append(picture)
  }

  /// Nil with a flaw, which is told.
  fileprivate func product(_ reading: inout CatalogueReading) -> ReadProduct? {
    guard !isFlawed else { return nil }
    if name.isEmpty { reading.tell(.noName, row) }
    if isOverfull { reading.tell(.tooManyVariants, row) }
    guard let first = variants.first, let price = first.price else {
      reading.tell(.noPrice, row)
      return nil
    }
    var product = ReadProduct(
      place: reading.place(row), key: key, name: name, text: text, price: price,
      stock: first.stock ?? reading.options.stock, isStockKnown: first.stock != nil)
    (product.brand, product.maker, product.itemType) = (brand, maker, itemType)
    (product.categoryPath, product.tags, product.isHidden) = (categoryPath, tags, isHidden)
    (product.pictures, product.gaps) = (pictures, reading.gaps)
    for variant in variants {
      if let picture = variant.picture, !picture.isEmpty,
        !product.pictures.contains(where: { $0.isSame(picture) })
      {
        product.pictures.append(picture)
      }
    }
    if options.isEmpty {
      if variants.count > 1 { reading.tell(.brokenOption, variants[1].row) }
      if !first.sku.isEmpty, !first.sku.isSame(key) { reading.tell(.leftSKU, first.row) }
    } else {
      addVariants(to: &product, &reading)
    }
    return product
  }

  private func addVariants(to product: inout ReadProduct, _ reading: inout CatalogueReading) {
    var met: Set<[[UInt8]]> = []
    product.options = options.map { ReadProduct.Option(name: $0, values: []) }
    var values = [Set<[UInt8]>](repeating: [], count: options.count)
    product.stock = 0
    for variant in variants {
      guard variant.values.count == options.count, !variant.values.contains("") else {
        reading.tell(.blankOption, variant.row)
        continue
      }
      guard met.insert(variant.values.map { Array($0.utf8) }).inserted else {
        reading.tell(.repeatedVariant, variant.row, sample: variant.values.joined(separator: ", "))
        continue
      }
      guard let price = variant.price else { continue }
      for (index, value) in variant.values.enumerated()
      where values[index].insert(Array(value.utf8)).inserted {
        product.options[index].values.append(value)
      }
      if price.bargain < product.price.bargain { product.price = price }
      let stock = variant.stock ?? reading.options.stock
      product.stock = min(product.stock + stock, Stock.countMax)
      product.variants.append(
        ReadProduct.Variant(
          place: reading.place(variant.row), values: variant.values,
          sku: variant.sku.isEmpty ? nil : variant.sku, price: price, stock: stock,
          isStockKnown: variant.stock != nil, picture: variant.picture))
    }
  }
}

extension CatalogueRow {
  /// Its place only.
  var withoutCells: CatalogueRow {
    var row = CatalogueRow()
    row.line = line
    return row
  }
}

extension String {
  func isSame(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
