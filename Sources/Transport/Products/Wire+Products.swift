import Domain
import UseCases
import ViewData
package import Web

extension Wire {
  static let productCell = WireObject<ProductCell>(
    "ProductCell", "A product in a list, ready to draw, with the numbers behind the texts.",
    cellMembers)

  private static let cellMembers: [WireMember<ProductCell>] = [
    .integer("id", .integer(1...), "Stable.", 207) { $0.id },
    .string("title", title, "One line.", "겨울 패딩 점퍼") { $0.title },
    .string("price_text", .string(), "What is paid, ready to draw.", "79,200원") { $0.priceText },
    .optionalString(
      "original_price_text",
      .string(), "What it cost before, to be struck through; left out without a discount.",
      "99,000원"
    ) { $0.originalPriceText },
    .optionalString(
      "discount_text", .string(), "What is taken off; left out without a discount.", "20%"
    ) { $0.discountText },
    .string("stock_text", .string(), "How many there are, or that there are none.", "재고 12개") {
      $0.stockText
    },
    .bool("is_sold_out", "Whether the cell is dimmed.", false) { $0.isSoldOut },
    .objects("badges", badge, 0...4, "In the order of display.") { $0.badges },
    .optionalObject("image", picture, "The cover; left out without pictures.") { $0.image },
    .string(
      "accessibility_label", .string(), "All of the cell as one sentence, for those who hear it.",
      "겨울 패딩 점퍼, 20% 할인, 79,200원, 재고 12개"
    ) { $0.accessibilityLabel },
    .integer("price", money, "What is paid, in minor units: won, cents.", 79_200) { $0.price },
    .optionalInteger(
      "original_price", money,
      "What it cost before, in minor units; left out without a discount.", 99_000
    ) { $0.originalPrice },
    .optionalInteger(
      "discount_percent", .integer(0...100),
      "What is taken off, rounded down; left out without a discount.", 20
    ) { $0.discountPercent.map(Int64.init) },
    .string("currency", currency, "Of all amounts.", "KRW") { $0.currency },
    .integer("stock", .integer(0...), "How many there are.", 12) { $0.stock },
    .object("vendor", vendor, "Who sells it.") { $0.vendor },
    .optionalString("brand", title, "Left out when unknown.", "Moa") { $0.brand },
    .integer("review_count", .integer(0...), "How many buyers said something.", 128) {
      $0.reviewCount
    },
    .optionalHundredths(
      "review_average", .number(0...5), "In hundredths at most; left out without reviews.", 4.6
    ) { cell in cell.reviewAverage.flatMap { Int64(exactly: ($0 * 100).rounded()) } },
    .integer(
      "like_count", .integer(0...), "How many shoppers like it; counted within two seconds.", 31
    ) { $0.likeCount },
    .integer("version", .integer(1...), "One more at every change of the product.", 3) {
      $0.version
    },
  ]

  static let productTile = WireObject<ProductTile>(
    "ProductTile", "A product in a grid: what fits below a small picture, ready to draw.",
    [
      .integer("id", .integer(1...), "Stable.", 207) { $0.id },
      .string("title", title, "One line.", "겨울 패딩 점퍼") { $0.title },
      .string("price_text", .string(), "What is paid, ready to draw.", "79,200원") { $0.priceText },
      .optionalString(
        "discount_text", .string(), "What is taken off; left out without a discount.", "20%"
      ) { $0.discountText },
      .bool("is_sold_out", "Whether the tile is dimmed.", false) { $0.isSoldOut },
      .optionalObject(
        "image", picture, "The cover, at most 200 pixels a side; left out without pictures."
      ) { $0.image },
      .integer("price", money, "What is paid, in minor units: won, cents.", 79_200) { $0.price },
      .optionalInteger(
        "original_price", money,
        "What it cost before, in minor units; left out without a discount.", 99_000
      ) { $0.originalPrice },
      .string("currency", currency, "Of all amounts.", "KRW") { $0.currency },
      .integer("stock", .integer(0...), "How many there are.", 12) { $0.stock },
    ])

  static let productDetail = WireObject<ProductDetail>(
    "ProductDetail", "A product on a screen of its own.",
    productCell.members(of: \.cell) + [
      .string(
        "description", productDescription, "Many lines, at most 1,000 characters.", "가볍고 따뜻합니다."
      ) { $0.description },
      .objects(
        "images", sizedPicture, 0...5, "All pictures, each in all sizes, in the order of display."
      ) { $0.images },
      .optionalString("maker", title, "Left out when unknown.", "Moa") { $0.maker },
      .optionalString("mall", title, "Left out when unknown.", "Moa Mall") { $0.mall },
      .optionalString(
        "link", .url, "A page about it outside of the app.", "https://shop.example/207"
      ) { $0.link },
      .string(
        "product_type", .growingWord(ProductType.words),
        "What kind of offer it is; `_catalog` stands for all offers of the same product.", "general"
      ) { $0.productType },
      .optionalInteger(
        "item_type_id", .integer(1...),
        "What kind of thing it is; left out when unknown.", 28
      ) { $0.itemTypeID },
      .strings(
        "category_path", .array(title, 0...ProductDetails.categoriesMax),
        "From the widest to the narrowest.", ["패션의류", "남성의류", "점퍼"]
      ) { $0.categoryPath },
      .strings(
        "tags", .array(.growingWord(ProductTag.allCases.map(\.rawValue))), "Each once.", ["BEST"]
      ) { $0.tags },
      .optionalObject("delivery", delivery, "Left out when nothing is known about it.") {
        $0.delivery
      },
      .string("created_at", .time, "When it was registered.", "2026-03-01T00:00:00Z") {
        $0.createdAt
      },
      .string("updated_at", .time, "When it was changed last.", "2026-03-02T09:30:00Z") {
        $0.updatedAt
      },
    ])

  static let productCellList = listing(
    "ProductCellList", "A page of cells.", of: productCell, 0...BrowseProducts.limitMax)
  static let productTileList = listing(
    "ProductTileList", "A page of tiles.", of: productTile, 0...BrowseProducts.limitMax)
  static let banner = wholeList(
    "Banner", "The newest discounted products.", of: productCell, 0...BrowseBanner.countMax)

  // MARK: Parts

  private static let badge = WireObject<ProductBadge>(
    "ProductBadge", "A mark on a product's cell.",
    [
      .string(
        "kind",
        .growingWord([
          "best", "free_delivery", "used", "discontinued", "upcoming", "sold_out",
        ]),
        "For choosing a colour.", "best"
      ) { $0.kind },
      .string("text", .string(), "What it says.", "BEST") { $0.text },
    ])

  static let picture = WireObject<PictureView>(
    "Picture", "A picture that can be laid out before it has loaded.",
    [
      .string(
        "url", .url, "Its bytes never change.",
        "https://shop.example/images/5b0a/cell.jpg"
      ) { $0.url },
      .integer("width", .integer(1...), "In pixels.", 400) { $0.width },
      .integer("height", .integer(1...), "In pixels.", 400) { $0.height },
      .integer("bytes", .integer(1...), "What loading it takes.", 18_342) { $0.bytes },
      .string("color", .color, "To draw until it is there.", "#d8d0c4") { $0.color },
    ])

  private static let sizedPicture = WireObject<SizedPicture>(
    "SizedPicture", "A picture of a product, large, with the smaller ones that were made of it.",
    [
      .integer(
        "id", .integer(1...), "Names it among the pictures of a product, for its vendor.", 12
      ) { $0.id },
      .string(
        "url", .url, "Its bytes never change.",
        "https://shop.example/images/5b0a/full.jpg"
      ) { $0.url },
      .integer("width", .integer(1...), "In pixels.", 1_080) { $0.width },
      .integer("height", .integer(1...), "In pixels.", 1_080) { $0.height },
      .integer("bytes", .integer(1...), "What loading it takes.", 88_210) { $0.bytes },
      .string("color", .color, "To draw until it is there, in any size.", "#d8d0c4") { $0.color },
      .object("thumb", pictureSize, "At most 200 pixels a side, if that was made of it.") {
        $0.thumb
      },
      .object("cell", pictureSize, "At most 400 pixels a side, if that was made of it.") {
        $0.cell
      },
    ])

  private static let pictureSize = WireObject<SizedPicture.Size>(
    "PictureSize", "The same picture, smaller.",
    [
      .string(
        "url", .url, "Its bytes never change.",
        "https://shop.example/images/5b0a/thumb.jpg"
      ) { $0.url },
      .integer("width", .integer(1...), "In pixels.", 200) { $0.width },
      .integer("height", .integer(1...), "In pixels.", 200) { $0.height },
      .integer("bytes", .integer(1...), "What loading it takes.", 6_120) { $0.bytes },
    ])

  private static let vendor = WireObject<VendorLabel>(
    "VendorLabel", "Who sells a product.",
    [
      .string(
        "id", .uuid, "Of the vendor.", "00000000-0000-0000-0000-000000000001"
      ) { $0.id },
      .string("name", title, "Of the vendor.", "모아 상점") { $0.name },
    ])

  private static let delivery = WireObject<DeliveryView>(
    "Delivery", "What bringing a product costs.",
    [
      .string("text", .string(), "Ready to draw.", "배송비 3,000원 (50,000원 이상 무료)") { $0.text },
      .bool("is_free", "Whether nothing is paid for it.", false) { $0.isFree },
      .integer("fee", money, "In won.", 3_000) { $0.fee },
      .integer(
        "free_limit", money, "The sum of an order, in won, from which it is free; 0 for none.",
        50_000
      ) { $0.freeLimit },
      .bool(
        "is_billing_by_area_when_free", "Whether areas cost more even when delivery is free.",
        false
      ) { $0.isBillingByAreaWhenFree },
      .objects(
        "areas", deliveryArea, 0...DeliveryTerms.areasMax,
        "Areas that cost more; `text` does not tell them."
      ) { $0.areas },
    ])

  private static let deliveryArea = WireObject<DeliveryView.Area>(
    "DeliveryArea", "Part of the country, with what it costs more.",
    [
      .string("province", place, "One line, or nothing.", "제주특별자치도") {
        $0.province
      },
      .string("district", place, "One line, or nothing.", "제주시") { $0.district },
      .string("neighbourhood", place, "One line, or nothing.", "") {
        $0.neighbourhood
      },
      .integer("surcharge", money, "In won.", 3_000) { $0.surcharge },
    ])

  /// At most 100 characters as people count them; JSON Schema counts code points, of which one
  /// character may have many.
  package static let title = JSONSchema.string(1...Title.bytesMax)
  /// Part of an address: a line, or nothing.
  package static let place = JSONSchema.string(0...Title.bytesMax)
  package static let productDescription = JSONSchema.string(0...ProductDescription.bytesMax)
  package static let money = JSONSchema.integer(0...Price.amountMax)
  package static let currency = JSONSchema.growingWord(Currency.allCases.map(\.rawValue))
}
