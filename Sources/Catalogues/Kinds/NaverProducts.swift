import Domain
import Text

/// Naver's workbook for registering or changing many products, with all options of a product in
/// four cells; or its list of products, which has none.
struct NaverProducts: ProductRows {
  private let code, number, name, html, paid, discounted, off, offUnit, stock: Int?
  private let form, optionNames, optionValues, surcharges, optionStock, hasOptions: Int?
  private let picture, more, brand, maker, sold, shown: Int?
  private var hasBegun = false

  init(_ columns: inout CatalogueColumns) {
    code = columns.use("판매자 상품코드")
    number = columns.use("상품번호(스마트스토어)")
    name = columns.use("상품명")
    html = columns.use("상세설명")
    paid = columns.use("판매가")
    discounted = columns.use("할인가")
    off = columns.use("즉시할인 값 (기본할인)", "즉시할인 값", "즉시할인값")
    offUnit = columns.use("즉시할인 단위 (기본할인)", "즉시할인 단위", "즉시할인단위")
    stock = columns.use("재고수량")
    form = columns.use("옵션형태")
    optionNames = columns.use("옵션명")
    optionValues = columns.use("옵션값")
    surcharges = columns.use("옵션가")
    optionStock = columns.use("옵션 재고수량")
    hasOptions = columns.use("옵션")
    picture = columns.use("대표이미지", "대표이미지 URL")
    more = columns.use("추가이미지")
    brand = columns.use("브랜드", "브랜드명")
    maker = columns.use("제조사", "제조사명")
    sold = columns.use("판매상태")
    shown = columns.use("전시상태")
  }

  var parts: [ProductGaps.Part: Int?] {
    [
      .description: html, .originalPrice: discounted ?? off, .brand: brand, .maker: maker,
      .isHidden: sold ?? shown, .variants: optionValues,
    ]
  }

  mutating func take(_ row: CatalogueRow, _ reading: inout CatalogueReading) {
    reading.isFlawed = false
    // Guides stand between the header and the first product.
    let price = reading.text(row, paid)
    guard hasBegun || price.utf8.first.map({ (0x30...0x39).contains($0) }) == true else {
      return reading.passOver(row, sample: reading.text(row, name))
    }
    hasBegun = true
    let title = reading.text(row, name)
    var key = reading.code(row, code, ifDamaged: .damagedKey)
    if key.isEmpty { key = reading.text(row, number) }
    if key.isEmpty, !title.isEmpty, !reading.isFlawed {
      reading.tell(.keyFromName, row, code)
      key = title
    }
    reading.claim(key, row, code)
    var draft = CatalogueDraft(row, key: key)
    draft.name = title
    draft.text = reading.plainText(reading.text(row, html), row, html)
    let pictures = [reading.text(row, picture), reading.text(row, more)]
    for item in pictures.flatMap(CatalogueReading.pictures) { draft.add(item) }
    draft.brand = reading.optionalText(row, brand)
    draft.maker = reading.optionalText(row, maker)
    let (sold, shown) = (reading.text(row, sold), reading.text(row, shown))
    draft.isHidden =
      !(sold.isEmpty || sold.isSame("판매중")) || !(shown.isEmpty || shown.isSame("전시중"))
    addVariants(to: &draft, row, &reading)
    draft.isFlawed = reading.isFlawed
    reading.deliver(draft)
  }

  private func addVariants(
    to draft: inout CatalogueDraft, _ row: CatalogueRow, _ reading: inout CatalogueReading
  ) {
    if reading.text(row, hasOptions).uppercased().isSame("Y") {
      return reading.tell(.hiddenOptions, row, hasOptions)
    }
    let prices = prices(row, &reading)
    guard let (whole, paid) = prices else { return }
    guard let choices = choices(row, &reading) else {
      draft.variants = [
        CatalogueDraft.Variant(
          row: row.withoutCells, values: [],
          price: reading.price(row, paid, whole, in: reading.currency, self.paid),
          stock: reading.stock(row, stock) ?? reading.unknownStock(row, stock))
      ]
      return
    }
    draft.options = choices.names
    for (index, values) in choices.combinations.enumerated() {
      let extra = choices.surcharges.isEmpty ? 0 : choices.surcharges[index]
      draft.add(
        CatalogueDraft.Variant(
          row: row.withoutCells, values: values,
          price: reading.price(
            row, paid + extra, whole.map { $0 + extra }, in: reading.currency, self.paid),
          stock: choices.stocks.isEmpty
            ? reading.unknownStock(row, optionStock) : choices.stocks[index]))
    }
  }

  /// Before and after the discount; nil when it has a flaw, which is told.
  private func prices(
    _ row: CatalogueRow, _ reading: inout CatalogueReading
  ) -> (whole: Int64?, paid: Int64)? {
    guard let whole = amount(row, paid, &reading) else {
      if !reading.isFlawed { reading.tell(.noPrice, row, paid) }
      return nil
    }
    if let lower = amount(row, discounted, &reading), lower > 0 {
      return (whole, lower)
    }
    guard let off = amount(row, off, &reading), off > 0 else {
      return reading.isFlawed ? nil : (nil, whole)
    }
    guard reading.text(row, offUnit).contains("%") else { return (whole, whole - off) }
    guard off <= 100 else {
      reading.tell(.badPrice, row, self.off, sample: "\(off)%")
      return nil
    }
    return (whole, whole - whole * off / 100)
  }

  /// Beyond what any product costs, and far from where sums overflow.
  private static let unitsMax = 1_000_000_000_000

  private func amount(
    _ row: CatalogueRow, _ column: Int?, _ reading: inout CatalogueReading
  ) -> Int64? {
    guard let units = reading.amount(row, column, in: reading.currency) else { return nil }
    guard units.magnitude <= Self.unitsMax else {
      reading.tell(.badPrice, row, column, sample: "\(units)")
      return nil
    }
    return units
  }

  // MARK: Options

  private struct Choices {
    let names: [String]
    let combinations: [[String]]
    /// One for each combination, or none.
    let surcharges: [Int64]
    let stocks: [Int]
  }

  /// Nil without options, and with a flaw, which is told.
  ///
  /// Who registers writes a line for each option, with its values between commas; who changes gets
  /// a line for each combination. Where both are possible, the number of prices and stocks decides.
  private func choices(_ row: CatalogueRow, _ reading: inout CatalogueReading) -> Choices? {
    let names = lines(reading.text(row, optionNames)).flatMap { CatalogueReading.list($0, ",") }
    let lines = lines(reading.text(row, optionValues))
    guard !names.isEmpty || !lines.isEmpty else { return nil }
    let counts = Set([surcharges, optionStock].map { numbers(reading.text(row, $0)).count })
      .subtracting([0])
    let isSingle = reading.text(row, form).contains("단독")
    var readings = [grouped(lines, names), listed(lines, names)].compactMap { $0 }
    if readings.count == 2, readings[0] == readings[1] || isSingle { readings.removeLast() }
    if readings.count > 1 {
      readings.removeAll { !counts.isSubset(of: [$0.count]) || counts.isEmpty }
    }
    guard readings.count == 1 else {
      let kind: Finding.Kind =
        grouped(lines, names) == nil && listed(lines, names) == nil
        ? .brokenOption : .unclearOption
      reading.tell(kind, row, optionValues, sample: lines.joined(separator: " / "))
      return nil
    }
    let combinations = readings[0]
    guard counts.isSubset(of: [combinations.count]) else {
      reading.tell(.brokenOption, row, counts.isEmpty ? optionValues : optionStock)
      return nil
    }
    let extra = numbers(reading.text(row, surcharges)).map { text in
      (try? SpreadsheetNumber.minorUnits(text, in: reading.currency))
        .flatMap { $0.magnitude <= Self.unitsMax ? $0 : nil }
    }
    if extra.contains(nil) { reading.tell(.badPrice, row, surcharges) }
    let stocks = numbers(reading.text(row, optionStock)).map {
      reading.stock($0, row, optionStock)
    }
    guard !reading.isFlawed else { return nil }
    return Choices(
      names: names, combinations: combinations, surcharges: extra.compactMap { $0 },
      stocks: stocks.compactMap { $0 })
  }

  /// A line for each option.
  private func grouped(_ lines: [String], _ names: [String]) -> [[String]]? {
    guard lines.count == names.count, !names.isEmpty else { return nil }
    return CatalogueDraft.combinations(lines.map { CatalogueReading.list($0, ",") })
  }

  /// A line for each combination.
  private func listed(_ lines: [String], _ names: [String]) -> [[String]]? {
    let combinations = lines.map { CatalogueReading.list($0, ",") }
    guard !lines.isEmpty, combinations.allSatisfy({ $0.count == names.count }) else { return nil }
    return combinations
  }

  private func lines(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).map { String($0).trimmed }.filter { !$0.isEmpty }
  }

  private func numbers(_ text: String) -> [String] {
    lines(text).flatMap { CatalogueReading.list($0, ",") }
  }
}
