import Domain

/// What ``ProductDocument`` reads of our own apps, as the contract says it.
extension ProductDocument {
  /// A form with a new product.
  static let formSchema = ObjectSchema(
    "ProductForm", "A new product with its pictures.",
    [
      .init(
        name: "params", schema: .object(draftSchema), isRequired: true,
        meaning: "The product; the first part of the form.", example: nil),
      .init(
        name: "images", schema: .array(.string(), 1...Product.imagesMax), isRequired: true,
        meaning: "JPEG or PNG files, in the order of display; the first is the cover.",
        example: nil),
    ])

  /// What ``draft(_:_:from:)`` reads.
  static let draftSchema = ObjectSchema(
    "NewProduct", "A product to be registered.", members(isNew: true), isClosed: true)

  /// What ``patch(_:_:from:)`` reads.
  static let patchSchema = ObjectSchema(
    "ProductPatch",
    "What shall change about a product; `null` puts a member back to what holds without it.",
    members(isNew: false) + [
      .init(
        name: "thumbnail_id", schema: .integer(1...), isRequired: false,
        meaning: "Id of the picture that shall be the cover.", example: 12)
    ], isClosed: true)

  private static func members(isNew: Bool) -> [ObjectSchema.Member] {
    prices(isNew: isNew) + details + [
      .init(
        name: "secret", schema: .string(), isRequired: false,
        meaning: "Of the vendor, where no field of the request holds it.", example: nil)
    ]
  }

  private static func prices(isNew: Bool) -> [ObjectSchema.Member] {
    [
      .init(
        name: "title", schema: .string(ProductName.charactersMin...Title.bytesMax),
        isRequired: isNew, meaning: "One line of 3 to 100 characters.", example: "겨울 패딩 점퍼"),
      .init(
        name: "description", schema: .optional(Wire.productDescription),
        isRequired: false, meaning: "Many lines, at most 1,000 characters.", example: "가볍고 따뜻합니다."),
      .init(
        name: "price", schema: Wire.money, isRequired: isNew,
        meaning: "What is paid, in minor units: won, cents.", example: 79_200),
      .init(
        name: "original_price", schema: .optional(Wire.money), isRequired: false,
        meaning: "What it cost before a discount, in minor units; null for no discount.",
        example: 99_000),
      .init(
        name: "currency", schema: .word(Currency.allCases.map(\.rawValue)), isRequired: isNew,
        meaning: "Of both.", example: "KRW"),
      .init(
        name: "stock", schema: .optional(.integer(0...Int64(Stock.countMax))), isRequired: false,
        meaning: "How many there are; none without it.", example: 12),
    ]
  }

  private static let details: [ObjectSchema.Member] = {
    let line = JSONSchema.optional(Wire.title)
    return [
      .init(
        name: "brand", schema: line, isRequired: false, meaning: "One line.", example: "Moa"),
      .init(
        name: "maker", schema: line, isRequired: false, meaning: "One line.", example: "Moa"),
      .init(
        name: "mall", schema: line, isRequired: false, meaning: "One line.", example: "Moa Mall"),
      .init(
        name: "link", schema: .optional(.string(format: "uri-reference")), isRequired: false,
        meaning: "A page about it outside of the app: https, or a path of this site.",
        example: "https://shop.example/207"),
      .init(
        name: "item_type_id", schema: .optional(.integer(1...)), isRequired: false,
        meaning: "What kind of thing it is; the screen of categories shows the item types.",
        example: 28),
      .init(
        name: "product_type", schema: .optional(.word(ProductType.words)), isRequired: false,
        meaning: "What kind of offer it is.", example: "general"),
      .init(
        name: "category_path",
        schema: .optional(.array(Wire.title, 0...ProductDetails.categoriesMax)),
        isRequired: false, meaning: "From the widest to the narrowest.",
        example: ["패션의류", "남성의류", "점퍼"]),
      .init(
        name: "tags",
        schema: .optional(
          .array(.word(ProductTag.allCases.map(\.rawValue)), 0...ProductTag.allCases.count)),
        isRequired: false, meaning: "Each once.", example: ["BEST"]),
      .init(
        name: "delivery", schema: .optional(.object(delivery)), isRequired: false,
        meaning: "What bringing it costs.", example: nil),
    ]
  }()

  private static let delivery = ObjectSchema(
    "DeliveryTerms", "What bringing a product costs.",
    [
      .init(
        name: "text", schema: .optional(.string()), isRequired: false,
        meaning: "As it was read; nobody can set another.", example: nil),
      .init(
        name: "is_free", schema: .boolean, isRequired: true,
        meaning: "Whether nothing is paid for it.", example: false),
      .init(
        name: "fee", schema: .optional(Wire.money), isRequired: false, meaning: "In won.",
        example: 3_000),
      .init(
        name: "free_limit", schema: .optional(Wire.money), isRequired: false,
        meaning: "The sum of an order, in won, from which it is free.", example: 50_000),
      .init(
        name: "is_billing_by_area_when_free", schema: .optional(.boolean), isRequired: false,
        meaning: "Whether areas cost more even when delivery is free.", example: false),
      .init(
        name: "areas",
        schema: .optional(.array(.object(area), 0...DeliveryTerms.areasMax)), isRequired: false,
        meaning: "Areas that cost more.", example: nil),
    ], isClosed: true)

  private static let area = ObjectSchema(
    "DeliveryTermsArea", "Part of the country, with what it costs more.",
    [
      .init(
        name: "province", schema: Wire.place, isRequired: true, meaning: "One line.",
        example: "제주특별자치도"),
      .init(
        name: "district", schema: Wire.place, isRequired: true, meaning: "One line.",
        example: "제주시"),
      .init(
        name: "neighbourhood", schema: .optional(Wire.place), isRequired: false,
        meaning: "One line.", example: ""),
      .init(
        name: "surcharge", schema: Wire.money, isRequired: true, meaning: "In won.",
        example: 3_000),
    ], isClosed: true)
}
