import Domain
import Text

/// Coupang's workbook for registering products: a row for each combination of options.
struct CoupangProducts: ProductRows {
  private let category, name, brand, maker, tags, paid, original, stock, sku: Int?
  private let picture, more, html: Int?
  private let optionNames, optionValues: [Int?]
  private var draft: CatalogueDraft?
  private var categoryText = ""
  private var hasBegun = false

  init(_ columns: inout CatalogueColumns) {
    category = columns.use("카테고리")
    name = columns.use("등록상품명")
    brand = columns.use("브랜드")
    maker = columns.use("제조사")
    tags = columns.use("검색어")
    paid = columns.use("판매가격")
    original = columns.use("할인율기준가")
    stock = columns.use("재고수량")
    sku = columns.use("업체상품코드")
    picture = columns.use("대표(옵션)이미지")
    more = columns.use("추가이미지")
    html = columns.use("상세 설명")
    // Further to the right the same names stand again, for search.
    optionNames = (1...6).map { columns.use("옵션유형\($0)") }
    optionValues = (1...6).map { columns.use("옵션값\($0)") }
  }

  var parts: [ProductGaps.Part: Int?] {
    [
      .description: html, .originalPrice: original, .brand: brand, .maker: maker,
      .categoryPath: category, .tags: tags, .variants: optionValues[0], .sku: sku,
      .variantImage: picture,
    ]
  }

  mutating func take(_ row: CatalogueRow, _ reading: inout CatalogueReading) {
    reading.isFlawed = false
    let price = reading.text(row, paid)
    guard hasBegun || price.utf8.first.map({ (0x30...0x39).contains($0) }) == true else {
      return reading.passOver(row, sample: reading.text(row, name))
    }
    hasBegun = true
    let (title, place) = (reading.text(row, name), chosen(row, category, &reading))
    if let draft, !title.isEmpty, !draft.key.isSame(title) || !categoryText.isSame(place) {
      end(&reading)
    }
    if draft == nil { begin(title, place, row, &reading) }
    addVariant(row, &reading)
    if reading.isFlawed { draft?.isFlawed = true }
  }

  mutating func end(_ reading: inout CatalogueReading) {
    if let draft { reading.deliver(draft) }
    draft = nil
  }

  private mutating func begin(
    _ title: String, _ place: String, _ row: CatalogueRow, _ reading: inout CatalogueReading
  ) {
    categoryText = place
    if !title.isEmpty { reading.tell(.keyFromName, row, name) }
    reading.claim(title, row, name)
    var draft = CatalogueDraft(row, key: title)
    draft.name = title
    // `[77388] A>B>C`
    draft.categoryPath = CatalogueReading.list(
      place.hasPrefix("[") ? String(place.drop { $0 != "]" }.dropFirst()) : place, ">")
    draft.brand = reading.optionalText(row, brand)
    draft.maker = reading.optionalText(row, maker)
    draft.tags = CatalogueReading.list(reading.text(row, tags), "/")
    let described = reading.text(row, html)
    // Nearly always names of pictures that make up the description.
    if isPictures(described) {
      reading.tell(.leftPictures, row, html, sample: described)
    } else {
      draft.text = reading.plainText(described, row, html)
    }
    draft.options = optionNames.map { chosen(row, $0, &reading) }.filter { !$0.isEmpty }
    self.draft = draft
  }

  private mutating func addVariant(_ row: CatalogueRow, _ reading: inout CatalogueReading) {
    guard let draft else { return }
    let values = optionValues.prefix(draft.options.count).map { chosen(row, $0, &reading) }
    let own = CatalogueReading.pictures(reading.text(row, picture))
    for item in own + CatalogueReading.list(reading.text(row, more), ",") { self.draft?.add(item) }
    self.draft?.add(
      CatalogueDraft.Variant(
        row: row.withoutCells, values: values,
        sku: reading.code(row, sku, ifDamaged: .damagedCode),
        price: reading.price(row, paid: paid, original: original),
        stock: reading.stock(row, stock) ?? reading.unknownStock(row, stock), picture: own.first))
  }

  /// Empty where the form's placeholder stands.
  private func chosen(
    _ row: CatalogueRow, _ column: Int?, _ reading: inout CatalogueReading
  ) -> String {
    let text = reading.text(row, column)
    return text.hasPrefix("선택해주세요") ? "" : text
  }

  private func isPictures(_ text: String) -> Bool {
    let parts = CatalogueReading.list(text, ",").map { $0.lowercased() }
    return !parts.isEmpty
      && parts.allSatisfy { part in
        !part.contains("<") && [".jpg", ".jpeg", ".png", ".gif"].contains { part.contains($0) }
      }
  }
}
