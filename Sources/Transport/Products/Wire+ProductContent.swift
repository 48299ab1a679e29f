import Domain
import UseCases
import Web

// Products in the words of ``ProductDocument``, so that what is written can be sent back.
extension Wire {
  static let productContent = WireObject<Product>(
    "ProductContent", "A product as its vendor writes it.", content)

  /// With its id, as one of several.
  static let productItem = WireObject<Product>(
    "ProductContentItem", "A product as its vendor writes it, with its id.", itemMembers)

  static let itemMembers: [WireMember<Product>] =
    [.value("id", .integer(1...), "Of the product.", 205) { .integer($0.id) }] + content

  private static let content: [WireMember<Product>] =
    [
      .value("title", .string(), "One line.", "겨울 패딩 점퍼") { .string($0.draft.name.text) },
      .value(
        "description", productDescription, "Many lines, at most 20,000 characters.",
        "가볍고 따뜻합니다."
      ) { .string($0.draft.description.text) },
      .value("price", money, ProductDocument.priceMeaning, 79_200) {
        .integer($0.draft.price.bargain)
      },
      .value(
        "original_price", money, isRequired: false,
        "What it cost before, in minor units; left out without a discount.", 99_000
      ) { .integer($0.draft.price.original) },
      .value(
        "currency", .word(Currency.allCases.map(\.rawValue)), "The currency of both prices.", "KRW"
      ) { .string($0.draft.price.currency.rawValue) },
      .value("stock", .integer(0...), "How many there are.", 12) {
        .integer($0.draft.stock.count)
      },
      .value(
        "is_hidden", .boolean, "Whether it is kept out of the shop, as if it were removed.", false
      ) { .bool($0.draft.isHidden) },
      .value(
        "images", .array(.string(), 0...Product.imagesMax),
        "The digests of its pictures, in the order of display.", []
      ) { .strings($0.images.map(\.picture.digest.hex)) },
      .value(
        "options",
        .array(.object(ProductDocument.option.schema), 0...Variants.optionsMax), isRequired: false,
        "What a shopper chooses, in the order of choosing; left out without options.", []
      ) { .array($0.draft.variants?.options.map(option)) },
      .value(
        "variants",
        .array(.object(ProductDocument.variant.schema), 0...Variants.countMax), isRequired: false,
        "All combinations that are sold, in the order of display; left out without options.", []
      ) { .array($0.draft.variants?.all.map(variant)) },
    ] + details

  private static let details: [WireMember<Product>] = [
    .value(
      "key", productKey, isRequired: false,
      "The vendor's own name of the product: a handle, an article number.", "LB-1"
    ) { .string($0.draft.details.key?.text) },
    .value("brand", title, isRequired: false, "One line.", "Moa") {
      .string($0.draft.details.brand?.text)
    },
    .value("maker", title, isRequired: false, "One line.", "Moa") {
      .string($0.draft.details.maker?.text)
    },
    .value("mall", title, isRequired: false, "One line.", "Moa Mall") {
      .string($0.draft.details.mall?.text)
    },
    .value(
      "link", image, isRequired: false, "A page about it outside of the app.",
      "https://shop.example/207"
    ) { .string($0.draft.details.link?.text) },
    .value(
      "item_type_id", .integer(1...), isRequired: false,
      "What kind of thing it is; the screen of categories shows the item types.", 28
    ) { .integer($0.draft.details.itemType) },
    .value("product_type", .word(ProductType.words), "What kind of offer it is.", "general") {
      .string($0.draft.details.type.word)
    },
    .value("category_path", .array(title), "From the widest to the narrowest.", []) {
      .strings($0.draft.details.categoryPath.map(\.text))
    },
    .value("tags", .array(.string()), "Each once.", ["BEST"]) {
      .strings($0.draft.details.tags.all.map(\.rawValue))
    },
    .value(
      "delivery", .object(ProductDocument.terms.schema), isRequired: false,
      "What bringing it costs.", ["is_free": true]
    ) { .object($0.draft.details.delivery.map(terms)) },
  ]

  @Sendable private static func option(_ option: ProductOption) -> WireValue {
    let colors = option.values.compactMap { value in
      value.color.map { color in
        WireValue.object([("value", .string(value.text.text)), ("color", .string(color.text))])
      }
    }
    let values = option.values.map(\.text.text)
    return .object(
      [("name", .string(option.name.text)), ("values", .strings(values))]
        + (colors.isEmpty ? [] : [("colors", .array(colors))]))
  }

  @Sendable private static func variant(_ variant: Variant) -> WireValue {
    var members: [(name: String, value: WireValue)] = [
      ("values", .strings(variant.choices.map(\.text))),
      ("stock", .integer(variant.stock.count)), ("price", .integer(variant.price.bargain)),
    ]
    if let sku = variant.sku { members.append(("sku", .string(sku.text))) }
    if let original = variant.price.original {
      members.append(("original_price", .integer(original)))
    }
    if let image = variant.image { members.append(("image_number", .integer(image))) }
    return .object(members)
  }

  @Sendable private static func terms(
    _ terms: DeliveryTerms
  ) -> [(name: String, value: WireValue)] {
    [
      ("is_free", .bool(terms.isFree)), ("fee", .integer(terms.fee)),
      ("free_limit", .integer(terms.freeLimit)),
      ("is_billing_by_area_when_free", .bool(terms.isBillingByAreaWhenFree)),
      (
        "areas",
        .array(
          terms.areas.map { area in
            .object([
              ("province", .string(area.province)), ("district", .string(area.district)),
              ("neighbourhood", .string(area.neighbourhood)),
              ("surcharge", .integer(area.surcharge)),
            ])
          })
      ),
    ]
  }
}
