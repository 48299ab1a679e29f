import Domain
import UseCases
import ViewData

// What our own apps may say beside name, price and stock.
extension ObjectReader {
  /// Brand, maker, delivery and the like of a new product.
  mutating func details(from origin: Origin?) -> ProductDetails {
    var details = ProductDetails.none
    details.itemType = itemType().applied(to: nil)
    details.brand = optional("brand", Title.init(_:))
    details.maker = optional("maker", Title.init(_:))
    details.mall = optional("mall", Title.init(_:))
    details.link = optional("link") { url throws(ValidationError) in
      try ImageReference(url, from: origin)
    }
    details.type = productType() ?? .general
    details.categoryPath = categoryPath() ?? []
    details.tags = tags() ?? []
    details.delivery = delivery().applied(to: nil)
    return details
  }

  /// The same as changes; null takes away what may be absent.
  mutating func readDetails(into patch: inout ProductPatch, from origin: Origin?) {
    patch.itemType = itemType()
    patch.brand = change("brand", Title.init(_:))
    patch.maker = change("maker", Title.init(_:))
    patch.mall = change("mall", Title.init(_:))
    patch.link = change("link") { url throws(ValidationError) in
      try ImageReference(url, from: origin)
    }
    patch.type = productType()
    patch.categoryPath = categoryPath()
    patch.tags = tags()
    patch.delivery = delivery()
  }

  private mutating func itemType() -> Change<Int64> {
    change(
      "item_type_id",
      as: { value throws(ValidationError) in
        let id = try value.wholeNumber()
        guard id > 0 else { throw .unknownItemType }
        return id
      })
  }

  private mutating func productType() -> ProductType? {
    optional("product_type", orNull: .general) { value throws(ValidationError) in
      try ProductType(word: value.text())
    }
  }

  private mutating func categoryPath() -> [Title]? {
    elements("category_path", atMost: ProductDetails.categoriesMax) { value throws(Rejection) in
      try Self.reading(value) { value throws(ValidationError) in try Title(value.text()) }
    }
  }

  private mutating func tags() -> ProductTags? {
    elements("tags", atMost: ProductTag.allCases.count) { value throws(Rejection) in
      try Self.reading(value) { value throws(ValidationError) in
        let text = try value.text()
        guard let tag = ProductTag(rawValue: text) else { throw Self.unknownTag }
        return tag
      }
    }.map { ProductTags($0) }
  }

  private mutating func delivery() -> Change<DeliveryTerms> {
    switch member("delivery") {
    case nil: return .keep
    case .null: return .clear
    case let value?:
      do throws(Rejection) {
        return .set(try Self.delivery(value))
      } catch {
        note("delivery", error.fieldErrors)
        return .keep
      }
    }
  }

  /// Whoever writes the terms back that they read sends their `text` along. One that says something
  /// else is refused: nobody can set it.
  private static func delivery(_ value: JSONValue) throws(Rejection) -> DeliveryTerms {
    var reader = try ObjectReader.open(value, nullsAreAbsent: true)
    let text = reader.optional("text") { value throws(ValidationError) in try value.text() }
    let isFree = reader.required("is_free") { value throws(ValidationError) in try value.flag() }
    let freeLimit = reader.optional("free_limit", as: won)
    let fee = reader.optional("fee", as: won)
    let isBilled = reader.optional("is_billing_by_area_when_free") {
      value throws(ValidationError) in
      try value.flag()
    }
    let areas = reader.elements("areas", atMost: DeliveryTerms.areasMax, as: area)
    reader.refuseTheRest()
    guard let isFree, reader.fieldErrors.isEmpty else { throw Rejection(reader.fieldErrors) }
    let terms = DeliveryTerms(
      isFree: isFree, freeLimit: freeLimit ?? 0, fee: fee ?? 0,
      isBillingByAreaWhenFree: isBilled ?? false, areas: areas ?? [])
    guard text == nil || isText(text, of: terms) else {
      throw Rejection([FieldError(FieldError.step("text"), .readOnly)])
    }
    return terms
  }

  /// Whoever read a detail in any language may send it back as it is.
  private static func isText(_ text: String?, of terms: DeliveryTerms) -> Bool {
    Language.all.contains { DeliveryView(terms, in: $0.screens.products).text == text }
  }

  private static func area(_ value: JSONValue) throws(Rejection) -> DeliveryTerms.Area {
    var reader = try ObjectReader.open(value, nullsAreAbsent: true)
    let province = reader.required("province", place)
    let district = reader.required("district", place)
    let neighbourhood = reader.optional("neighbourhood", place)
    let surcharge = reader.required("surcharge", as: won)
    reader.refuseTheRest()
    guard let province, let district, let surcharge, reader.fieldErrors.isEmpty else {
      throw Rejection(reader.fieldErrors)
    }
    return DeliveryTerms.Area(
      province: province, district: district, neighbourhood: neighbourhood ?? "",
      surcharge: surcharge)
  }

  /// Part of an address: nothing, or a line like a title.
  private static func place(_ text: String) throws(ValidationError) -> String {
    do throws(ValidationError) {
      return try Title(text).text
    } catch {
      guard error.code == "empty" else { throw error }
      return ""
    }
  }

  private static func won(_ value: JSONValue) throws(ValidationError) -> Int64 {
    let number = try value.wholeNumber()
    guard (0...Price.amountMax).contains(number) else {
      throw ValidationError("out_of_range", "Below 0 or above any price.", hint: "Write it in won.")
    }
    return number
  }

  private static func reading<Value>(
    _ value: JSONValue, _ read: (JSONValue) throws(ValidationError) -> Value
  ) throws(Rejection) -> Value {
    do throws(ValidationError) {
      return try read(value)
    } catch {
      throw Rejection(error)
    }
  }

  private static let unknownTag = ValidationError(
    "unknown_tag", "There is no such mark.",
    hint: "Known are \(ProductTag.allCases.map(\.rawValue).joined(separator: ", ")).")
}
