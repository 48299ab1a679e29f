import Domain
import UseCases
import ViewData
import Web

// Members besides name and price, which only our own apps send.
extension ProductDocument {
  /// Stock, brand, delivery and the like; null removes an optional value.
  static let details: [BodyEdit<ProductPatch>] = [
    .setting(
      \.stock,
      BodyMember.nullable(
        "stock", .stock, "How many there are; none without it.", 12, orNull: Stock.none)),
    .setting(
      \.key,
      .change(
        "key", .productKey, "The vendor's own name of it, unique among its products.", "LB-1")),
    .setting(\.brand, .change("brand", .title, "One line.", "Moa")),
    .setting(\.maker, .change("maker", .title, "One line.", "Moa")),
    .setting(\.mall, .change("mall", .title, "One line.", "Moa Mall")),
    .setting(
      \.link,
      .change(
        "link", .reference(.string(format: "uri-reference")),
        "A page about it outside of the app: https, or a path of this site.",
        "https://shop.example/207")),
    .setting(
      \.itemType,
      .change(
        "item_type_id", .integer(1..., outside: .unknownItemType),
        "What kind of thing it is; the screen of categories shows the item types.", 28)),
    .setting(
      \.type,
      BodyMember.nullable(
        "product_type",
        BodyValue<ProductType>(.word(ProductType.words), text: ProductType.init(word:)),
        "What kind of offer it is.", "general", orNull: .general)),
    .setting(
      \.categoryPath,
      BodyMember.nullable(
        "category_path", .array(.title, 0...ProductDetails.categoriesMax),
        "From the widest to the narrowest.", ["패션의류", "남성의류", "점퍼"], orNull: [])),
    .setting(\.tags, .nullable("tags", tags, "Each once.", ["BEST"], orNull: [])),
    .setting(\.delivery, .change("delivery", .object(terms), "What bringing it costs.")),
    .setting(
      \.isHidden,
      BodyMember.nullable(
        "is_hidden", .flag, "Whether it is kept out of the shop, as if it were removed.", false,
        orNull: false)),
    .setting(
      \.variants.options,
      BodyMember.nullable(
        "options", .array(.object(option), 0...Variants.optionsMax),
        "What a shopper chooses, in the order of choosing; none with null. A value that no variant"
          + " has is left out.", orNull: [])),
    .setting(
      \.variants.variants,
      BodyMember.nullable(
        "variants", .array(.object(variant), 0...Variants.countMax),
        "All combinations that are sold; one with the values of a present one keeps its id.",
        orNull: [])),
    .editing(
      .proof(
        "secret", .text, isRequired: false,
        "Of the vendor, where no field of the request holds it.")
    ) { _, _ in },
  ]

  private static let tags =
    BodyValue<[ProductTag]>.array(.word(unknown: unknownTag), 0...ProductTag.allCases.count)
    .map { ProductTags($0) }

  private static let unknownTag = ValidationError(
    "unknown_tag", "There is no such mark.", known: ProductTag.allCases.map(\.rawValue))

  // MARK: Delivery

  /// A client that sends terms back includes their `text`. Another text is rejected, because it
  /// cannot be set.
  private static let terms = BodyObject<DeliveryTerms>(
    "DeliveryTerms", "The costs of delivery.", nullsAreAbsent: true,
    BodyMember.nullable("text", .text, "As it was read; it cannot be changed."),
    BodyMember.required("is_free", .flag, "Whether delivery costs nothing.", false),
    BodyMember.nullable("fee", .won, "In won.", 3_000),
    BodyMember.nullable(
      "free_limit", .won, "The sum of an order, in won, from which it is free.", 50_000),
    BodyMember.nullable(
      "is_billing_by_area_when_free", .flag,
      "Whether areas have a surcharge even when delivery is free.", false),
    BodyMember.nullable(
      "areas", .array(.object(area), 0...DeliveryTerms.areasMax), "Areas with a surcharge.")
  ) { sent, isFree, fee, freeLimit, isBilled, areas in
    let terms = DeliveryTerms(
      isFree: isFree, freeLimit: freeLimit ?? 0, fee: fee ?? 0,
      isBillingByAreaWhenFree: isBilled ?? false, areas: areas ?? [])
    guard sent == nil || isText(sent, of: terms) else {
      throw Rejection([FieldError("/text", .readOnly)])
    }
    return terms
  }

  /// The text may be in any language, so that a detail can be sent back as it was read.
  private static func isText(_ text: String?, of terms: DeliveryTerms) -> Bool {
    Language.all.contains { DeliveryView(terms, in: $0.screens.products).text == text }
  }

  private static let area = BodyObject<DeliveryTerms.Area>(
    "DeliveryTermsArea", "A part of the country with its surcharge.", nullsAreAbsent: true,
    BodyMember.required("province", .place, "One line.", "제주특별자치도"),
    BodyMember.required("district", .place, "One line.", "제주시"),
    BodyMember.nullable("neighbourhood", .place, "One line.", ""),
    BodyMember.required("surcharge", .won, "In won.", 3_000)
  ) {
    DeliveryTerms.Area(province: $0, district: $1, neighbourhood: $2 ?? "", surcharge: $3)
  }
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
  /// Part of an address: nothing, or one line like a title.
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
