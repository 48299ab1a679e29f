import Domain
import Text

/// WooCommerce's CSV with English names: products, and their variations anywhere behind or before.
///
/// Products with variations are held until the end of the file.
struct WooCommerceProducts: ProductRows {
  /// Of what is held.
  static let heldBytesMax = 64 << 20

  private struct Attribute {
    var name: String
    var values: [String]
  }

  private struct Variation {
    let row: CatalogueRow
    let attributes: [Attribute]
    let variant: CatalogueDraft.Variant
    let isFlawed: Bool
  }

  private struct Parent {
    var draft: CatalogueDraft
    let attributes: [Attribute]
    /// By which variations name it.
    let names: [[UInt8]]
  }

  private let id, type, sku, name, published, visibility, short, long: Int?
  private let saleStarts, saleEnds, inStock, stock, sale, regular: Int?
  private let categories, tags, brands, images, parent: Int?
  private var attributeColumns: [(name: Int?, values: Int?)] = []
  private var parents: [Parent] = []
  private var variations: [[UInt8]: [Variation]] = [:]
  private var heldBytes = 0

  init(_ columns: inout CatalogueColumns) {
    id = columns.use("ID")
    type = columns.use("Type")
    sku = columns.use("SKU")
    name = columns.use("Name")
    published = columns.use("Published")
    visibility = columns.use("Visibility in catalog")
    short = columns.use("Short description")
    long = columns.use("Description")
    saleStarts = columns.use("Date sale price starts")
    saleEnds = columns.use("Date sale price ends")
    inStock = columns.use("In stock?")
    stock = columns.use("Stock")
    sale = columns.use("Sale price")
    regular = columns.use("Regular price")
    categories = columns.use("Categories")
    tags = columns.use("Tags")
    brands = columns.use("Brands")
    images = columns.use("Images")
    parent = columns.use("Parent")
    for number in 1...50 {
      guard let name = columns.use("Attribute \(number) name") else { break }
      attributeColumns.append((name, columns.use("Attribute \(number) value(s)")))
    }
  }

  var parts: [ProductGaps.Part: Int?] {
    [
      .description: long ?? short, .originalPrice: sale, .brand: brands,
      .categoryPath: categories, .tags: tags, .isHidden: published ?? visibility,
      .variants: attributeColumns.first?.values, .sku: sku, .variantImage: images,
    ]
  }

  mutating func take(
    _ row: CatalogueRow, _ reading: inout CatalogueReading
  ) throws(CatalogueError) {
    reading.isFlawed = false
    let kinds = reading.text(row, type).lowercased()
    if kinds.contains("variation") {
      hold(row, &reading)
    } else if kinds.contains("grouped") || kinds.contains("external") {
      reading.tell(.otherKind, row, type, sample: kinds)
      reading.findings.refuse()
    } else {
      takeProduct(row, isVariable: kinds.contains("variable"), &reading)
    }
    guard heldBytes <= Self.heldBytesMax else {
      throw CatalogueError(
        place: reading.place(row),
        detail: "Products with variations take more than \(Self.heldBytesMax >> 20) MiB.",
        cure: "Split the file, and keep variations with their products.")
    }
  }

  mutating func end(_ reading: inout CatalogueReading) {
    for parent in parents { finish(parent, &reading) }
    for variation in variations.values.joined().sorted(by: { $0.row.line < $1.row.line }) {
      reading.tell(.noParent, variation.row)
      reading.findings.refuse()
    }
    (parents, variations) = ([], [:])
  }

  // MARK: Rows

  private mutating func takeProduct(
    _ row: CatalogueRow, isVariable: Bool, _ reading: inout CatalogueReading
  ) {
    let (article, number) = (
      reading.code(row, sku, ifDamaged: .damagedKey), reading.text(row, id)
    )
    let key = article.isEmpty ? number : article
    reading.claim(key, row, sku)
    var draft = CatalogueDraft(row, key: key)
    readTexts(of: &draft, row, &reading)
    let attributes = attributes(row, &reading)
    if isVariable {
      draft.isFlawed = reading.isFlawed
      let names = (article.isEmpty ? [] : [article]) + ["id:\(number)"]
      parents.append(
        Parent(draft: draft, attributes: attributes, names: names.map { Array($0.utf8) }))
      heldBytes += draft.size + Self.size(attributes)
      return
    }
    for attribute in attributes { reading.tell(.leftAttribute, row, sample: attribute.name) }
    draft.variants = [variant(row, &reading)]
    draft.variants[0].sku = ""
    draft.isFlawed = reading.isFlawed
    reading.deliver(draft)
  }

  private func readTexts(
    of draft: inout CatalogueDraft, _ row: CatalogueRow, _ reading: inout CatalogueReading
  ) {
    draft.name = reading.text(row, name)
    let texts = [(short, reading.text(row, short)), (long, reading.text(row, long))]
    draft.text = texts.map {
      reading.plainText($0.1.replacing("\\n", with: "\n"), row, $0.0)
    }.filter { !$0.isEmpty }.joined(separator: "\n\n")
    draft.brand = list(reading.text(row, brands)).first
    draft.tags = list(reading.text(row, tags))
    let paths = list(reading.text(row, categories))
    if paths.count > 1 { reading.tell(.leftCategories, row, categories, sample: paths[1]) }
    draft.categoryPath = paths.first.map { CatalogueReading.list($0, ">") } ?? []
    let shown = reading.text(row, published)
    draft.isHidden =
      !(shown.isEmpty || shown.isSame("1"))
      || reading.text(row, visibility).lowercased().isSame("hidden")
    for picture in CatalogueReading.pictures(reading.text(row, images)) { draft.add(picture) }
  }

  private mutating func hold(_ row: CatalogueRow, _ reading: inout CatalogueReading) {
    let key = Array(reading.text(row, parent).utf8)
    let variant = variant(row, &reading)
    let attributes = attributes(row, &reading)
    variations[key, default: []].append(
      Variation(
        row: row.withoutCells, attributes: attributes, variant: variant,
        isFlawed: reading.isFlawed))
    heldBytes += 400 + key.count + Self.size(attributes)
  }

  /// How much memory they take, roughly.
  private static func size(_ attributes: [Attribute]) -> Int {
    attributes.reduce(0) { size, attribute in
      attribute.values.reduce(size + attribute.name.utf8.count + 64) { $0 + $1.utf8.count + 32 }
    }
  }

  private func variant(
    _ row: CatalogueRow, _ reading: inout CatalogueReading
  ) -> CatalogueDraft.Variant {
    var isOnSale = !reading.text(row, sale).isEmpty
    if isOnSale,
      !reading.text(row, saleStarts).isEmpty || !reading.text(row, saleEnds).isEmpty
    {
      reading.tell(.salePlanned, row, sale)
      isOnSale = false
    }
    return CatalogueDraft.Variant(
      row: row.withoutCells, values: [], sku: reading.code(row, sku, ifDamaged: .damagedCode),
      price: reading.price(
        row, paid: isOnSale ? sale : regular, original: isOnSale ? regular : nil),
      stock: count(row, &reading),
      picture: CatalogueReading.pictures(reading.text(row, images)).first)
  }

  /// Blank without a count of its own; then a word says whether there is any.
  private func count(_ row: CatalogueRow, _ reading: inout CatalogueReading) -> Int? {
    let text = reading.text(row, stock)
    if !text.isEmpty, !text.lowercased().isSame("parent") {
      return reading.stock(text, row, stock) ?? 0
    }
    return reading.text(row, inStock).isSame("0") ? 0 : reading.unknownStock(row, stock)
  }

  private func attributes(
    _ row: CatalogueRow, _ reading: inout CatalogueReading
  ) -> [Attribute] {
    attributeColumns.compactMap { columns in
      let name = reading.text(row, columns.name)
      guard !name.isEmpty else { return nil }
      return Attribute(name: name, values: list(reading.text(row, columns.values)))
    }
  }

  private func list(_ text: String) -> [String] { CatalogueReading.escapedList(text, ",") }

  // MARK: Joining

  private mutating func finish(_ parent: Parent, _ reading: inout CatalogueReading) {
    let own = parent.names.flatMap { variations.removeValue(forKey: $0) ?? [] }
      .sorted { $0.row.line < $1.row.line }
    var draft = parent.draft
    let varied = parent.attributes.filter { attribute in
      own.contains { $0.attributes.contains { $0.name.isSame(attribute.name) } }
    }
    for attribute in parent.attributes
    where !varied.contains(where: { $0.name.isSame(attribute.name) }) {
      reading.tell(.leftAttribute, draft.row, sample: attribute.name)
    }
    draft.options = varied.map(\.name)
    reading.isFlawed = draft.isFlawed
    for variation in own {
      if variation.isFlawed { reading.isFlawed = true }
      for variant in spread(variation, over: varied, &reading) { draft.add(variant) }
      if draft.isOverfull { break }
    }
    draft.isFlawed = reading.isFlawed
    reading.deliver(draft)
  }

  /// One variant, or one for each value where the variation is for any.
  private func spread(
    _ variation: Variation, over attributes: [Attribute], _ reading: inout CatalogueReading
  ) -> [CatalogueDraft.Variant] {
    let choices = attributes.map { attribute in
      variation.attributes.first { $0.name.isSame(attribute.name) && !$0.values.isEmpty }
        .map { [$0.values.joined(separator: ", ")] } ?? attribute.values
    }
    guard let combinations = CatalogueDraft.combinations(choices) else {
      reading.tell(.tooManyVariants, variation.row)
      return []
    }
    if combinations.count > 1 { reading.tell(.anyValue, variation.row) }
    return combinations.enumerated().map { index, values in
      var variant = variation.variant
      variant.values = values
      if index > 0 { (variant.sku, variant.stock) = ("", 0) }
      return variant
    }
  }
}
