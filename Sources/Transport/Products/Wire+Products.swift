import Domain
import UseCases
import ViewData
package import Web

extension Wire {
  static let productCell = WireObject<ProductCell>(
    "ProductCell", "A product in a list, ready to draw, with the numbers behind the texts.",
    cellMembers)

  private static let cellMembers: [WireMember<ProductCell>] = [
    .value("id", .integer(1...), "Stable.", 207) { .integer($0.id) },
    .value("title", title, "One line.", "겨울 패딩 점퍼") { .string($0.title) },
    .value("price_text", .string(), "What is paid, ready to draw.", "79,200원") {
      .string($0.priceText)
    },
    .value(
      "original_price_text",
      .string(), isRequired: false,
      "What it cost before, to be struck through; left out without a discount.",
      "99,000원"
    ) { .string($0.originalPriceText) },
    .value(
      "discount_text", .string(), isRequired: false,
      "What is taken off; left out without a discount.", "20%"
    ) { .string($0.discountText) },
    .value("stock_text", .string(), "How many there are, or that there are none.", "재고 12개") {
      .string($0.stockText)
    },
    .value("is_sold_out", .boolean, "Whether the cell is dimmed.", false) { .bool($0.isSoldOut) },
    .objects("badges", badge, 0...4, "In the order of display.") { $0.badges },
    .object("image", picture, isRequired: false, "The cover; left out without pictures.") {
      $0.image
    },
    .value(
      "accessibility_label", .string(), "The whole cell as one sentence, for screen readers.",
      "겨울 패딩 점퍼, 79,200원, 20% 할인, 정가 99,000원, 재고 12개"
    ) { .string($0.accessibilityLabel) },
    .value("price", money, "What is paid, in minor units: won, yen, cents.", 79_200) {
      .integer($0.price)
    },
    .value(
      "original_price", money, isRequired: false,
      "What it cost before, in minor units; left out without a discount.", 99_000
    ) { .integer($0.originalPrice) },
    .value(
      "discount_percent", .integer(0...100), isRequired: false,
      "What is taken off, rounded down; left out without a discount.", 20
    ) { .integer($0.discountPercent.map(Int64.init)) },
    .value("currency", currency, "The currency of all amounts.", "KRW") { .string($0.currency) },
    .value("stock", .integer(0...), "The number in stock.", 12) { .integer($0.stock) },
    .object("vendor", vendor, "The seller.") { $0.vendor },
    .value("brand", title, isRequired: false, "Left out when unknown.", "Moa") {
      .string($0.brand)
    },
    .value("review_count", .integer(0...), "The number of reviews.", 128) {
      .integer($0.reviewCount)
    },
    .value(
      "review_average", .number(0...5), isRequired: false,
      "In hundredths at most; left out without reviews.", 4.6
    ) { cell in
      .decimal(cell.reviewAverage.flatMap { Int64(exactly: ($0 * 100).rounded()) }, places: 2)
    },
    .value(
      "like_count", .integer(0...), "How many shoppers like it; counted within two seconds.", 31
    ) { .integer($0.likeCount) },
    .value(
      "has_options", .boolean,
      "Whether a shopper must choose one of several variants, on the product's own screen.", true
    ) { .bool($0.hasOptions) },
    .value(
      "swatches", .array(.color, 1...Variants.swatchesMax), isRequired: false,
      "Colours to choose from; left out without any.", ["#1c1c1e", "#ffffff"]
    ) { .strings($0.swatches) },
    .value("version", .integer(1...), "One more at every change of the product.", 3) {
      .integer($0.version)
    },
  ]

  static let productTile = WireObject<ProductTile>(
    "ProductTile", "A product in a grid: what fits below a small picture, ready to draw.",
    [
      .value("id", .integer(1...), "Stable.", 207) { .integer($0.id) },
      .value("title", title, "One line.", "겨울 패딩 점퍼") { .string($0.title) },
      .value("price_text", .string(), "What is paid, ready to draw.", "79,200원") {
        .string($0.priceText)
      },
      .value(
        "discount_text", .string(), isRequired: false,
        "What is taken off; left out without a discount.", "20%"
      ) { .string($0.discountText) },
      .value("is_sold_out", .boolean, "Whether the tile is dimmed.", false) { .bool($0.isSoldOut) },
      .object(
        "image", picture, isRequired: false,
        "The cover, at most 200 pixels a side; left out without pictures."
      ) { $0.image },
      .value("price", money, "What is paid, in minor units: won, yen, cents.", 79_200) {
        .integer($0.price)
      },
      .value(
        "original_price", money, isRequired: false,
        "What it cost before, in minor units; left out without a discount.", 99_000
      ) { .integer($0.originalPrice) },
      .value("currency", currency, "The currency of all amounts.", "KRW") { .string($0.currency) },
      .value("stock", .integer(0...), "The number in stock.", 12) { .integer($0.stock) },
    ])

  static let productDetail = WireObject<ProductDetail>(
    "ProductDetail", "A product on a screen of its own.",
    [
      .members(of: productCell) { $0.cell },
      .value(
        "description", productDescription, "Many lines, at most 20,000 characters.", "가볍고 따뜻합니다."
      ) { .string($0.description) },
      .objects(
        "images", sizedPicture, 0...Product.imagesMax,
        "All pictures, each in all sizes, in the order of display."
      ) { $0.images },
      .objects(
        "options", option, 0...Variants.optionsMax,
        "What a shopper chooses, in the order of choosing; empty without options."
      ) { $0.options },
      .objects(
        "variants", variant, 0...Variants.countMax,
        "All combinations that are sold, in the order of display; empty without options."
      ) { $0.variants },
      .value(
        "chosen_variant_id", .integer(1...), isRequired: false,
        "The variant that the screen shows first; left out without options.", 31
      ) { .integer($0.chosenVariantID) },
      .value(
        "key", productKey, isRequired: false,
        "The vendor's own name of it, unique among its products.", "LB-1"
      ) { .string($0.key) },
      .value("maker", title, isRequired: false, "Left out when unknown.", "Moa") {
        .string($0.maker)
      },
      .value("mall", title, isRequired: false, "Left out when unknown.", "Moa Mall") {
        .string($0.mall)
      },
      .value(
        "link", .url, isRequired: false, "A page about it outside of the app.",
        "https://shop.example/207"
      ) { .string($0.link) },
      .value(
        "product_type", .growingWord(ProductType.words),
        "What kind of offer it is; `_catalog` stands for all offers of the same product.", "general"
      ) { .string($0.productType) },
      .value(
        "item_type_id", .integer(1...), isRequired: false,
        "What kind of thing it is; left out when unknown.", 28
      ) { .integer($0.itemTypeID) },
      .value(
        "category_path", .array(title, 0...ProductDetails.categoriesMax),
        "From the widest to the narrowest.", ["패션의류", "남성의류", "점퍼"]
      ) { .strings($0.categoryPath) },
      .value(
        "tags", .array(.growingWord(ProductTag.allCases.map(\.rawValue))), "Each once.", ["BEST"]
      ) { .strings($0.tags) },
      .object("delivery", delivery, isRequired: false, "Left out when nothing is known about it.") {
        $0.delivery
      },
      .value(
        "is_hidden", .boolean, isRequired: false,
        "True of a hidden product, in the answers to its vendor's writes; otherwise left out.",
        true
      ) { .bool($0.isHidden) },
      .value("created_at", .time, "When it was registered.", "2026-03-01T00:00:00Z") {
        .string($0.createdAt)
      },
      .value("updated_at", .time, "When it was changed last.", "2026-03-02T09:30:00Z") {
        .string($0.updatedAt)
      },
    ])

  static let productCellList = products("ProductCellList", "A page of cells.", of: productCell)
  static let productTileList = products("ProductTileList", "A page of tiles.", of: productTile)

  private static func products<Item>(
    _ name: String, _ meaning: String, of item: WireObject<Item>
  ) -> WireObject<Listing<Item>> {
    WireObject(
      name, meaning,
      [
        .members(of: listing(name, meaning, of: item, 0...BrowseProducts.limitMax)) { $0 },
        .object("facets", searchFacets, isRequired: false, facetsMeaning) { $0.facets },
      ])
  }

  static let banner = wholeList(
    "Banner", "The newest discounted products.", of: productCell, 0...BrowseBanner.countMax)

  // MARK: Parts

  private static let badge = WireObject<ProductBadge>(
    "ProductBadge", "A mark on a product's cell.",
    [
      .value(
        "kind",
        .growingWord([
          "best", "free_delivery", "used", "discontinued", "upcoming", "sold_out",
        ]),
        "For choosing a colour.", "best"
      ) { .string($0.kind) },
      .value("text", .string(), "What it says.", "BEST") { .string($0.text) },
    ])

  static let picture = WireObject<PictureView>(
    "Picture", "A picture that can be laid out before it has loaded.",
    [
      .value(
        "url", .url, "Its bytes never change.",
        "https://shop.example/images/5b0a/cell.jpg"
      ) { .string($0.url) },
      .value("width", .integer(1...), "In pixels.", 400) { .integer($0.width) },
      .value("height", .integer(1...), "In pixels.", 400) { .integer($0.height) },
      .value("bytes", .integer(1...), "What loading it takes.", 18_342) { .integer($0.bytes) },
      .value("color", .color, "To draw until it is there.", "#d8d0c4") { .string($0.color) },
    ])

  private static let sizedPicture = WireObject<SizedPicture>(
    "SizedPicture", "A picture of a product, large, with the other sizes that were made of it.",
    [
      .value(
        "id", .integer(1...), "Names it among the pictures of a product, for its vendor.", 12
      ) { .integer($0.id) },
      .value(
        "url", .url, "Its bytes never change.",
        "https://shop.example/images/5b0a/full.jpg"
      ) { .string($0.url) },
      .value("width", .integer(1...), "In pixels.", 1_080) { .integer($0.width) },
      .value("height", .integer(1...), "In pixels.", 1_080) { .integer($0.height) },
      .value("bytes", .integer(1...), "What loading it takes.", 88_210) { .integer($0.bytes) },
      .value("color", .color, "To draw until it is there, in any size.", "#d8d0c4") {
        .string($0.color)
      },
      .object("thumb", pictureSize, "At most 200 pixels a side, if that was made of it.") {
        $0.thumb
      },
      .object("cell", pictureSize, "At most 400 pixels a side, if that was made of it.") {
        $0.cell
      },
      .object(
        "wide", pictureSize, isRequired: false,
        "Of a cover: 2:1, at most 1,200 x 600 pixels, for previews of links; if that was made of it."
      ) { $0.wide },
    ])

  private static let pictureSize = WireObject<SizedPicture.Size>(
    "PictureSize", "The same picture in another size.",
    [
      .value(
        "url", .url, "Its bytes never change.",
        "https://shop.example/images/5b0a/thumb.jpg"
      ) { .string($0.url) },
      .value("width", .integer(1...), "In pixels.", 200) { .integer($0.width) },
      .value("height", .integer(1...), "In pixels.", 200) { .integer($0.height) },
      .value("bytes", .integer(1...), "What loading it takes.", 6_120) { .integer($0.bytes) },
    ])

  static let vendor = WireObject<VendorLabel>(
    "VendorLabel", "The seller of a product.",
    [
      .value(
        "id", .uuid, "The vendor's UUID.", "00000000-0000-0000-0000-000000000001"
      ) { .string($0.id) },
      .value("name", title, "Of the vendor.", "모아 상점") { .string($0.name) },
    ])

  private static let delivery = WireObject<DeliveryView>(
    "Delivery", "The costs of delivery.",
    [
      .value("text", .string(), "Ready to draw.", "배송비 3,000원 (50,000원 이상 무료)") {
        .string($0.text)
      },
      .value("is_free", .boolean, "Whether delivery costs nothing.", false) { .bool($0.isFree) },
      .value("fee", money, "In won.", 3_000) { .integer($0.fee) },
      .value(
        "free_limit", money, "The sum of an order, in won, from which it is free; 0 for none.",
        50_000
      ) { .integer($0.freeLimit) },
      .value(
        "is_billing_by_area_when_free", .boolean,
        "Whether areas have a surcharge even when delivery is free.",
        false
      ) { .bool($0.isBillingByAreaWhenFree) },
      .objects(
        "areas", deliveryArea, 0...DeliveryTerms.areasMax,
        "Areas that cost more; `text` does not tell them."
      ) { $0.areas },
    ])

  private static let deliveryArea = WireObject<DeliveryView.Area>(
    "DeliveryArea", "A part of the country with its surcharge.",
    [
      .value("province", place, "One line, or nothing.", "제주특별자치도") {
        .string($0.province)
      },
      .value("district", place, "One line, or nothing.", "제주시") { .string($0.district) },
      .value("neighbourhood", place, "One line, or nothing.", "") {
        .string($0.neighbourhood)
      },
      .value("surcharge", money, "In won.", 3_000) { .integer($0.surcharge) },
    ])

  package static let optionText = JSONSchema.text(
    characters: 1...Title.charactersMax, bytes: ProductOption.bytesMax)
  package static let sku = JSONSchema.text(characters: 1...SKU.bytesMax, bytes: SKU.bytesMax)
  package static let title = JSONSchema.text(
    characters: 1...Title.charactersMax, bytes: Title.bytesMax)
  /// Part of an address: a line, or nothing.
  package static let place = JSONSchema.text(
    characters: 0...Title.charactersMax, bytes: Title.bytesMax)
  package static let productDescription = JSONSchema.text(
    characters: 0...ProductDescription.charactersMax, bytes: ProductDescription.bytesMax)
  /// Of a search.
  package static let query = JSONSchema.text(
    characters: 1...SearchQuery.charactersMax, bytes: SearchQuery.bytesMax)
  package static let money = JSONSchema.integer(0...Price.amountMax)
  package static let currency = JSONSchema.growingWord(Currency.allCases.map(\.rawValue))
}
