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
      .objects(
        "options", contentOption, 0...Variants.optionsMax, isRequired: false,
        "What a shopper chooses, in the order of choosing; left out without options."
      ) { $0.draft.variants?.options ?? [] },
      .objects(
        "variants", contentVariant, 0...Variants.countMax, isRequired: false,
        "All combinations that are sold, in the order of display; left out without options."
      ) { $0.draft.variants?.all ?? [] },
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
    .object("delivery", terms, isRequired: false, "What bringing it costs.") {
      $0.draft.details.delivery
    },
  ]

  private static let contentOption = WireObject<ProductOption>(
    "ProductContentOption", "A property that a shopper chooses.",
    [
      .value("name", optionText, "One line.", "색상") { .string($0.name.text) },
      .value(
        "values", .array(optionText, 0...ProductOption.valuesMax), "1 to 50, each once.",
        ["검정", "흰색"]
      ) { .strings($0.values.map(\.text.text)) },
      .objects(
        "colors", color, 0...ProductOption.valuesMax, isRequired: false,
        "The colours of values, for swatches."
      ) { option in
        option.values.compactMap { value in value.color.map { (value.text.text, $0.text) } }
      },
    ])

  private static let color = WireObject<(value: String, color: String)>(
    "ProductContentColor", "The colour of a value.",
    [
      .value("value", optionText, "One of the values of the option.", "검정") { .string($0.value) },
      .value("color", .color, "Its colour.", "#1c1c1e") { .string($0.color) },
    ])

  private static let contentVariant = WireObject<Variant>(
    "ProductContentVariant", "A combination of values that is sold.",
    [
      .value(
        "values", .array(optionText, 0...Variants.optionsMax),
        "One value of each option, in the order of the options.", ["검정", "M"]
      ) { .strings($0.choices.map(\.text)) },
      .value("stock", .integer(0...), "How many there are.", 12) { .integer($0.stock.count) },
      .value("price", money, ProductDocument.priceMeaning, 79_200) { .integer($0.price.bargain) },
      .value(
        "sku", sku, isRequired: false,
        "The article number, unique for the vendor: 1 to 64 bytes.", "LB-1"
      ) { .string($0.sku?.text) },
      .value(
        "original_price", money, isRequired: false,
        "What it cost before, in minor units; left out without a discount.", 99_000
      ) { .integer($0.price.original) },
      .value(
        "image_number", .integer(1...), isRequired: false,
        "Which of the product's pictures it shows, counted from 1.", 2
      ) { .integer($0.image) },
    ])

  private static let terms = WireObject<DeliveryTerms>(
    "ProductContentDelivery", "The costs of delivery.",
    [
      .value("is_free", .boolean, "Whether delivery costs nothing.", false) { .bool($0.isFree) },
      .value("fee", money, "In won.", 3_000) { .integer($0.fee) },
      .value(
        "free_limit", money, "The sum of an order, in won, from which it is free.", 50_000
      ) { .integer($0.freeLimit) },
      .value(
        "is_billing_by_area_when_free", .boolean,
        "Whether areas have a surcharge even when delivery is free.", false
      ) { .bool($0.isBillingByAreaWhenFree) },
      .objects("areas", area, 0...DeliveryTerms.areasMax, "Areas with a surcharge.") { $0.areas },
    ])

  private static let area = WireObject<DeliveryTerms.Area>(
    "ProductContentArea", "A part of the country with its surcharge.",
    [
      .value("province", .string(), "One line.", "제주특별자치도") { .string($0.province) },
      .value("district", .string(), "One line.", "제주시") { .string($0.district) },
      .value("neighbourhood", .string(), "One line.", "") { .string($0.neighbourhood) },
      .value("surcharge", money, "In won.", 3_000) { .integer($0.surcharge) },
    ])
}
