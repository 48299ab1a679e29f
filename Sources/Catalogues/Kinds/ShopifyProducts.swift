import Domain

/// Shopify's CSV, with its old and its new names: a row for each variant, and further rows for
/// pictures; what belongs to the product stands on its first row.
struct ShopifyProducts: ProductRows {
  private let key, name, body, vendor, type, category, tags, published, status: Int?
  private let optionNames, optionValues: [Int?]
  private let sku, stock, paid, original, picture, position, variantPicture: Int?
  private var draft: CatalogueDraft?
  /// Pictures of the draft, with the position that the file gives them.
  private var positioned: [(position: Int, picture: String)] = []

  init(_ columns: inout CatalogueColumns) {
    key = columns.use("Handle", "URL handle")
    name = columns.use("Title")
    body = columns.use("Body (HTML)", "Description")
    vendor = columns.use("Vendor")
    type = columns.use("Type")
    category = columns.use("Product Category")
    tags = columns.use("Tags")
    published = columns.use("Published", "Published on online store")
    status = columns.use("Status")
    optionNames = (1...3).map { columns.use("Option\($0) Name") }
    optionValues = (1...3).map { columns.use("Option\($0) Value") }
    sku = columns.use("Variant SKU", "SKU")
    stock = columns.use("Variant Inventory Qty", "Inventory quantity")
    paid = columns.use("Variant Price", "Price")
    original = columns.use("Variant Compare At Price", "Compare-at price")
    picture = columns.use("Image Src", "Product image URL")
    position = columns.use("Image Position")
    variantPicture = columns.use("Variant Image", "Variant image URL")
  }

  var parts: [ProductGaps.Part: Int?] {
    [
      .description: body, .originalPrice: original, .brand: vendor, .itemType: type,
      .categoryPath: category, .tags: tags, .isHidden: published ?? status,
      .variants: optionValues[0], .sku: sku, .variantImage: variantPicture,
    ]
  }

  mutating func take(_ row: CatalogueRow, _ reading: inout CatalogueReading) {
    reading.isFlawed = false
    let handle = reading.code(row, key, ifDamaged: .damagedKey)
    if let draft, !handle.isEmpty, !draft.key.isSame(handle) { end(&reading) }
    if draft == nil { begin(handle, row, &reading) }
    let source = reading.text(row, picture)
    if !source.isEmpty {
      let place = Int(reading.text(row, position)) ?? positioned.count + 1
      positioned.append((place, source))
    }
    addVariant(row, &reading)
    if reading.isFlawed { draft?.isFlawed = true }
  }

  mutating func end(_ reading: inout CatalogueReading) {
    guard var draft else { return }
    let ordered = positioned.enumerated().sorted {
      ($0.element.position, $0.offset) < ($1.element.position, $1.offset)
    }
    for (_, item) in ordered { draft.add(item.picture) }
    reading.deliver(draft)
    self.draft = nil
    positioned = []
  }

  private mutating func begin(
    _ handle: String, _ row: CatalogueRow, _ reading: inout CatalogueReading
  ) {
    reading.claim(handle, row, key)
    var draft = CatalogueDraft(row, key: handle)
    draft.name = reading.text(row, name)
    draft.text = reading.plainText(reading.text(row, body), row, body)
    draft.brand = reading.optionalText(row, vendor)
    draft.itemType = reading.optionalText(row, type)
    draft.categoryPath = CatalogueReading.list(reading.text(row, category), ">")
    draft.tags = CatalogueReading.list(reading.text(row, tags), ",")
    let (shown, state) = (reading.text(row, published), reading.text(row, status))
    draft.isHidden =
      shown.lowercased().isSame("false") || !(state.isEmpty || state.lowercased().isSame("active"))
    draft.options = optionNames.map { reading.text(row, $0) }.filter { !$0.isEmpty }
    if draft.options.count == 1, draft.options[0].isSame("Title"),
      reading.text(row, optionValues[0]).isSame("Default Title")
    {
      draft.options = []
    }
    self.draft = draft
  }

  private mutating func addVariant(_ row: CatalogueRow, _ reading: inout CatalogueReading) {
    guard let draft else { return }
    let values = optionValues.prefix(draft.options.count).map { reading.text(row, $0) }
    // A row for a picture has neither.
    let isVariant = values.contains { !$0.isEmpty } || !reading.text(row, paid).isEmpty
    guard isVariant || draft.variants.isEmpty else { return }
    let article = reading.code(row, sku, ifDamaged: .damagedCode)
    let price = reading.price(row, paid: paid, original: original)
    let count = reading.stock(row, stock) ?? reading.unknownStock(row, stock)
    self.draft?.add(
      CatalogueDraft.Variant(
        row: row.withoutCells, values: values, sku: article, price: price, stock: count,
        picture: reading.optionalText(row, variantPicture)))
  }
}
