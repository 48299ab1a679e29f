package import Domain
package import Web

/// The JSON of submitted products.
package enum ProductDocument {
  /// Bytes: any valid document fits, even with every character escaped. An escape takes up to six
  /// bytes for one: `\u0041`.
  ///
  /// All texts may have their largest size; the three names of an area count as a hundred
  /// characters each. 128 KiB are for numbers, space and the names of members.
  package static let bytesMax =
    6
    * (ProductDescription.bytesMax + titlesMax * Title.bytesMax + ImageReference.bytesMax
      + DeliveryTerms.areasMax * 3 * Title.charactersMax + optionsBytesMax) + 131_072
  /// The largest document of an app of Open Market, in bytes: it may also hold the pictures in
  /// base64, which are ignored. Five of 300 KB are 2 MB, and an encoder may escape each slash.
  static let bytesWithPicturesMax = 4_194_304
  /// Name, brand, maker, mall, and the steps of the category path.
  private static let titlesMax = 4 + ProductDetails.categoriesMax
  /// Each value once more with a colour, and in the variants.
  private static let optionsBytesMax =
    ProductOption.bytesMax * Variants.optionsMax
    * (1 + 2 * ProductOption.valuesMax + Variants.countMax)

  /// The rules of one kind of document.
  package struct Format: Sendable {
    package typealias Reading<Value> =
      @Sendable (JSONValue, Origin?) throws -> Value

    /// Whether a form may have unknown parts, and the same picture twice.
    package let isLenient: Bool
    /// The largest number of different images.
    var imagesMax: Int { isLenient ? Product.openMarketImagesMax : Product.imagesMax }
    /// The largest document, in bytes.
    package var bytesMax: Int {
      isLenient ? ProductDocument.bytesWithPicturesMax : ProductDocument.bytesMax
    }
    let draft: Reading<ProductDraft>
    let patch: Reading<ProductPatch>

    package init(
      isLenient: Bool, draft: @escaping Reading<ProductDraft>,
      patch: @escaping Reading<ProductPatch>
    ) {
      self.isLenient = isLenient
      self.draft = draft
      self.patch = patch
    }

    /// Unknown members are rejected, because they may be misspelt. Names and amounts are the same
    /// as in our answers, so that an answer can be sent back: `title`, `price` after any discount,
    /// minor units.
    package static let native = Format(
      isLenient: false,
      draft: { value, origin in try new.value(of: value, from: origin) },
      patch: { value, origin in
        try ProductDocument.patch.value(of: value, from: origin)
      })
  }

  /// A new product: `{"title","description","price","currency","original_price"?,"stock"?,...}`.
  ///
  /// Native amounts are integers in minor units: won, yen, cents, so that 1999 is $19.99.
  ///
  /// - Parameter origin: the address of this site for the sender, whose URLs become paths.
  /// - Throws: all errors of the document, with pointers such as `/price`.
  package static func draft(
    _ value: JSONValue, _ format: Format = .native, from origin: Origin? = nil
  ) throws -> ProductDraft {
    try format.draft(value, origin)
  }

  /// A change of a product: the same members, all optional, and `thumbnail_id`, the id of the image
  /// that becomes the first. In native documents `null` resets a member to its default.
  ///
  /// Source: RFC 7396.
  /// - Throws: all errors of the document; conflicts with the rest of the product are found when
  ///   the patch is applied.
  package static func patch(
    _ value: JSONValue, _ format: Format = .native, from origin: Origin? = nil
  ) throws -> ProductPatch {
    try format.patch(value, origin)
  }

  /// The secret of a vendor: `"..."` alone, or the member `secret`. Nil without one.
  package static func secret(_ value: JSONValue) -> String? {
    if case .string(let text) = value { text } else { BodyValue.text.quietly("secret", in: value) }
  }

  // MARK: Reading

  /// The document of our own apps.
  static let new = BodyObject<ProductDraft>(
    "NewProduct", "A product to be registered.", answer: Wire.productDetail.schema,
    nullsAreAbsent: true, newMembers)

  /// The members of a new product.
  static let newMembers = BodyMember<ProductDraft>.group(
    BodyMember.required("title", .productName, nameMeaning, nameExample), description, price,
    .edited(ProductPatch(), by: details)
  ) { name, description, price, details in
    try details.draft(name, description ?? .none, price)
  }

  /// The document of our own apps.
  static let patch = BodyObject<ProductPatch>(
    "ProductPatch",
    "What shall change about a product; `null` puts a member back to what holds without it.",
    answer: Wire.productDetail.schema,
    .edited(ProductPatch(), by: patchRows))

  /// The members of a change.
  static let patchRows: [BodyEdit<ProductPatch>] =
    [
      .setting(\.name, .kept("title", .productName, nameMeaning, nameExample)),
      .setting(\.description, description),
      .editing(changedPrice) { ($0.price, $0.currency) = ($1.price, $1.currency) },
    ] + details + [
      .setting(
        \.cover,
        .optional("thumbnail_id", .soughtID, "Id of the picture that becomes the cover.", 12))
    ]

  // MARK: Members

  private static let nameMeaning = "One line of 3 to 100 characters."
  private static let nameExample: JSONValue = "겨울 패딩 점퍼"
  private static let description = BodyMember<ProductDescription?>.nullable(
    "description", .productDescription, "Many lines, at most 20,000 characters.", "가볍고 따뜻합니다.",
    orNull: ProductDescription.none)

  /// The price of a new product.
  private static let price = BodyMember<Price>.judged(
    BodyMember.required("price", .minorUnits, priceMeaning, 79_200), originalPrice,
    BodyMember.required("currency", .currency, "The currency of both prices.", "KRW")
  ) { price, original, currency in
    try AskedPrice.paid(price, original: original ?? .keep).judged(in: currency)
  }

  private static let changedPrice = BodyMember<(price: AskedPrice, currency: Currency?)>.judged(
    BodyMember.kept("price", .minorUnits, priceMeaning, 79_200), originalPrice,
    BodyMember.kept("currency", .currency, "The currency of both prices.", "KRW")
  ) { price, original, currency in
    let asked = AskedPrice.paid(price ?? nil, original: original ?? .keep)
    try asked.check(in: currency ?? nil)
    return (asked, currency ?? nil)
  }

  static let priceMeaning = "What is paid, in minor units: won, yen, cents."
  static let originalPrice = BodyMember<Change<Amount>>.change(
    "original_price", .minorUnits,
    "What it cost before a discount, in minor units; null for no discount.", 99_000)
}

extension AskedPrice {
  /// - Throws: all that is wrong with it, as far as the currency is known.
  package func check(in currency: Currency?) throws(Rejection) {
    let fieldErrors = fieldErrors(in: currency)
    guard fieldErrors.isEmpty else { throw Rejection(fieldErrors) }
  }

  /// The price of a new product; nil without an amount or a currency.
  package func judged(in currency: Currency?) throws(Rejection) -> Price? {
    try check(in: currency)
    guard let currency else { return nil }
    return try price(in: currency)
  }
}

extension BodyValue<ProductName> {
  package static var productName: Self {
    let characters = ProductName.charactersMin...ProductName.charactersMax
    return Self(
      .text(characters: characters, bytes: Title.bytesMax), text: ProductName.init(_:))
  }
}

extension BodyValue<ProductDescription> {
  package static var productDescription: Self {
    Self(Wire.productDescription, text: ProductDescription.init(_:))
  }
}

extension BodyValue<Amount> {
  static var minorUnits: Self {
    Self(Wire.money) { value in try value.minorUnits() }
  }
}

extension BodyValue<Currency> {
  package static var currency: Self { currency(of: Currency.allCases) }

  package static func currency(of currencies: [Currency]) -> Self {
    let words = currencies.map(\.rawValue)
    let list = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    let unknown = ValidationError(
      "unknown_currency", "Nothing is sold in this currency here.", hint: "Write \(list).")
    return Self(.word(words)) { value, notes in
      notes.value { try value.word(of: words, unknown: unknown) }.flatMap(Currency.init(rawValue:))
    }
  }
}

extension BodyValue<Stock> {
  package static var stock: Self {
    Self(.integer(0...Int64(Stock.countMax))) { value in
      try Stock(value.count())
    }
  }
}
