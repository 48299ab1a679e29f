import Domain
import Text

/// Our own CSV: a row for each variant, the rows of a product together; what belongs to the product
/// may stand on its first row only. Or a CSV of anyone, by a map of columns.
struct OwnProducts: ProductRows {
  /// Names of the parts that a file may lack, here and in JSON lines.
  static let parts: [(String, ProductGaps.Part)] = [
    ("description", .description), ("original_price", .originalPrice), ("brand", .brand),
    ("maker", .maker), ("item_type", .itemType), ("category_path", .categoryPath),
    ("tags", .tags), ("is_hidden", .isHidden), ("option1_value", .variants), ("sku", .sku),
    ("variant_image", .variantImage),
  ]

  let currency: Currency?
  private let isMapped: Bool
  private var indexes: [String: Int] = [:]
  /// Of an option whose name is its column's.
  private var constantNames: [String: String] = [:]
  private var draft: CatalogueDraft?
  private var draftCurrency: Currency?

  /// - Throws: for a map that names columns that are not there.
  init(
    _ place: Place, _ options: CatalogueOptions, _ columns: inout CatalogueColumns
  ) throws(CatalogueError) {
    isMapped = !options.columns.isEmpty
    for name in options.columns.keys.sorted() where !Catalogue.columnNames.contains(name) {
      throw CatalogueError(
        place: place, detail: "The map of columns names \(name), which is no column of Moa's.",
        cure: "Use these: \(Catalogue.columnNames.joined(separator: ", ")).")
    }
    for name in Catalogue.columnNames {
      let other = options.columns[name]
      indexes[name] = isMapped ? other.flatMap { columns.use($0) } : columns.use(name)
      guard let other, indexes[name] == nil else { continue }
      throw CatalogueError(
        place: place, detail: "The header has no column \(other).",
        cure: "Write names as the header has them.")
    }
    for number in 1...3 where isMapped {
      constantNames["option\(number)_name"] = options.columns["option\(number)_value"]
    }
    // Rows name theirs; what they leave out has to be asked for.
    currency = indexes["currency"] == nil ? nil : .krw
  }

  var parts: [ProductGaps.Part: Int?] {
    Dictionary(uniqueKeysWithValues: Self.parts.map { ($1, indexes[$0]) })
  }

  mutating func take(_ row: CatalogueRow, _ reading: inout CatalogueReading) {
    reading.isFlawed = false
    let key = reading.code(row, indexes["key"], ifDamaged: .damagedKey)
    if let draft, !key.isEmpty, !draft.key.isSame(key) { end(&reading) }
    if draft == nil { begin(key, row, &reading) }
    addVariant(row, &reading)
    if reading.isFlawed { draft?.isFlawed = true }
  }

  mutating func end(_ reading: inout CatalogueReading) {
    if let draft { reading.deliver(draft) }
    draft = nil
  }

  private mutating func begin(
    _ key: String, _ row: CatalogueRow, _ reading: inout CatalogueReading
  ) {
    reading.claim(key, row, indexes["key"])
    var draft = CatalogueDraft(row, key: key)
    draft.name = text(row, "name", &reading)
    let described = text(row, "description", &reading)
    draft.text =
      isMapped ? reading.plainText(described, row, indexes["description"]) : described
    draft.brand = reading.optionalText(row, indexes["brand"])
    draft.maker = reading.optionalText(row, indexes["maker"])
    draft.itemType = reading.optionalText(row, indexes["item_type"])
    let path = text(row, "category_path", &reading)
    draft.categoryPath =
      isMapped ? CatalogueReading.list(path, ">") : CatalogueReading.escapedList(path, ">")
    draft.tags = CatalogueReading.list(text(row, "tags", &reading), ",")
    draft.isHidden = ["true", "1", "y", "yes"].contains(
      text(row, "is_hidden", &reading).lowercased())
    let images = text(row, "images", &reading)
    // Names of files may hold commas.
    let pictures =
      isMapped ? CatalogueReading.pictures(images) : CatalogueReading.list(images, "|")
    for picture in pictures { draft.add(picture) }
    draft.options = (1...3).map { number in
      let name = text(row, "option\(number)_name", &reading)
      guard name.isEmpty, !text(row, "option\(number)_value", &reading).isEmpty else { return name }
      return constantNames["option\(number)_name"] ?? ""
    }.filter { !$0.isEmpty }
    readCurrency(row, &reading)
    self.draft = draft
  }

  private mutating func readCurrency(_ row: CatalogueRow, _ reading: inout CatalogueReading) {
    let code = text(row, "currency", &reading).uppercased()
    draftCurrency = code.isEmpty ? reading.currency : Currency(rawValue: code)
    if draftCurrency == nil {
      reading.tell(.badCurrency, row, indexes["currency"], sample: code)
    }
  }

  private mutating func addVariant(_ row: CatalogueRow, _ reading: inout CatalogueReading) {
    guard let draft else { return }
    let values = (1...3).prefix(draft.options.count).map {
      text(row, "option\($0)_value", &reading)
    }
    let stock = indexes["stock"]
    let variant = CatalogueDraft.Variant(
      row: row.withoutCells, values: values,
      sku: reading.code(row, indexes["sku"], ifDamaged: .damagedCode),
      price: reading.price(
        row, paid: indexes["price"], original: indexes["original_price"], in: draftCurrency),
      stock: reading.stock(row, stock) ?? reading.unknownStock(row, stock),
      picture: reading.optionalText(row, indexes["variant_image"]))
    self.draft?.add(variant)
  }

  private func text(
    _ row: CatalogueRow, _ name: String, _ reading: inout CatalogueReading
  ) -> String {
    reading.text(row, indexes[name])
  }
}
