import Domain

/// The bodies that apps of Open Market send, as ``ProductDocument`` reads them of them.
enum OpenMarketSchemas {
  static let registration = EndpointBody(
    "The product and its pictures. Other parts and a picture that comes twice are ignored.",
    .form(
      ObjectSchema(
        "ProductForm", "A new product with its pictures.",
        [
          .init(
            name: "params", schema: .object(new), isRequired: true, meaning: "The product.",
            example: nil),
          .init(
            name: "images", schema: .array(.string(), 1...Product.imagesMax), isRequired: true,
            meaning: "JPEG or PNG files, in the order of display; the first is the cover.",
            example: nil),
        ]), ("params", "application/json"), ("images", "image/jpeg, image/png")))

  static let edit = EndpointBody.json(
    ObjectSchema(
      "ProductPatch", "What shall change about a product.",
      members(isNew: false) + [
        .init(
          name: "thumbnail_id", schema: .optional(.integer(1...)), isRequired: false,
          meaning: "Id of the picture that shall be the cover.", example: 15)
      ]), "What shall change; what is left out stays.")

  static let secret = EndpointBody(
    "The vendor's secret, in an object or alone.",
    .init(
      mediaType: "application/json",
      schema: .either([.object(ObjectSchema("VendorSecret", "Who is asking.", [proof])), .string()])
    ))

  private static let new = ObjectSchema(
    "NewProduct", "A product to be registered; members that are not known are ignored.",
    members(isNew: true))

  private static func members(isNew: Bool) -> [ObjectSchema.Member] {
    [
      .init(
        name: "name", schema: optional(.string(ProductName.charactersMin...Title.bytesMax), !isNew),
        isRequired: isNew,
        meaning: "One line of 3 to 100 characters.", example: "팥빙수"),
      .init(
        name: "description", schema: .optional(Wire.productDescription), isRequired: false,
        meaning: "Many lines, at most 1,000 characters.", example: "시원해요"),
      .init(
        name: "descriptions", schema: .optional(Wire.productDescription), isRequired: false,
        meaning: "The same as `description`, which it precedes.", example: "시원해요"),
      .init(
        name: "price", schema: optional(amount, !isNew), isRequired: isNew,
        meaning: "Before the discount, in the currency; also in quotes.", example: 25_000),
      .init(
        name: "discounted_price", schema: .optional(amount), isRequired: false,
        meaning: "What is taken off; also in quotes.", example: 1_000),
      .init(
        name: "currency",
        schema: optional(.word(Currency.allCases.map(\.rawValue)), !isNew), isRequired: isNew,
        meaning: "Of the amounts.", example: "KRW"),
      .init(
        name: "stock", schema: .optional(.integer(0...Int64(Stock.countMax))), isRequired: false,
        meaning: "How many there are, none without it; also in quotes.", example: 12),
      proof,
    ]
  }

  private static func optional(_ schema: JSONSchema, _ isOptional: Bool) -> JSONSchema {
    isOptional ? .optional(schema) : schema
  }

  private static let amount = JSONSchema.number(0...Price.amountMax)

  private static let proof = ObjectSchema.Member(
    name: "secret", schema: .string(), isRequired: true, meaning: "Of the vendor.", example: nil)
}
