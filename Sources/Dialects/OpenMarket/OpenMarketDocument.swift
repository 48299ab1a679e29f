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
    isClosed: false, nullsAreAbsent: true
  ) { reader in
    let name = reader.required(name)
    let description = readDescription(of: &reader)
    let price = reader.required(price)
    let asked = AskedPrice.whole(price, discount: reader.nullable(discount))
    let currency = reader.required(currency)
    let stock = reader.nullable(stock)
    reader.proof(proof, isRequired: true)
    reader.note(asked.fieldErrors(in: currency))
    guard let name, let currency, let price = try? asked.price(in: currency) else { return nil }
    return ProductDraft(
      name: name, description: description ?? .none, price: price, stock: stock ?? .none)
  }

  fileprivate static let patch = BodyObject<ProductPatch>(
    "ProductPatch", "A change of a product.", isClosed: false, nullsAreAbsent: true
  ) { reader in
    var patch = ProductPatch()
    patch.name = reader.nullable(name)
    patch.description = readDescription(of: &reader)
    let price = reader.nullable(price)
    patch.price = .whole(price, discount: reader.nullable(discount))
    patch.currency = reader.nullable(currency)
    patch.stock = reader.nullable(stock)
    reader.proof(proof, isRequired: true)
    patch.cover = reader.nullable(cover)
    reader.note(patch.price.fieldErrors(in: patch.currency))
    return patch
  }

  private static let owner = BodyObject<Void>(
    "VendorSecret", "Proof of the vendor.", isClosed: false
  ) { $0.proof(proof, isRequired: true) }

  private static func readDescription(of reader: inout ObjectReader) -> ProductDescription? {
    let singular = reader.nullable(description)
    return reader.nullable(descriptions) ?? singular
  }

  // MARK: Members

  /// Members that apps send in quotes, as the text of a field was typed.
  fileprivate static let numbers: Set<String> = [price.name, discount.name, stock.name, cover.name]

  private static let name = BodyMember(
    "name", .productName, "One line of 3 to 100 characters.", "팥빙수")
  private static let description = BodyMember(
    "description", .productDescription, "Many lines, at most 1,000 characters.", "시원해요")
  private static let descriptions = BodyMember(
    "descriptions", .productDescription,
    "The same as `description`, over which it takes precedence.", "시원해요")
  private static let price = BodyMember(
    "price", amount, "Before the discount, in the currency; also in quotes.", 25_000)
  private static let discount = BodyMember(
    "discounted_price", amount, "The discount; also in quotes.", 1_000)
  private static let currency = BodyMember(
    "currency", .currency, "The currency of the amounts.", "KRW")
  private static let stock = BodyMember(
    "stock", .stock, "The number in stock, 0 without it; also in quotes.", 12)
  private static let proof = BodyMember("secret", .text, "The vendor's secret.")
  private static let cover = BodyMember(
    "thumbnail_id", .soughtID, "Id of the picture that becomes the cover.", 15)

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
