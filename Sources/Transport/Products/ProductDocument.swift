package import Domain

/// The JSON in which products are sent to us: by our own apps, and by those of Open Market.
package enum ProductDocument {
  /// Bytes: what is legal fits, even with every character escaped. An escape takes up to six bytes
  /// for one: `\u0041`.
  ///
  /// So may all texts be written at their caps; the three names of an area count as a hundred
  /// letters each. 128 KiB are for numbers, space and the names of members.
  package static let bytesMax =
    6
    * (ProductDescription.bytesMax + titlesMax * Title.bytesMax + ImageReference.bytesMax
      + DeliveryTerms.areasMax * 3 * Title.charactersMax) + 131_072
  /// Name, brand, maker, mall, and the steps of the category path.
  private static let titlesMax = 4 + ProductDetails.categoriesMax

  /// Whose document it is.
  package enum Format: Sendable, Hashable {
    /// Every member is ours to know: a misspelt one is refused. Names and amounts are those of our
    /// answers, so that what was read can be written back: `title`, `price` for what is paid, minor
    /// units.
    case native
    /// As the server of Open Market read it: unknown members are ignored, null is nothing, numbers
    /// may be in quotes, amounts are those of the currency, and it is `name` and
    /// `discounted_price`.
    case openMarket
  }

  /// A new product: `{"title","description","price","currency","original_price"?,"stock"?,...}`.
  ///
  /// Native amounts are integers in minor units: won, cents, so that 1999 is $19.99. The apps of
  /// Open Market write 19.99 of a dollar, and say `name`, and `discounted_price` for what is taken
  /// off the price.
  /// - Parameter origin: under which our answers tell the sender paths of this site.
  /// - Throws: every mistake of the document, with pointers such as `/price`.
  package static func draft(
    _ value: JSONValue, _ format: Format = .native, from origin: Origin? = nil
  ) throws(Rejection) -> ProductDraft {
    switch format {
    case .native: try new.value(of: value, from: origin)
    case .openMarket: try OpenMarketDocument.draft(value)
    }
  }

  /// Changes to a product: the same members, all optional, and `thumbnail_id`, the id of the image
  /// that shall be the first. Native, `null` puts a member back to what holds without it.
  ///
  /// Source: RFC 7396.
  /// - Throws: every mistake of the document; what no longer fits the rest of the product is seen
  ///   when the patch is applied.
  package static func patch(
    _ value: JSONValue, _ format: Format = .native, from origin: Origin? = nil
  ) throws(Rejection) -> ProductPatch {
    switch format {
    case .native: try patch.value(of: value, from: origin)
    case .openMarket: try OpenMarketDocument.patch(value)
    }
  }

  /// What a vendor shows who they are with: `"..."` alone, or the member `secret`. Nil without one.
  package static func secret(_ value: JSONValue) -> String? {
    if case .string(let text) = value { text } else { secret.quietly(in: value) }
  }

  // MARK: Reading

  /// As our own apps send it.
  static let new = BodyObject<ProductDraft>(
    "NewProduct", "A product to be registered.", answer: Wire.productDetail.schema,
    nullsAreAbsent: true
  ) { reader in
    let name = reader.required(title)
    let description = reader.nullable(description)
    let price = reader.required(price)
    let asked = AskedPrice.paid(price, original: reader.change(originalPrice))
    let currency = reader.required(currency)
    var rest = ProductPatch()
    readRest(of: &reader, into: &rest)
    reader.note(asked.fieldErrors(in: currency))
    guard let name, let currency, let price = try? asked.price(in: currency) else { return nil }
    return ProductDraft(
      name: name, description: description ?? .none, price: price, stock: rest.stock ?? .none,
      details: rest.applied(to: .none))
  }

  /// As our own apps send it.
  static let patch = BodyObject<ProductPatch>(
    "ProductPatch",
    "What shall change about a product; `null` puts a member back to what holds without it.",
    answer: Wire.productDetail.schema
  ) { reader in
    var patch = ProductPatch()
    patch.name = reader.kept(title)
    patch.description = reader.nullable(description, orNull: ProductDescription.none)
    let price = reader.kept(price)
    patch.price = .paid(price, original: reader.change(originalPrice))
    patch.currency = reader.kept(currency)
    readRest(of: &reader, into: &patch)
    patch.cover = reader.optional(cover)
    reader.note(patch.price.fieldErrors(in: patch.currency))
    return patch
  }

  private static func readRest(of reader: inout ObjectReader, into patch: inout ProductPatch) {
    patch.stock = reader.nullable(stock, orNull: Stock.none)
    readDetails(of: &reader, into: &patch)
    reader.proof(secret, isRequired: false)
  }

  // MARK: Members

  private static let title = BodyMember(
    "title", .productName, "One line of 3 to 100 characters.", "겨울 패딩 점퍼")
  private static let description = BodyMember(
    "description", .productDescription, "Many lines, at most 1,000 characters.", "가볍고 따뜻합니다.")
  private static let price = BodyMember(
    "price", .minorUnits, "What is paid, in minor units: won, cents.", 79_200)
  private static let originalPrice = BodyMember(
    "original_price", .minorUnits,
    "What it cost before a discount, in minor units; null for no discount.", 99_000)
  private static let currency = BodyMember("currency", .currency, "Of both.", "KRW")
  private static let stock = BodyMember(
    "stock", .stock, "How many there are; none without it.", 12)
  private static let secret = BodyMember(
    "secret", .text, "Of the vendor, where no field of the request holds it.")
  private static let cover = BodyMember(
    "thumbnail_id", .soughtID, "Id of the picture that shall be the cover.", 12)
}

extension BodyValue<ProductName> {
  static var productName: Self {
    Self(.string(ProductName.charactersMin...Title.bytesMax), text: ProductName.init(_:))
  }
}

extension BodyValue<ProductDescription> {
  static var productDescription: Self {
    Self(Wire.productDescription, text: ProductDescription.init(_:))
  }
}

extension BodyValue<Amount> {
  static var minorUnits: Self {
    Self(Wire.money) { value throws(ValidationError) in try value.minorUnits() }
  }
}

extension BodyValue<Currency> {
  static var currency: Self {
    word(
      unknown: ValidationError(
        "unknown_currency", "Nothing is sold in this currency here.", hint: "Write KRW or USD."))
  }
}

extension BodyValue<Stock> {
  static var stock: Self {
    Self(.integer(0...Int64(Stock.countMax))) { value throws(ValidationError) in
      try Stock(value.count())
    }
  }
}
