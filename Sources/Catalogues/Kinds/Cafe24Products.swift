import Domain
import Text

/// Cafe24's CSV: a row for each product, its options in one cell, `색상{빨강|파랑}//사이즈{55|66}`. It
/// has no stock and no price of a variant.
struct Cafe24Products: ProductRows {
  private let code, ownCode, name, html, summary, hint, paid, original: Int?
  private let shown, sold, optionsUsed, options, pictures, listPicture, more: Int?
  private let tags, brand, maker: Int?

  init(_ columns: inout CatalogueColumns) {
    code = columns.use("상품코드")
    ownCode = columns.use("자체 상품코드")
    name = columns.use("상품명")
    html = columns.use("상품 상세설명")
    summary = columns.use("상품 요약설명")
    hint = columns.use("상품 간략설명")
    paid = columns.use("판매가")
    original = columns.use("소비자가")
    shown = columns.use("진열상태")
    sold = columns.use("판매상태")
    optionsUsed = columns.use("옵션사용")
    options = columns.use("옵션입력")
    pictures = columns.use("이미지등록(상세)")
    listPicture = columns.use("이미지등록(목록)")
    more = columns.use("이미지등록(추가)")
    tags = columns.use("검색어설정")
    brand = columns.use("브랜드")
    maker = columns.use("제조사")
  }

  var parts: [ProductGaps.Part: Int?] {
    [
      .description: html ?? summary ?? hint, .originalPrice: original, .brand: brand,
      .maker: maker, .tags: tags, .isHidden: shown ?? sold, .variants: options,
    ]
  }

  func take(_ row: CatalogueRow, _ reading: inout CatalogueReading) {
    reading.isFlawed = false
    var key = reading.code(row, code, ifDamaged: .damagedKey)
    let own = reading.code(row, ownCode, ifDamaged: .damagedCode)
    if key.isEmpty { key = own }
    reading.claim(key, row, code)
    var draft = CatalogueDraft(row, key: key)
    readTexts(of: &draft, row, &reading)
    let price = reading.price(row, paid: paid, original: original)
    let stock = reading.unknownStock(row, nil)
    let choices = choices(row, &reading)
    draft.options = choices.map(\.name)
    let combinations = CatalogueDraft.combinations(choices.map(\.values))
    if combinations == nil { reading.tell(.tooManyVariants, row, options) }
    draft.variants = (combinations ?? []).map { values in
      CatalogueDraft.Variant(
        row: row.withoutCells, values: values, sku: choices.isEmpty ? own : "", price: price,
        stock: stock)
    }
    draft.isFlawed = reading.isFlawed
    reading.deliver(draft)
  }

  private func readTexts(
    of draft: inout CatalogueDraft, _ row: CatalogueRow, _ reading: inout CatalogueReading
  ) {
    draft.name = reading.text(row, name)
    for column in [html, summary, hint] where draft.text.isEmpty {
      draft.text = reading.plainText(reading.text(row, column), row, column)
    }
    for column in [shown, sold] {
      let flag = reading.text(row, column).uppercased()
      if flag.isSame("N") || flag.isSame("F") { draft.isHidden = true }
    }
    let large = reading.text(row, pictures)
    let all = [large.isEmpty ? reading.text(row, listPicture) : large, reading.text(row, more)]
    for picture in all.flatMap(CatalogueReading.pictures) { draft.add(picture) }
    draft.tags = CatalogueReading.list(reading.text(row, tags), ",")
    draft.brand = named(row, brand, &reading)
    draft.maker = named(row, maker, &reading)
  }

  /// A code such as `B0000000` has its name in the shop only.
  private func named(
    _ row: CatalogueRow, _ column: Int?, _ reading: inout CatalogueReading
  ) -> String? {
    guard let text = reading.optionalText(row, column) else { return nil }
    let bytes = Array(text.utf8)
    let isCode =
      bytes.count == 8 && (0x41...0x5A).contains(bytes[0])
      && !bytes.dropFirst().contains(where: { $0 < 0x30 || $0 > 0x5A })
    if isCode { reading.tell(.leftColumn, row, column, sample: text) }
    return isCode ? nil : text
  }

  private func choices(
    _ row: CatalogueRow, _ reading: inout CatalogueReading
  ) -> [(name: String, values: [String])] {
    let text = reading.text(row, options)
    let used = reading.text(row, optionsUsed).uppercased()
    guard !text.isEmpty, !used.isSame("N"), !used.isSame("F") else { return [] }
    var found: [(name: String, values: [String])] = []
    // Slashes, commas and braces within a value could be the form's own.
    for group in text.split(separator: "//", omittingEmptySubsequences: false) {
      let parts = group.split(separator: "{", omittingEmptySubsequences: false)
      guard parts.count == 2, parts[1].last == "}",
        !parts[1].dropLast().contains("}"), !parts[0].contains("}")
      else {
        reading.tell(.unclearOption, row, options, sample: text)
        return []
      }
      let values = parts[1].dropLast().split(separator: "|", omittingEmptySubsequences: false)
        .map { String($0).trimmed }
      let name = String(parts[0]).trimmed
      guard !name.isEmpty, !values.contains(""), !values.contains(where: { $0.contains(",") })
      else {
        reading.tell(.unclearOption, row, options, sample: text)
        return []
      }
      found.append((name, values))
    }
    return found
  }
}
