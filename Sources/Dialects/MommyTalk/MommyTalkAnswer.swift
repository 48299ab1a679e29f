import Domain
import Transport
import Web

/// The bodies that MommyTalk's apps decode: amounts are whole won, and no key is ever missing.
struct MommyTalkAnswer: Sendable, Hashable {
  let origin: Origin?

  func page(_ window: ListedWindow, offset: Int64, limit: Int64) -> [UInt8] {
    let page = Page(window: window, offset: offset, limit: limit, origin: origin)
    return Self.page.bytes(page, capacity: 128 + 512 * window.products.count)
  }

  /// The same keys as in the list, and delivery.
  func product(_ product: Product) -> [UInt8] {
    let row = Row(product: product.summary, origin: origin)
    let detail = Detail(row: row, delivery: product.draft.details.delivery)
    return Self.detail.bytes(detail, capacity: 2_048)
  }

  struct Page {
    let window: ListedWindow
    let offset: Int64
    let limit: Int64
    let origin: Origin?
  }

  struct Row {
    let product: CellProduct
    let origin: Origin?
  }

  struct Detail {
    let row: Row
    let delivery: DeliveryTerms?
  }

  // MARK: Declarations

  static let page = WireObject<Page>(
    "ProductList", "A stretch of the list.",
    [
      .object("meta", meta, "Which stretch it is.") { copy $0 },
      .objects("products", row, 0...Int(MommyTalkRoutes.limitMax), "The newest first.") { page in
        page.window.products.map { Row(product: $0, origin: page.origin) }
      },
    ])

  private static let meta = WireObject<Page>(
    "Meta", "Which stretch of the list it is.",
    [
      .value("offset", .integer(0...), "As it was asked for.", 0) { .integer($0.offset) },
      .value("limit", .integer(1...MommyTalkRoutes.limitMax), "As it was asked for.", 20) {
        .integer($0.limit)
      },
      .value("isFinal", .boolean, "Whether nothing follows.", false) { .bool(!$0.window.hasNext) },
    ])

  private static let row = WireObject<Row>(
    "Product", "A product in the list.",
    [
      .value("hash", .string(pattern: "^[0-9A-F]{32}$"), "Names it.", hash) {
        .string($0.product.code.text)
      },
      .value("name", Wire.title, "One line.", "수면 잠옷") { .string($0.product.name.text) },
      // Apps cut the bars off, and call methods of a text on what is left.
      .value("brand", .string(pattern: "^\\|.*\\|$"), "Between bars.", "|모윰|") {
        .string("|\($0.product.brand?.text ?? "")|")
      },
      .value("sellPrc", Wire.money, "What is paid, in won.", 15_000) {
        .integer($0.product.price.bargain)
      },
      .value("normalPrc", Wire.money, "Before the discount, in won.", 23_000) {
        .integer($0.product.price.amount)
      },
      .value("soldOut", .boolean, "Whether there are none left.", false) {
        .bool($0.product.stock.isSoldOut)
      },
      .value("imgUrl", .url, "Its first picture.", "https://shop.example/images/none.png") {
        .string(Placeholder.url(of: $0.product.cover, from: $0.origin))
      },
      .value("reviewCount", .integer(0...), "How many buyers said something.", 0) {
        .integer($0.product.reviews.count)
      },
      .value("reviewAvg", .number(0...5), "In tenths; 0 without reviews.", 4.5) {
        .decimal(tenths($0.product.reviews.average), places: 1)
      },
      .value("partnerNo", .integer(1...), "Of the vendor.", 242) { .integer($0.product.vendor.id) },
      .value(
        "tags", .array(.word(ProductTag.allCases.map(\.rawValue))), "Marks of the product.", []
      ) { .strings($0.product.tags.all.map(\.rawValue)) },
      .value("discountRate", .integer(0...100), "In percent, rounded down.", 34) {
        .integer($0.product.price.discountPercent)
      },
    ])

  static let detail = WireObject<Detail>(
    "ProductDetail", "A product with what bringing it costs.",
    [
      .members(of: row) { $0.row },
      deliveryOrNull,
      .objects("deliveryAreaDetails", area, 0...DeliveryTerms.areasMax, "Areas that cost more.") {
        $0.delivery?.areas ?? []
      },
    ])

  /// The one member of all answers that may be null.
  private static let deliveryOrNull = WireMember<Detail>(
    "deliveryDetail", .optional(.object(delivery.schema)), isRequired: true,
    "Terms of delivery; null without any.", nil
  ) { writer, detail in
    writer.key("deliveryDetail")
    guard let terms = detail.delivery else { return writer.null() }
    delivery.write(terms, to: &writer)
  }

  private static let delivery = WireObject<DeliveryTerms>(
    "DeliveryDetail", "What bringing a product costs.",
    [
      .value("isFree", .boolean, "Whether nothing is paid for it.", true) { .bool($0.isFree) },
      .value("freeLimit", Wire.money, "The sum from which it is free, in won; 0 for none.", 0) {
        .integer($0.freeLimit)
      },
      .value("deliveryFee", Wire.money, "In won.", 0) { .integer($0.fee) },
      .value(
        "isBillingByAreaWhenFree", .boolean, "Whether areas cost more even when delivery is free.",
        true
      ) { .bool($0.isBillingByAreaWhenFree) },
      .value("basedBy", .word(["ORDER_PRICE"]), "What the limit is of.", "ORDER_PRICE") { _ in
        .string("ORDER_PRICE")
      },
    ])

  private static let area = WireObject<DeliveryTerms.Area>(
    "DeliveryAreaDetail", "Part of the country, with what it costs more.",
    [
      .value("sido", Wire.place, "One line, or nothing.", "인천") { .string($0.province) },
      .value("gugun", Wire.place, "One line, or nothing.", "옹진군") { .string($0.district) },
      .value("dong", Wire.place, "One line, or nothing.", "대청면") { .string($0.neighbourhood) },
      .value("addPrice", Wire.money, "In won.", 9_900) { .integer($0.surcharge) },
    ])

  private static let hash: JSONValue = "9201921952970CB78C9FBF5EC623F263"

  /// One digit behind the point is what cells show.
  private static func tenths(_ average: Double) -> Int64 {
    average.isFinite ? Int64((min(max(average, 0), 5) * 10).rounded()) : 0
  }
}
