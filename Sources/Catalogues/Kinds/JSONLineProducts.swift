import Domain
import Text
import Web

/// JSON lines: each an object with the members of a product as `PUT /v1/products` takes them.
/// Pictures may be URLs and names of files, too.
struct JSONLineProducts: ProductRows {
  private static let names: Set<String> = [
    "key", "name", "description", "currency", "price", "original_price", "stock", "options",
    "variants", "images", "brand", "maker", "item_type", "category_path", "tags", "is_hidden",
  ]
  private static let variantNames: Set<String> = [
    "values", "sku", "stock", "price", "original_price", "image",
  ]

  /// Each line has its own members.
  var parts: [ProductGaps.Part: Int?] { [:] }

  func take(_ row: CatalogueRow, _ reading: inout CatalogueReading) {
    reading.isFlawed = false
    do throws(JSONError) {
      let line = try JSONParser.parse(Array(row[0]))
      guard case .object(let members) = line else {
        return refuse(row, &reading, "It is \(line.kind).")
      }
      take(members, row, &reading)
    } catch {
      refuse(row, &reading, "\(error.detail) (byte \(error.column))")
    }
  }

  private func refuse(
    _ row: CatalogueRow, _ reading: inout CatalogueReading, _ sample: String
  ) {
    reading.tell(.badJSON, row, sample: sample)
    reading.findings.refuse()
  }

  private func take(
    _ members: [JSONValue.Member], _ row: CatalogueRow, _ reading: inout CatalogueReading
  ) {
    let object = JSONLine(members)
    for name in object.others(than: Self.names) {
      reading.findings.add(.leftMember, at: reading.place(row), sample: name)
    }
    reading.gaps = object.gaps
    let key = object.text("key")
    reading.claim(key, row, nil)
    var draft = CatalogueDraft(row, key: key)
    draft.name = object.text("name")
    draft.text = object.text("description")
    (draft.brand, draft.maker) = (object.optionalText("brand"), object.optionalText("maker"))
    draft.itemType = object.optionalText("item_type")
    draft.categoryPath = object.texts("category_path")
    draft.tags = object.texts("tags")
    draft.isHidden = object.flag("is_hidden")
    for picture in object.texts("images") { draft.add(picture) }
    draft.options = object.objects("options").map { $0.text("name") }
    let code = object.text("currency").uppercased()
    let currency = code.isEmpty ? reading.options.currency : Currency(rawValue: code)
    if let currency {
      addVariants(of: object, in: currency, to: &draft, row, &reading)
    } else {
      reading.tell(.badCurrency, row, sample: code)
    }
    draft.isFlawed = reading.isFlawed
    reading.deliver(draft)
  }

  private func addVariants(
    of object: JSONLine, in currency: Currency, to draft: inout CatalogueDraft,
    _ row: CatalogueRow, _ reading: inout CatalogueReading
  ) {
    let variants = object.objects("variants")
    for item in variants.isEmpty ? [object] : variants {
      for name in variants.isEmpty ? [] : item.others(than: Self.variantNames) {
        reading.findings.add(.leftMember, at: reading.place(row), sample: name)
      }
      let paid = item.has("price") ? item : object
      guard let amount = units(paid.text("price"), currency, row, &reading) else {
        if !reading.isFlawed { reading.tell(.noPrice, row) }
        return
      }
      let before = units(paid.text("original_price"), currency, row, &reading)
      let stock = item.text("stock")
      draft.add(
        CatalogueDraft.Variant(
          row: row.withoutCells, values: item.texts("values"), sku: item.text("sku"),
          price: reading.price(row, amount, before, in: currency),
          stock: stock.isEmpty
            ? reading.unknownStock(row, nil) : reading.stock(stock, row, nil) ?? 0,
          picture: item.optionalText("image")))
    }
  }

  private func units(
    _ text: String, _ currency: Currency, _ row: CatalogueRow, _ reading: inout CatalogueReading
  ) -> Int64? {
    guard !text.isEmpty else { return nil }
    let units = try? SpreadsheetNumber.minorUnits(text, in: currency)
    if units == nil { reading.tell(.badPrice, row, sample: text) }
    return units
  }
}

/// The members of an object, as texts.
private struct JSONLine {
  private let members: [JSONValue.Member]

  init(_ members: [JSONValue.Member]) { self.members = members }

  private subscript(_ name: String) -> JSONValue? { members.first { $0.isNamed(name) }?.value }

  func has(_ name: String) -> Bool { self[name] != nil }

  /// The parts that neither the product nor a variant of it names.
  var gaps: Set<ProductGaps.Part> {
    let objects = [self] + self.objects("variants")
    let found = OwnProducts.parts.filter { name, part in
      part == .variants ? has("variants") : objects.contains { $0.has(name) }
    }
    return Set(ProductGaps.Part.allCases).subtracting(found.map(\.1))
  }

  func others(than names: Set<String>) -> [String] {
    members.map(\.name).filter { !names.contains($0) }
  }

  func text(_ name: String) -> String { Self.text(self[name]) }

  func optionalText(_ name: String) -> String? {
    let text = text(name)
    return text.isEmpty ? nil : text
  }

  func flag(_ name: String) -> Bool { self[name] == .bool(true) }

  func texts(_ name: String) -> [String] {
    guard case .array(let values) = self[name] else { return [] }
    return values.map(Self.text).filter { !$0.isEmpty }
  }

  func objects(_ name: String) -> [JSONLine] {
    guard case .array(let values) = self[name] else { return [] }
    return values.compactMap { value in
      guard case .object(let members) = value else { return nil }
      return JSONLine(members)
    }
  }

  private static func text(_ value: JSONValue?) -> String {
    switch value {
    case .string(let text): text.trimmed
    case .integer(let number): String(number)
    case .number(let number): "\(number)"
    default: ""
    }
  }
}
