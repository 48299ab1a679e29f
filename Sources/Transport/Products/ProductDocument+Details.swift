import Domain
import UseCases
import ViewData
import Web

// What our own apps may say beside name, price and stock.
extension ProductDocument {
  /// Brand, maker, delivery and the like; null takes away what may be absent.
  static func readDetails(of reader: inout ObjectReader, into patch: inout ProductPatch) {
    patch.brand = reader.change(brand)
    patch.maker = reader.change(maker)
    patch.mall = reader.change(mall)
    patch.link = reader.change(link)
    patch.itemType = reader.change(itemType)
    patch.type = reader.nullable(productType, orNull: .general)
    patch.categoryPath = reader.nullable(categoryPath, orNull: [])
    patch.tags = reader.nullable(tags, orNull: [])
    patch.delivery = reader.change(delivery)
  }

  private static let brand = BodyMember("brand", .title, "One line.", "Moa")
  private static let maker = BodyMember("maker", .title, "One line.", "Moa")
  private static let mall = BodyMember("mall", .title, "One line.", "Moa Mall")
  private static let link = BodyMember(
    "link", .reference(.string(format: "uri-reference")),
    "A page about it outside of the app: https, or a path of this site.",
    "https://shop.example/207")
  private static let itemType = BodyMember(
    "item_type_id", .integer(1..., outside: .unknownItemType),
    "What kind of thing it is; the screen of categories shows the item types.", 28)
  private static let productType = BodyMember(
    "product_type",
    BodyValue<ProductType>(.word(ProductType.words), text: ProductType.init(word:)),
    "What kind of offer it is.", "general")
  private static let categoryPath = BodyMember(
    "category_path", .array(.title, 0...ProductDetails.categoriesMax),
    "From the widest to the narrowest.", ["패션의류", "남성의류", "점퍼"])
  private static let tags = BodyMember(
    "tags",
    BodyValue<[ProductTag]>.array(.word(unknown: unknownTag), 0...ProductTag.allCases.count)
      .map { ProductTags($0) }, "Each once.", ["BEST"])
  private static let delivery = BodyMember(
    "delivery", .object(terms), "What bringing it costs.")

  private static let unknownTag = ValidationError(
    "unknown_tag", "There is no such mark.",
    hint: "Known are \(ProductTag.allCases.map(\.rawValue).joined(separator: ", ")).")

  // MARK: Delivery

  /// A client that writes the terms back sends their `text` along. One that says something
  /// else is refused: it cannot be set.
  private static let terms = BodyObject<DeliveryTerms>(
    "DeliveryTerms", "The costs of delivery.", nullsAreAbsent: true
  ) { reader in
    let sent = reader.nullable(text)
    let isFree = reader.required(isFree)
    let fee = reader.nullable(fee)
    let freeLimit = reader.nullable(freeLimit)
    let isBilled = reader.nullable(isBilledByArea)
    let areas = reader.nullable(areas)
    guard let isFree, reader.fieldErrors.isEmpty else { return nil }
    let terms = DeliveryTerms(
      isFree: isFree, freeLimit: freeLimit ?? 0, fee: fee ?? 0,
      isBillingByAreaWhenFree: isBilled ?? false, areas: areas ?? [])
    return reader.value(at: text) {
      guard sent == nil || isText(sent, of: terms) else { throw ValidationError.readOnly }
      return terms
    }
  }

  /// A detail that was read in any language may be sent back as it is.
  private static func isText(_ text: String?, of terms: DeliveryTerms) -> Bool {
    Language.all.contains { DeliveryView(terms, in: $0.screens.products).text == text }
  }

  private static let text = BodyMember(
    "text", .text, "As it was read; it cannot be changed.")
  private static let isFree = BodyMember(
    "is_free", .flag, "Whether delivery costs nothing.", false)
  private static let fee = BodyMember("fee", .won, "In won.", 3_000)
  private static let freeLimit = BodyMember(
    "free_limit", .won, "The sum of an order, in won, from which it is free.", 50_000)
  private static let isBilledByArea = BodyMember(
    "is_billing_by_area_when_free", .flag,
    "Whether areas have a surcharge even when delivery is free.", false)
  private static let areas = BodyMember(
    "areas", .array(.object(area), 0...DeliveryTerms.areasMax), "Areas with a surcharge.")

  private static let area = BodyObject<DeliveryTerms.Area>(
    "DeliveryTermsArea", "A part of the country with its surcharge.", nullsAreAbsent: true
  ) { reader in
    let province = reader.required(province)
    let district = reader.required(district)
    let neighbourhood = reader.nullable(neighbourhood) ?? ""
    let surcharge = reader.required(surcharge)
    guard let province, let district, let surcharge else { return nil }
    return DeliveryTerms.Area(
      province: province, district: district, neighbourhood: neighbourhood, surcharge: surcharge)
  }

  private static let province = BodyMember("province", .place, "One line.", "제주특별자치도")
  private static let district = BodyMember("district", .place, "One line.", "제주시")
  private static let neighbourhood = BodyMember("neighbourhood", .place, "One line.", "")
  private static let surcharge = BodyMember("surcharge", .won, "In won.", 3_000)
}

extension BodyValue<Int64> {
  fileprivate static var won: Self {
    integer(
      0...Price.amountMax,
      outside: ValidationError(
        "out_of_range", "Below 0 or above any price.", hint: "Write it in won."))
  }
}

extension BodyValue<String> {
  /// Part of an address: nothing, or a line like a title.
  fileprivate static var place: Self {
    Self(
      Wire.place,
      text: { text in
        do throws(ValidationError) {
          return try Title(text).text
        } catch {
          guard error.code == "empty" else { throw error }
          return ""
        }
      })
  }
}
