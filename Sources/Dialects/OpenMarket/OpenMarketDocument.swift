import Domain
package import Transport
import Web

/// The request bodies of Open Market's apps.
enum OpenMarketDocument {
  static let registration = EndpointBody(
    "The product and its pictures. Other parts and repeated pictures are ignored.",
    .product(new, "The product."))

  static let edit = EndpointBody.json(patch, "The members to change; the others stay.")

  static let secret = EndpointBody(
    "The vendor's secret, in an object or alone.",
    .init(
      mediaType: "application/json", schema: .either([.object(owner.schema), .string()]),
      objects: [owner]))

  // MARK: Reading

  fileprivate static let new = BodyObject<ProductDraft>(
    "NewProduct", "A new product; unknown members are ignored.",
    isClosed: false, nullsAreAbsent: true,
    BodyMember.required("name", .productName, nameMeaning, nameExample), description,
    .judged(
      BodyMember.required("price", amount, priceMeaning, 25_000), discount,
      BodyMember.required(
        "currency", .currency(of: Currency.ofOpenMarket), "The currency of the amounts.", "KRW"),
      make: price
    ),
    stock, proof
  ) { name, description, price, stock, _ in
    ProductDraft(
      name: name, description: description ?? .none, price: price, stock: stock ?? .none)
  }

  fileprivate static let patch = BodyObject<ProductPatch>(
    "ProductPatch", "A change of a product.", isClosed: false, nullsAreAbsent: true,
    .edited(
      ProductPatch(ofListed: true),
      by: [
        .setting(\.name, .nullable("name", .productName, nameMeaning, nameExample)),
        .setting(\.description, description),
        .editing(changedPrice) { ($0.price, $0.currency) = ($1.price, $1.currency) },
        .setting(\.stock, stock), .editing(proof) { _, _ in },
        .setting(
          \.cover,
          .nullable("thumbnail_id", .soughtID, "Id of the picture that becomes the cover.", 15)),
      ]))

  private static let owner = BodyObject<Void>(
    "VendorSecret", "Proof of the vendor.", isClosed: false, proof)

  // MARK: Members

  /// Members that apps send in quotes, as the text of a field was typed.
  fileprivate static let numbers: Set<String> = [
    "price", "discounted_price", "stock", "thumbnail_id",
  ]

  private static let nameMeaning = "One line of 3 to 100 characters."
  private static let nameExample: JSONValue = "팥빙수"
  private static let description = BodyMember<ProductDescription?>.group(
    BodyMember.nullable(
      "description", .productDescription, "Many lines, at most 20,000 characters.", "시원해요"),
    BodyMember.nullable(
      "descriptions", .productDescription,
      "The same as `description`, over which it takes precedence.", "시원해요")
  ) { $1 ?? $0 }

  @Sendable private static func price(
    _ price: Amount?, _ discount: Amount??, _ currency: Currency?
  ) throws -> Price? {
    try AskedPrice.whole(price, discount: discount ?? nil).judged(in: currency)
  }

  private static let changedPrice = BodyMember<(price: AskedPrice, currency: Currency?)>.judged(
    BodyMember.nullable("price", amount, priceMeaning, 25_000), discount,
    BodyMember.nullable(
      "currency", .currency(of: Currency.ofOpenMarket), "The currency of the amounts.", "KRW")
  ) { price, discount, currency in
    let asked = AskedPrice.whole(price ?? nil, discount: discount ?? nil)
    try asked.check(in: currency ?? nil)
    return (asked, currency ?? nil)
  }

  private static let priceMeaning = "Before the discount, in the currency; also in quotes."
  private static let discount = BodyMember<Amount?>.nullable(
    "discounted_price", amount, "The discount; also in quotes.", 1_000)
  private static let stock = BodyMember<Stock?>.nullable(
    "stock", .stock, "The number in stock, 0 without it; also in quotes.", 12)
  private static let proof = BodyMember<Void>.proof(
    "secret", .text, isRequired: true, "The vendor's secret.")

  private static let amount = BodyValue<Amount>(.number(0...Price.amountMax)) {
    value in try value.amount()
  }
}

extension ProductDocument.Format {
  /// The rules of Open Market's server: unknown members are ignored, null means missing, numbers
  /// may be in quotes, amounts are in units of the currency (19.99 of a dollar), the name is
  /// `name`, and `discounted_price` is the amount of the discount.
  package static let openMarket = ProductDocument.Format(
    isLenient: true,
    draft: { value, _ in
      try OpenMarketDocument.new.value(
        of: value.readingNumbers(of: OpenMarketDocument.numbers), from: nil)
    },
    patch: { value, _ in
      try OpenMarketDocument.patch.value(
        of: value.readingNumbers(of: OpenMarketDocument.numbers), from: nil)
    })
}
