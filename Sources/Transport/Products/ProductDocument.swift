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
    var reader = try open(value, format, nullsAreAbsent: true)
    let name = reader.required(format.title, ProductName.init(_:))
    let description = description(&reader, format)
    let price = price(&reader, format)
    let stock = reader.optional("stock") { value throws(ValidationError) in try Stock(value.count())
    }
    let details = format == .native ? reader.details(from: origin) : .none
    close(&reader, format)
    guard let name, let price, reader.fieldErrors.isEmpty else {
      throw Rejection(reader.fieldErrors)
    }
    return ProductDraft(
      name: name, description: description ?? .none, price: price, stock: stock ?? .none,
      details: details)
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
    var reader = try open(value, format, nullsAreAbsent: format == .openMarket)
    var patch = ProductPatch()
    patch.name = reader.kept(format.title) { value throws(ValidationError) in
      try ProductName(value.text())
    }
    patch.description = description(&reader, format)
    patch.currency = reader.kept("currency") { value throws(ValidationError) in
      try Currency(flawed: value.text())
    }
    patch.price = reader.asked(format)
    reader.note(patch.price.fieldErrors(in: patch.currency))
    patch.stock = reader.optional("stock", orNull: .none) { value throws(ValidationError) in
      try Stock(value.count())
    }
    patch.cover = reader.optional("thumbnail_id") { value throws(ValidationError) in
      try value.wholeNumber()
    }
    if format == .native { reader.readDetails(into: &patch, from: origin) }
    close(&reader, format)
    guard reader.fieldErrors.isEmpty else { throw Rejection(reader.fieldErrors) }
    return patch
  }

  /// What a vendor shows who they are with: `"..."` alone, or the member `secret`. Nil without one.
  package static func secret(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text): return text
    case .object(let members):
      guard case .string(let text) = members.first(where: { $0.name == "secret" })?.value else {
        return nil
      }
      return text
    default: return nil
    }
  }

  // MARK: Members

  private static func open(
    _ value: JSONValue, _ format: Format, nullsAreAbsent: Bool
  ) throws(Rejection) -> ObjectReader {
    let value = format == .openMarket ? value.readingNumbers(of: numbers) : value
    return try ObjectReader.open(value, nullsAreAbsent: nullsAreAbsent)
  }

  /// What apps of Open Market send in quotes: the text of a field as it was typed.
  private static let numbers: Set<String> = ["price", "discounted_price", "stock", "thumbnail_id"]

  private static func close(_ reader: inout ObjectReader, _ format: Format) {
    guard format == .native else { return }
    // Read elsewhere: it proves who is asking.
    _ = reader.member("secret")
    reader.refuseTheRest(readOnly: readOnly)
  }

  /// Those that our own answers hold and nobody can set.
  private static let readOnly: Set<String> = [
    "id", "version", "vendor", "image", "images", "created_at", "updated_at", "price_text",
    "original_price_text", "discount_text", "discount_percent", "stock_text", "is_sold_out",
    "badges", "accessibility_label", "review_count", "review_average",
    "like_count",
  ]

  /// The apps of the first version say `descriptions`, those of the second `description`.
  private static func description(
    _ reader: inout ObjectReader, _ format: Format
  ) -> ProductDescription? {
    guard format == .openMarket else {
      return reader.optional("description", orNull: .none) { value throws(ValidationError) in
        try ProductDescription(value.text())
      }
    }
    let plural = reader.optional("descriptions", ProductDescription.init(_:))
    let singular = reader.optional("description", ProductDescription.init(_:))
    return plural ?? singular
  }

  private static func price(_ reader: inout ObjectReader, _ format: Format) -> Price? {
    let currency = reader.required("currency", Currency.init(flawed:))
    _ = reader.requiredValue("price")
    let asked = reader.asked(format)
    reader.note(asked.fieldErrors(in: currency))
    guard let currency else { return nil }
    // What is wrong has been noted.
    return try? asked.price(in: currency)
  }
}

extension ProductDocument.Format {
  /// The name of the title.
  fileprivate var title: String {
    switch self {
    case .native: "title"
    case .openMarket: "name"
    }
  }
}

extension ObjectReader {
  /// What is sent about the price. What cannot be read is noted.
  fileprivate mutating func asked(_ format: ProductDocument.Format) -> AskedPrice {
    switch format {
    case .native:
      let paid = kept("price") { value throws(ValidationError) in try value.minorUnits() }
      let original = change(
        "original_price", as: { value throws(ValidationError) in try value.minorUnits() })
      return .paid(paid, original: original)
    case .openMarket:
      let whole = kept("price") { value throws(ValidationError) in try value.amount() }
      let discount = optional("discounted_price", orNull: Amount(0)) {
        value throws(ValidationError) in
        try value.amount()
      }
      return .whole(whole, discount: discount)
    }
  }
}

extension Currency {
  init(flawed text: String) throws(ValidationError) {
    guard let currency = Currency(rawValue: text) else {
      throw ValidationError(
        "unknown_currency", "Nothing is sold in this currency here.", hint: "Write KRW or USD.")
    }
    self = currency
  }
}
